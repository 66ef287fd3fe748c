import { AppError } from "../../lib/app-error.ts";
import { newId } from "../../lib/ids.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import type { Row } from "../tables.ts";
import { isUnused } from "./blobs.ts";
import {
  compare,
  copyPages,
  faultyPages,
  type RevisionPage,
  revisionPages,
  writePages,
} from "./revision-pages.ts";
import { deleteSource } from "./sources.ts";

export type PublishInput = Pick<Row<"sources">, "projectId" | "generator" | "problems"> & {
  sourceId: string;
  commit: string;
  /** Every page of this source, changed or not; pages of the project's other sources are carried over. */
  pages: RevisionPage[];
  at: string;
};

export type Published = {
  revisionId: string;
  changed: boolean;
  /** Paths left out because another source of the project already has a page there. */
  taken: string[];
};

export async function countPages(db: Database, revisionId: string): Promise<number> {
  const row = await db
    .selectFrom("revisions")
    .select("pageCount")
    .where("id", "=", revisionId)
    .executeTakeFirst();
  return row?.pageCount ?? 0;
}

export async function projectOfRevision(
  db: Database,
  revisionId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("revisions")
    .select("projectId")
    .where("id", "=", revisionId)
    .executeTakeFirst();
  return row?.projectId;
}

/** Makes the new set of pages current in one transaction: readers see all of the old revision or all of the new one. */
export async function publishRevision(db: Database, input: PublishInput): Promise<Published> {
  return db.transaction().execute(async (trx) => {
    const current = await lockCurrentRevision(trx, input.projectId);
    const before = current === null ? [] : await revisionPages(trx, current);
    const others = before.filter((page) => page.sourceId !== input.sourceId);
    const otherPaths = new Set(others.map((page) => page.path));
    const own = input.pages.filter((page) => !otherPaths.has(page.path));
    const taken = input.pages.map((page) => page.path).filter((path) => otherPaths.has(path));
    const pages = [...others, ...own];
    await markSynced(trx, input);
    const difference = compare(before, pages);
    if (current !== null && !difference.isChanged) {
      await writePages(trx, { projectId: input.projectId, revisionId: current, ...difference });
      return { revisionId: current, changed: false, taken };
    }
    const commits = { ...(await commitsOf(trx, current)), [input.sourceId]: input.commit };
    const { projectId, at: createdAt } = input;
    const revision = { projectId, commits, pageCount: pages.length, createdAt };
    const revisionId = await insertRevision(trx, revision);
    if (current !== null) await copyPages(trx, current, revisionId);
    await writePages(trx, { projectId: input.projectId, revisionId, ...difference });
    await trx
      .updateTable("projects")
      .set({ currentRevisionId: revisionId })
      .where("id", "=", input.projectId)
      .execute();
    await dropUnusedRevisions(trx, input, [revisionId, current ?? revisionId]);
    return { revisionId, changed: true, taken };
  });
}

/**
 * Takes a source's pages out of the answers, all in one moment, and then the source itself. Killed in between it
 * leaves a source without pages, which the next try removes.
 */
export async function withdrawSource(
  db: Database,
  { projectId, sourceId, at }: { projectId: string; sourceId: string; at: string },
): Promise<void> {
  const nothing = { commit: "", generator: "", problems: [], pages: [] };
  await publishRevision(db, { ...nothing, projectId, sourceId, at });
  await deleteSource(db, sourceId);
}

/** How many faults there are inside the pages of a revision. */
export async function countPageProblems(db: Database, revisionId: string): Promise<number> {
  const rows = await faultyPages(db, revisionId).execute();
  return rows.reduce((sum, row) => sum + row.problems.length, 0);
}

/** The write comes before the read, so that PostgreSQL too holds the row until the end of the transaction. */
async function lockCurrentRevision(
  trx: DatabaseTransaction,
  projectId: string,
): Promise<string | null> {
  const row = await trx
    .updateTable("projects")
    .set((expression) => ({ currentRevisionId: expression.ref("currentRevisionId") }))
    .where("id", "=", projectId)
    .returning("currentRevisionId")
    .executeTakeFirstOrThrow();
  return row.currentRevisionId;
}

/** A source that was removed while it was being read must not bring its pages back. */
async function markSynced(trx: DatabaseTransaction, input: PublishInput): Promise<void> {
  const marked = await trx
    .updateTable("sources")
    .set({ syncedAt: input.at, generator: input.generator, problems: input.problems, error: "" })
    .where("id", "=", input.sourceId)
    .returning("id")
    .executeTakeFirst();
  if (!marked) throw new AppError("not_found", "This source was removed while it was being read.");
}

/** The commit of each source that the pages come from. */
async function commitsOf(
  trx: DatabaseTransaction,
  revisionId: string | null,
): Promise<Record<string, string>> {
  if (revisionId === null) return {};
  const row = await trx
    .selectFrom("revisions")
    .select("commits")
    .where("id", "=", revisionId)
    .executeTakeFirstOrThrow();
  return row.commits;
}

export async function insertRevision(
  trx: DatabaseTransaction,
  revision: Omit<Row<"revisions">, "id">,
): Promise<string> {
  const id = newId("rev");
  await trx
    .insertInto("revisions")
    .values({ id, ...revision })
    .execute();
  return id;
}

const unusedBlobsStayMs = 60 * 60_000;

/**
 * A revision stays while it is current, was current until now (a reader may be in the middle of it) or an answer was
 * given from it; those of branches and commits have rules of their own. Blobs no revision names go as well, but not those another sync may have stored a moment ago.
 */
async function dropUnusedRevisions(
  trx: DatabaseTransaction,
  input: PublishInput,
  keep: string[],
): Promise<void> {
  await trx
    .deleteFrom("revisions")
    .where("projectId", "=", input.projectId)
    .where("id", "not in", keep)
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom("answers")
            .select("answers.id")
            .whereRef("answers.revisionId", "=", "revisions.id"),
        ),
      ),
    )
    .where("id", "not in", (query) => query.selectFrom("refRevisions").select("revisionId"))
    .execute();
  await trx
    .deleteFrom("blobs")
    .where("projectId", "=", input.projectId)
    .where("createdAt", "<", new Date(Date.parse(input.at) - unusedBlobsStayMs).toISOString())
    .where(isUnused)
    .execute();
}
