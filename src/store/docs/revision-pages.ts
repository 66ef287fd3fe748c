import type { Database, DatabaseTransaction } from "../database.ts";
import { inChunks } from "./blobs.ts";

/** What the site makes of a page. */
export type PagePlace = {
  /** Address below the site's base URL. */
  address: string;
  /** Place in the navigation; undefined when it does not list the page. */
  position: number | undefined;
  /** Titles of the navigation's groups above the page. */
  section: string[];
  /** Title the navigation gives the page; "" for none. */
  title: string;
  hidden: boolean;
};

export type RevisionPage = {
  path: string;
  sourceId: string;
  blobHash: string;
  contentId: string;
  /** The file of the source that the page was made of. */
  file: string;
  /** Further files whose text is part of the page. */
  includes: string[];
  place: PagePlace;
};

export async function revisionPages(db: Database, revisionId: string): Promise<RevisionPage[]> {
  const rows = await db
    .selectFrom("revision_pages")
    .selectAll()
    .where("revision_id", "=", revisionId)
    .execute();
  rows.sort((left, right) => (left.path < right.path ? -1 : 1));
  return rows.map((row) => ({
    path: row.path,
    sourceId: row.source_id,
    blobHash: row.blob_hash,
    contentId: row.content_id,
    file: row.file || row.path,
    includes: listOf(row.includes),
    place: {
      address: row.address,
      position: row.position ?? undefined,
      section: listOf(row.section),
      title: row.title,
      hidden: row.hidden === 1,
    },
  }));
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
    listText(before.includes) === listText(after.includes)
  );
}

function isSamePlace(before: PagePlace, after: PagePlace): boolean {
  return (
    before.address === after.address &&
    before.position === after.position &&
    before.title === after.title &&
    before.hidden === after.hidden &&
    listText(before.section) === listText(after.section)
  );
}

/** Inside the store, so that a sync of one page does not send thousands of rows back and forth. */
export async function copyPages(trx: DatabaseTransaction, from: string, to: string): Promise<void> {
  const columns = [
    "project_id",
    "source_id",
    "path",
    "blob_hash",
    "content_id",
    "file",
    "includes",
    "address",
    "position",
    "section",
    "title",
    "hidden",
  ] as const;
  await trx
    .insertInto("revision_pages")
    .columns(["revision_id", ...columns])
    .expression(
      trx
        .selectFrom("revision_pages")
        .select((expression) => [expression.val(to).as("revision_id"), ...columns])
        .where("revision_id", "=", from),
    )
    .execute();
}

export async function writePages(
  trx: DatabaseTransaction,
  input: Difference & { projectId: string; revisionId: string },
): Promise<void> {
  for (const some of inChunks(input.dropped)) {
    await trx
      .deleteFrom("revision_pages")
      .where("revision_id", "=", input.revisionId)
      .where("path", "in", some)
      .execute();
  }
  const rows = input.written.map((page) => ({
    revision_id: input.revisionId,
    project_id: input.projectId,
    source_id: page.sourceId,
    path: page.path,
    blob_hash: page.blobHash,
    content_id: page.contentId,
    file: page.file,
    includes: listText(page.includes),
    address: page.place.address,
    position: page.place.position ?? null,
    section: listText(page.place.section),
    title: page.place.title,
    hidden: page.place.hidden ? 1 : 0,
  }));
  for (const some of inChunks(rows)) await trx.insertInto("revision_pages").values(some).execute();
}

/** Lists of texts are stored as JSON, and an empty one as nothing. */
function listOf(json: string): string[] {
  return json === "" ? [] : JSON.parse(json);
}

function listText(list: string[]): string {
  return list.length === 0 ? "" : JSON.stringify(list);
}
