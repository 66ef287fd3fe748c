import type { Database } from "../database.ts";
import { rowsInChunks } from "../in-chunks.ts";
import type { Row } from "../tables.ts";

const entryColumns = [
  "id",
  "blobHash",
  "ordinal",
  "headings",
  "text",
  "textHash",
  "vector",
] as const;

/** What an index is built of. */
export type PassageEntry = Pick<Row<"passages">, (typeof entryColumns)[number]>;

const textColumns = [
  "id",
  "headings",
  "anchor",
  "startLine",
  "endLine",
  "content",
  "text",
] as const;

/** What a hit shows. */
export type PassageText = Pick<Row<"passages">, (typeof textColumns)[number]>;

/** The passages of some blobs, in the order of their pages. */
export async function passagesOfBlobs(
  db: Database,
  projectId: string,
  hashes: string[],
): Promise<PassageEntry[]> {
  return rowsInChunks(hashes, (some) =>
    db
      .selectFrom("passages")
      .select(entryColumns)
      .where("projectId", "=", projectId)
      .where("blobHash", "in", some)
      .orderBy("ordinal")
      .execute(),
  );
}

/** By id; one that is no longer stored is left out. */
export async function passageTexts(db: Database, ids: string[]): Promise<Map<string, PassageText>> {
  const rows = await rowsInChunks(ids, (some) =>
    db.selectFrom("passages").select(textColumns).where("id", "in", some).execute(),
  );
  return new Map(rows.map((row) => [row.id, row]));
}
