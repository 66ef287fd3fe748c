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
  "laterHeadings",
  "startLine",
  "endLine",
  "content",
  "text",
] as const;

/** What a hit shows. */
export type PassageText = Pick<Row<"passages">, (typeof textColumns)[number]> & {
  /** The text of the page it stands on. */
  blobHash?: string;
};

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

/** What the passages of these blobs say, and under which headings: those of small neighbours included. */
export async function headedTexts(db: Database, projectId: string, hashes: string[]) {
  return rowsInChunks(hashes, (some) =>
    db
      .selectFrom("passages")
      .select(["blobHash", "headings", "laterHeadings", "text"])
      .where("projectId", "=", projectId)
      .where("blobHash", "in", some)
      .orderBy("ordinal")
      .execute(),
  );
}

/** By id; one that is no longer stored is left out. */
export async function passageTexts(db: Database, ids: string[]): Promise<Map<string, PassageText>> {
  const rows = await rowsInChunks(ids, (some) =>
    db
      .selectFrom("passages")
      .select([...textColumns, "blobHash"])
      .where("id", "in", some)
      .execute(),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The headings above passages, by id; one that is no longer stored is left out. */
export async function headingsOfPassages(
  db: Database,
  ids: string[],
): Promise<Map<string, string[]>> {
  const rows = await rowsInChunks(ids, (some) =>
    db.selectFrom("passages").select(["id", "headings"]).where("id", "in", some).execute(),
  );
  return new Map(rows.map(({ id, headings }) => [id, headings]));
}

/** A passage that stands near another one on its page; that one is named by its id. */
export type NearPassage = PassageText & { hitId: string };

const nearBefore = 2;
const nearAfter = 3;

/** What stands just before and after these passages on their pages, in the order of the pages. */
export async function passagesNear(db: Database, ids: string[]): Promise<NearPassage[]> {
  return rowsInChunks(ids, (some) =>
    db
      .selectFrom("passages as hit")
      .innerJoin("passages as other", (join) =>
        join
          .onRef("other.projectId", "=", "hit.projectId")
          .onRef("other.blobHash", "=", "hit.blobHash")
          .onRef("other.id", "!=", "hit.id"),
      )
      .select(textColumns.map((column) => `other.${column}` as const))
      .select(["hit.id as hitId", "other.blobHash"])
      .where("hit.id", "in", some)
      .where(({ eb }) => eb("other.ordinal", ">=", eb("hit.ordinal", "-", nearBefore)))
      .where(({ eb }) => eb("other.ordinal", "<=", eb("hit.ordinal", "+", nearAfter)))
      .orderBy("other.ordinal")
      .execute(),
  );
}
