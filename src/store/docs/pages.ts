import { type InferResult, sql } from "kysely";
import { type Edition, soleEdition } from "../../docs/site/edition.ts";
import type { Database } from "../database.ts";
import { rowsInChunks } from "../in-chunks.ts";
import type { Row } from "../tables.ts";
import { pagesWithBlobs } from "./revision-pages.ts";

/** A page that readers may see: not hidden by its front matter or by its site. */
export type VisiblePage = Pick<
  Row<"revisionPages">,
  "path" | "sourceId" | "blobHash" | "address" | "section"
> &
  Pick<Row<"blobs">, "title" | "description" | "metadata" | "language"> &
  Pick<Row<"sources">, "baseUrl"> & {
    /** Place in the navigation; undefined when it does not list the page. */
    position: number | undefined;
    edition: Edition;
    /** What the navigation calls it, where that is something else. */
    listedTitle?: string;
  };

export type StoredPage = VisiblePage & { content: string };

/** All of them, or those under some paths. In one order everywhere: PostgreSQL may sort text by language. */
export async function visiblePages(
  db: Database,
  revisionId: string,
  paths?: string[],
): Promise<VisiblePage[]> {
  const query = selectPages(db, revisionId);
  const rows = paths
    ? await rowsInChunks(paths, (some) => query.where("revisionPages.path", "in", some).execute())
    : await query.execute();
  return rows.map(toPage).sort(byPath);
}

export type PageAddress = Pick<VisiblePage, "path" | "address" | "baseUrl">;

/** Where every page that readers may see is, and no more. */
export async function pageAddresses(db: Database, revisionId: string): Promise<PageAddress[]> {
  const rows = await visible(db, revisionId)
    .select(["revisionPages.path", "revisionPages.address", "sources.baseUrl"])
    .execute();
  return rows.map((row) => ({ ...row, baseUrl: row.baseUrl ?? "" }));
}

export type TitledPage = PageAddress & Pick<VisiblePage, "title">;

/** What every page that readers may see is called, and where it is. */
export async function titledPages(db: Database, revisionId: string): Promise<TitledPage[]> {
  const rows = await visible(db, revisionId)
    .select(["revisionPages.path", "revisionPages.address", "sources.baseUrl"])
    .select(["blobs.title", "revisionPages.title as listedTitle"])
    .execute();
  return rows.map(({ listedTitle, ...row }) => ({
    ...row,
    title: row.title || listedTitle || titleFromPath(row.path),
    baseUrl: row.baseUrl ?? "",
  }));
}

/** The first of the paths that is a page. */
export async function findPage(
  db: Database,
  revisionId: string,
  paths: string[],
): Promise<StoredPage | undefined> {
  const rows = await selectPages(db, revisionId)
    .select("blobs.content")
    .where("revisionPages.path", "in", paths)
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
  const rows = await selectPages(db, revisionId)
    .select("blobs.content")
    .where(sql<boolean>`lower(blobs.content) like ${pattern} escape ${"\\"}`)
    .orderBy("revisionPages.path")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...toPage(row), content: row.content }));
}

function selectPages(db: Database, revisionId: string) {
  return visible(db, revisionId)
    .select(["revisionPages.path", "revisionPages.sourceId", "revisionPages.blobHash"])
    .select(["revisionPages.address", "revisionPages.section", "revisionPages.position"])
    .select(["revisionPages.edition", "revisionPages.title as listedTitle"])
    .select(["blobs.title", "blobs.description", "blobs.metadata", "blobs.language"])
    .select("sources.baseUrl");
}

function visible(db: Database, revisionId: string) {
  return pagesWithBlobs(db, revisionId)
    .leftJoin("sources", "sources.id", "revisionPages.sourceId")
    .where("revisionPages.hidden", "=", false)
    .where("blobs.hidden", "=", false);
}

type PageRow = InferResult<ReturnType<typeof selectPages>>[number];

function toPage({ listedTitle, ...row }: PageRow): VisiblePage {
  const title = row.title || listedTitle || titleFromPath(row.path);
  return {
    ...row,
    title,
    ...(listedTitle !== "" && listedTitle !== title && { listedTitle }),
    baseUrl: row.baseUrl ?? "",
    position: row.position ?? undefined,
    edition: { ...soleEdition(row.path), ...row.edition },
  };
}

export function byPath(left: { path: string }, right: { path: string }): number {
  if (left.path === right.path) return 0;
  return left.path < right.path ? -1 : 1;
}

/** `guides/first-steps.mdx` reads "First steps" when the page names no title itself. */
function titleFromPath(path: string): string {
  const name = path.replace(/\.[a-z]+$/i, "").replace(/\/(index|readme)$/i, "");
  const words = (name.split("/").at(-1) ?? name).replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
