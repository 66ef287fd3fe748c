import { hash as digestOf } from "node:crypto";
import type { ExpressionBuilder } from "kysely";
import type { PassageDraft } from "../../docs/page/parsed-page.ts";
import { commitLater } from "../commit/commit-later.ts";
import type { Database } from "../database.ts";
import { rowsInChunks } from "../in-chunks.ts";
import type { Row, Tables } from "../tables.ts";
import { insertMissing } from "./insert-missing.ts";

export type Blob = Omit<Row<"blobs">, "projectId" | "createdAt"> & { passages: StoredDraft[] };

export type StoredDraft = PassageDraft & Pick<Row<"passages">, "vector" | "textHash">;

/** Those of the blobs that are stored. One that no page uses any more counts as new from now on, so that it is not dropped before this sync publishes it. */
export async function existingBlobs(
  db: Database,
  projectId: string,
  hashes: string[],
  at: string,
): Promise<Set<string>> {
  const rows = await rowsInChunks(hashes, async (some) => {
    await db
      .updateTable("blobs")
      .set({ createdAt: at })
      .where("projectId", "=", projectId)
      .where("hash", "in", some)
      .where(isUnused)
      .execute();
    return blobsOf(db, projectId, some).select("hash").execute();
  });
  return new Set(rows.map((row) => row.hash));
}

/** Content-addressed, so storing a blob twice, or being killed between two calls, changes nothing. */
export async function insertBlobs(
  db: Database,
  projectId: string,
  blobs: Blob[],
  at: string,
): Promise<void> {
  if (blobs.length === 0) return;
  // In one order everywhere: two syncs that store the same blobs must not wait for each other in a circle.
  const sorted = blobs.toSorted((left, right) => (left.hash < right.hash ? -1 : 1));
  const blobRows = sorted.map(({ passages, ...blob }) => ({ ...blob, projectId, createdAt: at }));
  const passageRows = sorted.flatMap(({ hash, passages }) =>
    passages.map((passage, ordinal) => ({
      ...passage,
      id: passageId(projectId, hash, ordinal),
      projectId,
      blobHash: hash,
      ordinal,
    })),
  );
  // A revision that names them is on disk after them, and texts that no revision names may be lost.
  await commitLater(db, async (trx) => {
    await insertMissing(trx, "blobs", blobRows);
    await insertMissing(trx, "passages", passageRows);
  });
}

/** The text of pages, by their blobs. */
export async function blobContents(
  db: Database,
  projectId: string,
  hashes: string[],
): Promise<Map<string, string>> {
  const rows = await rowsInChunks(hashes, (some) =>
    blobsOf(db, projectId, some).select(["hash", "content"]).execute(),
  );
  return new Map(rows.map((row) => [row.hash, row.content]));
}

/** Front matter of pages that have any, by their blobs; with a title, which may stand in the text alone. */
export async function pageMetadata(
  db: Database,
  projectId: string,
  hashes: string[],
): Promise<Map<string, Record<string, unknown>>> {
  const rows = await rowsInChunks([...new Set(hashes)], (some) =>
    blobsOf(db, projectId, some)
      .select(["hash", "title", "metadata"])
      .where("metadata", "!=", {})
      .execute(),
  );
  return new Map(rows.map(({ hash, title, metadata }) => [hash, { title, ...metadata }]));
}

function blobsOf(db: Database, projectId: string, hashes: string[]) {
  return db.selectFrom("blobs").where("projectId", "=", projectId).where("hash", "in", hashes);
}

/** For a query over blobs: no revision names the blob. */
export function isUnused(expression: ExpressionBuilder<Tables, "blobs">) {
  return expression.not(
    expression.exists(
      expression
        .selectFrom("revisionPages")
        .select("path")
        .whereRef("revisionPages.projectId", "=", "blobs.projectId")
        .whereRef("revisionPages.blobHash", "=", "blobs.hash"),
    ),
  );
}

/** By what it is a passage of, so that whoever knows that need not keep it. */
export function passageId(projectId: string, hash: string, ordinal: number): string {
  return `pas_${digestOf("sha256", `${projectId}\n${hash}\n${ordinal}`).slice(0, 32)}`;
}
