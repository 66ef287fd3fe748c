import type { Database } from "./database.ts";

export type StoredPassage = {
  id: string;
  path: string;
  title: string;
  description: string;
  headings: string[];
  anchor: string;
  startLine: number;
  endLine: number;
  content: string;
  text: string;
  metadata: Record<string, unknown>;
  vector: Uint8Array;
};

export type StoredPage = {
  path: string;
  title: string;
  description: string;
  content: string;
  metadata: Record<string, unknown>;
};

/** Every passage that may be answered from: hidden pages stay out. */
export async function revisionPassages(db: Database, revisionId: string): Promise<StoredPassage[]> {
  const rows = await pagesOf(db, revisionId)
    .innerJoin("passages", (join) =>
      join
        .onRef("passages.project_id", "=", "blobs.project_id")
        .onRef("passages.blob_hash", "=", "blobs.hash"),
    )
    .select([
      "passages.id as id",
      "revision_pages.path as path",
      "blobs.title as title",
      "blobs.description as description",
      "blobs.metadata as metadata",
      "passages.headings as headings",
      "passages.anchor as anchor",
      "passages.start_line as start_line",
      "passages.end_line as end_line",
      "passages.content as content",
      "passages.text as text",
      "passages.vector as vector",
    ])
    .orderBy("passages.ordinal")
    .execute();
  // PostgreSQL may sort text by language; ranking must not depend on the store.
  rows.sort(byPath);
  return rows.map((row) => ({
    id: row.id,
    path: row.path,
    title: row.title || titleFromPath(row.path),
    description: row.description,
    headings: JSON.parse(row.headings),
    anchor: row.anchor,
    startLine: row.start_line,
    endLine: row.end_line,
    content: row.content,
    text: row.text,
    metadata: JSON.parse(row.metadata),
    vector: row.vector,
  }));
}

/** The first of the paths that is a page. */
export async function findPage(
  db: Database,
  revisionId: string,
  paths: string[],
): Promise<StoredPage | undefined> {
  const rows = await pagesOf(db, revisionId)
    .select([
      "revision_pages.path as path",
      "blobs.title as title",
      "blobs.description as description",
      "blobs.content as content",
      "blobs.metadata as metadata",
    ])
    .where("revision_pages.path", "in", paths)
    .execute();
  const place = (row: { path: string }) => paths.indexOf(row.path);
  const [row] = rows.sort((left, right) => place(left) - place(right));
  if (!row) return undefined;
  return {
    ...row,
    title: row.title || titleFromPath(row.path),
    metadata: JSON.parse(row.metadata),
  };
}

function pagesOf(db: Database, revisionId: string) {
  return db
    .selectFrom("revision_pages")
    .innerJoin("blobs", (join) =>
      join
        .onRef("blobs.project_id", "=", "revision_pages.project_id")
        .onRef("blobs.hash", "=", "revision_pages.blob_hash"),
    )
    .where("revision_pages.revision_id", "=", revisionId)
    .where("blobs.hidden", "=", 0);
}

function byPath(left: { path: string }, right: { path: string }): number {
  if (left.path === right.path) return 0;
  return left.path < right.path ? -1 : 1;
}

/** `guides/first-steps.mdx` reads "First steps" when the page names no title itself. */
function titleFromPath(path: string): string {
  const name = path.replace(/\.[a-z]+$/i, "").replace(/\/(index|readme)$/i, "");
  const words = (name.split("/").at(-1) ?? name).replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
