import { createHash } from "node:crypto";
import type { ExpressionBuilder } from "kysely";
import type { PageProblem, PassageDraft } from "../../docs/page/parsed-page.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

export type Blob = {
  hash: string;
  content: string;
  title: string;
  description: string;
  metadata: Record<string, unknown>;
  hidden: boolean;
  problems: PageProblem[];
  /** Language of the text as a short code; "" when it was not looked at. */
  language: string;
  passages: StoredDraft[];
};

export type StoredDraft = PassageDraft & {
  vector: Uint8Array;
  /** Identity of title and text together: what an embedder is given. */
  textHash: string;
};

const chunkSize = 200;

/** Those of the blobs that are stored. One that no page uses any more counts as new from now on, so that it is not dropped before this sync publishes it. */
export async function existingBlobs(
  db: Database,
  projectId: string,
  hashes: string[],
  at: string,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const some of inChunks(hashes)) {
    await db
      .updateTable("blobs")
      .set({ created_at: at })
      .where("project_id", "=", projectId)
      .where("hash", "in", some)
      .where(isUnused)
      .execute();
    const rows = await db
      .selectFrom("blobs")
      .select("hash")
      .where("project_id", "=", projectId)
      .where("hash", "in", some)
      .execute();
    for (const row of rows) found.add(row.hash);
  }
  return found;
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
  const blobRows = sorted.map((blob) => ({
    project_id: projectId,
    hash: blob.hash,
    content: blob.content,
    title: blob.title,
    description: blob.description,
    metadata: JSON.stringify(blob.metadata),
    hidden: blob.hidden ? 1 : 0,
    problems: JSON.stringify(blob.problems),
    language: blob.language,
    created_at: at,
  }));
  const passageRows = sorted.flatMap((blob) => toPassageRows(projectId, blob));
  await db.transaction().execute(async (trx) => {
    for (const rows of inChunks(blobRows)) {
      await trx
        .insertInto("blobs")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    for (const rows of inChunks(passageRows)) {
      await trx
        .insertInto("passages")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

/** For a query over blobs: no revision names the blob. */
export function isUnused(expression: ExpressionBuilder<Tables, "blobs">) {
  return expression.not(
    expression.exists(
      expression
        .selectFrom("revision_pages")
        .select("path")
        .whereRef("revision_pages.project_id", "=", "blobs.project_id")
        .whereRef("revision_pages.blob_hash", "=", "blobs.hash"),
    ),
  );
}

export function* inChunks<Item>(items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += chunkSize)
    yield items.slice(start, start + chunkSize);
}

function toPassageRows(projectId: string, blob: Blob) {
  return blob.passages.map((passage, ordinal) => ({
    id: passageId(projectId, blob.hash, ordinal),
    project_id: projectId,
    blob_hash: blob.hash,
    ordinal,
    headings: JSON.stringify(passage.headings),
    anchor: passage.anchor,
    start_line: passage.startLine,
    end_line: passage.endLine,
    content: passage.content,
    text: passage.text,
    text_hash: passage.textHash,
    vector: passage.vector,
  }));
}

function passageId(projectId: string, hash: string, ordinal: number): string {
  const digest = createHash("sha256").update(`${projectId}\n${hash}\n${ordinal}`).digest("hex");
  return `pas_${digest.slice(0, 32)}`;
}
