import { sql } from "kysely";
import type { Database } from "../database.ts";
import { rowsInChunks } from "../in-chunks.ts";
import type { Row } from "../tables.ts";
import { isPageOf } from "./page-overlays.ts";

/** What the site makes of a page. */
export type PagePlace = Pick<
  Row<"revisionPages">,
  "address" | "section" | "title" | "hidden" | "edition"
> & {
  /** Place in the navigation; undefined when it does not list the page. */
  position: number | undefined;
};

export type RevisionPage = Pick<
  Row<"revisionPages">,
  "path" | "sourceId" | "blobHash" | "contentId" | "file" | "includes"
> & { place: PagePlace };

/** All pages of a revision, or those under some paths. */
export async function revisionPages(
  db: Database,
  revisionId: string,
  paths?: string[],
): Promise<RevisionPage[]> {
  const query = db.selectFrom("revisionPages").selectAll().where(isPageOf(revisionId));
  const rows = paths
    ? await rowsInChunks(paths, (some) => query.where("path", "in", some).execute())
    : await query.execute();
  rows.sort((left, right) => (left.path < right.path ? -1 : 1));
  return rows.map(({ path, sourceId, blobHash, contentId, file, includes, ...row }) => {
    const { address, section, title, hidden, edition, position } = row;
    const place = { address, section, title, hidden, edition, position: position ?? undefined };
    return { path, sourceId, blobHash, contentId, file: file || path, includes, place };
  });
}

/** The file of its source that a page was made of. */
export async function findPageFile(
  db: Database,
  revisionId: string,
  path: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("revisionPages")
    .select("file")
    .where(isPageOf(revisionId))
    .where("path", "=", path)
    .executeTakeFirst();
  return row && (row.file || path);
}

/** What a page was made of, and no more. */
export type KnownPage = Pick<RevisionPage, "path" | "blobHash" | "contentId" | "file" | "includes">;

/** The pages that a revision has of a source. */
export async function knownPages(
  db: Database,
  revisionId: string,
  sourceId: string,
): Promise<KnownPage[]> {
  const rows = await db
    .selectFrom("revisionPages")
    .select(["path", "blobHash", "contentId", "file", "includes"])
    .where(isPageOf(revisionId))
    .where("sourceId", "=", sourceId)
    .execute();
  return rows.map((row) => (row.file === "" ? { ...row, file: row.path } : row));
}

export type SourcePage = Pick<Row<"revisionPages">, "path" | "file"> &
  Pick<Row<"blobs">, "metadata">;

/** The pages of one source in a revision, hidden ones too, with what their front matter says. */
export async function sourcePages(
  db: Database,
  revisionId: string,
  sourceId: string,
): Promise<SourcePage[]> {
  const rows = await pagesWithBlobs(db, revisionId)
    .select(["revisionPages.path", "revisionPages.file", "blobs.metadata", "blobs.title"])
    .where("revisionPages.sourceId", "=", sourceId)
    .execute();
  return rows.map(({ path, file, metadata, title }) => ({
    ...{ path, file: file || path },
    metadata: { title, ...metadata },
  }));
}

/** The commit of a source that the pages of a revision come from; "" for a folder, and where none is known. */
export async function commitOfRevision(
  db: Database,
  revisionId: string,
  sourceId: string,
): Promise<string> {
  const row = await db
    .selectFrom("revisions")
    .select("commits")
    .where("id", "=", revisionId)
    .executeTakeFirst();
  return row?.commits[sourceId] ?? "";
}

/** The pages of a revision, each with its blob. */
export function pagesWithBlobs(db: Database, revisionId: string) {
  return db
    .selectFrom("revisionPages")
    .where(isPageOf(revisionId))
    .innerJoin("blobs", (join) =>
      join
        .onRef("blobs.projectId", "=", "revisionPages.projectId")
        .onRef("blobs.hash", "=", "revisionPages.blobHash"),
    );
}

/** Pages with the faults that were found inside them. */
export function faultyPages(db: Database, revisionId: string) {
  return pagesWithBlobs(db, revisionId)
    .select(["revisionPages.path", "blobs.problems"])
    .where(sql<boolean>`blobs.problems != '[]'`)
    .orderBy("revisionPages.path");
}

export type Difference = {
  /** Pages to write, new or with anything different. */
  written: RevisionPage[];
  /** Paths whose old row goes. */
  dropped: string[];
  /** Whether a reader can tell: how a file was recognised as unchanged is no reader's business. */
  isChanged: boolean;
};

export function compare(before: RevisionPage[], after: RevisionPage[]): Difference {
  const known = new Map(before.map((page) => [page.path, page]));
  const written = after.filter((page) => !isSame(known.get(page.path), page, true));
  const kept = new Set(after.map((page) => page.path));
  const gone = before.filter((page) => !kept.has(page.path)).map((page) => page.path);
  const replaced = written.filter((page) => known.has(page.path)).map((page) => page.path);
  return {
    written,
    dropped: [...gone, ...replaced],
    isChanged:
      gone.length > 0 || written.some((page) => !isSame(known.get(page.path), page, false)),
  };
}

function isSame(before: RevisionPage | undefined, after: RevisionPage, exactly: boolean): boolean {
  if (before === undefined || before.blobHash !== after.blobHash) return false;
  if (exactly && before.contentId !== after.contentId) return false;
  return (
    before.sourceId === after.sourceId &&
    before.file === after.file &&
    isSamePlace(before.place, after.place) &&
    isSameList(before.includes, after.includes)
  );
}

function isSamePlace(before: PagePlace, after: PagePlace): boolean {
  return (
    before.address === after.address &&
    before.position === after.position &&
    before.title === after.title &&
    before.hidden === after.hidden &&
    isSameList(before.section, after.section) &&
    isAlike(before.edition, after.edition)
  );
}

function isSameList(before: string[], after: string[]): boolean {
  return before.length === after.length && before.every((item, at) => item === after[at]);
}

function isAlike(before: object, after: object): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}
