import type { ExpressionBuilder } from "kysely";
import type { DatabaseTransaction } from "../database.ts";
import { inChunks } from "../in-chunks.ts";
import type { Tables } from "../tables.ts";
import { isUnused } from "./blobs.ts";

type Dropping = {
  projectId: string;
  at: string;
  keep: string[];
  /** Whether a revision was just made that lies over none. */
  isWhole: boolean;
};

/**
 * A revision stays while it is current, was current until now (a reader may be in the middle of it) or an answer was
 * given from it, or another one lies over it; those of branches and commits have rules of their own. Blobs no revision names go as
 * well, but not those another sync may have stored a moment ago.
 */
export async function dropUnusedRevisions(
  trx: DatabaseTransaction,
  { projectId, at, keep, isWhole }: Dropping,
): Promise<void> {
  const dropped = await trx
    .selectFrom("revisions")
    .select(["id", "baseRevisionId"])
    .where("projectId", "=", projectId)
    .where("id", "not in", keep)
    .where(isUnusedRevision)
    .execute();
  const ids = dropped.map(({ id }) => id);
  // Beside those, only a sync that was given up leaves blobs that nobody names: they go with the next whole revision.
  const isSlight = !isWhole && dropped.every(({ baseRevisionId }) => baseRevisionId !== null);
  const hashes = isSlight ? await blobsNamedBy(trx, ids) : undefined;
  for (const some of inChunks(ids))
    await trx.deleteFrom("revisions").where("id", "in", some).execute();
  const before = new Date(Date.parse(at) - unusedBlobsStayMs).toISOString();
  if (hashes === undefined) return void (await oldUnused(trx, projectId, before).execute());
  for (const some of inChunks(hashes))
    await oldUnused(trx, projectId, before).where("hash", "in", some).execute();
}

const unusedBlobsStayMs = 60 * 60_000;

function isUnusedRevision({
  and,
  not,
  exists,
  selectFrom,
  eb,
}: ExpressionBuilder<Tables, "revisions">) {
  const answered = selectFrom("answers").select("answers.id");
  const over = selectFrom("revisions as over").select("over.id");
  return and([
    not(exists(answered.whereRef("answers.revisionId", "=", "revisions.id"))),
    eb("id", "not in", selectFrom("refRevisions").select("revisionId")),
    not(exists(over.whereRef("over.baseRevisionId", "=", "revisions.id"))),
  ]);
}

/** Where revisions lie over another one, those that they name beside it. */
async function blobsNamedBy(trx: DatabaseTransaction, ids: string[]): Promise<string[]> {
  const hashes = new Set<string>();
  for (const some of inChunks(ids)) {
    const rows = await trx
      .selectFrom("revisionPages")
      .select("blobHash")
      .where("revisionId", "in", some)
      .execute();
    for (const { blobHash } of rows) hashes.add(blobHash);
  }
  return [...hashes];
}

function oldUnused(trx: DatabaseTransaction, projectId: string, before: string) {
  return trx
    .deleteFrom("blobs")
    .where("projectId", "=", projectId)
    .where("createdAt", "<", before)
    .where(isUnused);
}
