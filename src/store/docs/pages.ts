import { sql } from "kysely";
import type { Database } from "../database.ts";
import { inChunks } from "./blobs.ts";

/** A page that readers may see: not hidden by its front matter or by its site. */
export type VisiblePage = {
  path: string;
  sourceId: string;
  blobHash: string;
  title: string;
  description: string;
  metadata: Record<string, unknown>;
  language: string;
  /** Address below the site's base URL; "" when the site has no rule of its own for it. */
  address: string;
  /** Address of the site its source is published on; "" for the project's own. */
  baseUrl: string;
  section: string[];
  /** Place in the navigation; undefined when it does not list the page. */
  position: number | undefined;
};

export type StoredPage = VisiblePage & { content: string };

/** Pages in one order everywhere: PostgreSQL may sort text by language. */
export async function visiblePages(db: Database, revisionId: string): Promise<VisiblePage[]> {
  const rows = await pagesOf(db, revisionId).select(pageColumns).execute();
  return rows.map(toPage).sort(byPath);
}

export type PageAddress = Pick<VisiblePage, "path" | "address" | "baseUrl">;

/** Where every page that readers may see is, and no more. */
export async function pageAddresses(db: Database, revisionId: string): Promise<PageAddress[]> {
  const rows = await pagesOf(db, revisionId)
    .select([
      "revision_pages.path as path",
      "revision_pages.address as address",
      "sources.base_url as base_url",
    ])
    .execute();
  return rows.map(({ path, address, base_url }) => ({ path, address, baseUrl: base_url ?? "" }));
}

/** The first of the paths that is a page. */
export async function findPage(
  db: Database,
  revisionId: string,
  paths: string[],
): Promise<StoredPage | undefined> {
  const rows = await pagesOf(db, revisionId)
    .select([...pageColumns, "blobs.content as content"])
    .where("revision_pages.path", "in", paths)
    .execute();
  const place = (row: { path: string }) => paths.indexOf(row.path);
  const [row] = rows.sort((left, right) => place(left) - place(right));
  return row && { ...toPage(row), content: row.content };
}

/** Pages whose text holds these words just so, whatever their case. */
export async function pagesContaining(
  db: Database,
  revisionId: string,
  { text, limit }: { text: string; limit: number },
): Promise<StoredPage[]> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await pagesOf(db, revisionId)
    .select([...pageColumns, "blobs.content as content"])
    .where(sql<boolean>`lower(blobs.content) like ${pattern} escape ${"\\"}`)
    .orderBy("revision_pages.path")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...toPage(row), content: row.content }));
}

/** The text of pages, by their blobs. */
export async function blobContents(
  db: Database,
  projectId: string,
  hashes: string[],
): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const some of inChunks(hashes)) {
    const rows = await db
      .selectFrom("blobs")
      .select(["hash", "content"])
      .where("project_id", "=", projectId)
      .where("hash", "in", some)
      .execute();
    for (const row of rows) contents.set(row.hash, row.content);
  }
  return contents;
}

/** Front matter of pages, by their blobs. */
export async function pageMetadata(
  db: Database,
  projectId: string,
  hashes: string[],
): Promise<Map<string, Record<string, unknown>>> {
  const found = new Map<string, Record<string, unknown>>();
  for (const some of inChunks([...new Set(hashes)])) {
    const rows = await db
      .selectFrom("blobs")
      .select(["hash", "metadata"])
      .where("project_id", "=", projectId)
      .where("hash", "in", some)
      .where("metadata", "!=", "{}")
      .execute();
    for (const row of rows) found.set(row.hash, JSON.parse(row.metadata));
  }
  return found;
}

const pageColumns = [
  "revision_pages.path as path",
  "revision_pages.source_id as source_id",
  "revision_pages.blob_hash as blob_hash",
  "revision_pages.address as address",
  "revision_pages.section as section",
  "revision_pages.position as position",
  "revision_pages.title as listed_title",
  "blobs.title as title",
  "blobs.description as description",
  "blobs.metadata as metadata",
  "blobs.language as language",
  "sources.base_url as base_url",
] as const;

function pagesOf(db: Database, revisionId: string) {
  return db
    .selectFrom("revision_pages")
    .innerJoin("blobs", (join) =>
      join
        .onRef("blobs.project_id", "=", "revision_pages.project_id")
        .onRef("blobs.hash", "=", "revision_pages.blob_hash"),
    )
    .leftJoin("sources", "sources.id", "revision_pages.source_id")
    .where("revision_pages.revision_id", "=", revisionId)
    .where("revision_pages.hidden", "=", 0)
    .where("blobs.hidden", "=", 0);
}

type PageRow = {
  path: string;
  source_id: string;
  blob_hash: string;
  address: string;
  section: string;
  position: number | null;
  listed_title: string;
  title: string;
  description: string;
  metadata: string;
  language: string;
  base_url: string | null;
};

function toPage(row: PageRow): VisiblePage {
  return {
    path: row.path,
    sourceId: row.source_id,
    blobHash: row.blob_hash,
    title: row.title || row.listed_title || titleFromPath(row.path),
    description: row.description,
    metadata: JSON.parse(row.metadata),
    language: row.language,
    address: row.address,
    baseUrl: row.base_url ?? "",
    section: row.section === "" ? [] : JSON.parse(row.section),
    position: row.position ?? undefined,
  };
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
