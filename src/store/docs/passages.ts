import type { Database } from "../database.ts";
import { inChunks } from "./blobs.ts";

/** What an index is built of. */
export type PassageEntry = {
  id: string;
  blobHash: string;
  ordinal: number;
  headings: string[];
  text: string;
  textHash: string;
  vector: Uint8Array;
};

/** What a hit shows. */
export type PassageText = {
  id: string;
  headings: string[];
  anchor: string;
  startLine: number;
  endLine: number;
  content: string;
  text: string;
};

/** The passages of some blobs, in the order of their pages. */
export async function passagesOfBlobs(
  db: Database,
  projectId: string,
  hashes: string[],
): Promise<PassageEntry[]> {
  const entries: PassageEntry[] = [];
  for (const some of inChunks(hashes)) {
    const rows = await db
      .selectFrom("passages")
      .select(["id", "blob_hash", "ordinal", "headings", "text", "text_hash", "vector"])
      .where("project_id", "=", projectId)
      .where("blob_hash", "in", some)
      .orderBy("ordinal")
      .execute();
    for (const row of rows) {
      entries.push({
        id: row.id,
        blobHash: row.blob_hash,
        ordinal: row.ordinal,
        headings: JSON.parse(row.headings),
        text: row.text,
        textHash: row.text_hash,
        vector: row.vector,
      });
    }
  }
  return entries;
}

/** By id; one that is no longer stored is left out. */
export async function passageTexts(db: Database, ids: string[]): Promise<Map<string, PassageText>> {
  const texts = new Map<string, PassageText>();
  for (const some of inChunks(ids)) {
    const rows = await db
      .selectFrom("passages")
      .select(["id", "headings", "anchor", "start_line", "end_line", "content", "text"])
      .where("id", "in", some)
      .execute();
    for (const row of rows) {
      texts.set(row.id, {
        id: row.id,
        headings: JSON.parse(row.headings),
        anchor: row.anchor,
        startLine: row.start_line,
        endLine: row.end_line,
        content: row.content,
        text: row.text,
      });
    }
  }
  return texts;
}
