import { newId } from "../lib/ids.ts";
import type { PageProblem } from "../markdown/page.ts";
import { inChunks, isUnused } from "./blobs.ts";
import type { Database, DatabaseTransaction } from "./database.ts";

export type RevisionPage = { path: string; sourceId: string; blobHash: string; contentId: string };

export type PublishInput = {
  projectId: string;
  sourceId: string;
  commit: string;
  /** Every page of this source, changed or not; pages of the project's other sources are carried over. */
  pages: RevisionPage[];
  at: string;
};

export type Published = {
  revisionId: string;
  changed: boolean;
  /** Paths left out because another source of the project already has a page there. */
  taken: string[];
};

export async function revisionPages(db: Database, revisionId: string): Promise<RevisionPage[]> {
  const rows = await db
    .selectFrom("revision_pages")
    .select(["path", "source_id", "blob_hash", "content_id"])
    .where("revision_id", "=", revisionId)
    .orderBy("path")
    .execute();
  return rows.map((row) => ({
    path: row.path,
    sourceId: row.source_id,
    blobHash: row.blob_hash,
    contentId: row.content_id,
  }));
}

export async function countPages(db: Database, revisionId: string): Promise<number> {
  const row = await db
    .selectFrom("revisions")
    .select("page_count")
    .where("id", "=", revisionId)
    .executeTakeFirst();
  return row?.page_count ?? 0;
}

/** Makes the new set of pages current in one transaction: readers see all of the old revision or all of the new one. */
export async function publishRevision(db: Database, input: PublishInput): Promise<Published> {
  return db.transaction().execute(async (trx) => {
    const current = await lockCurrentRevision(trx, input.projectId);
    const before = current === null ? [] : await revisionPages(trx, current);
    const others = before.filter((page) => page.sourceId !== input.sourceId);
    const otherPaths = new Set(others.map((page) => page.path));
    const own = input.pages.filter((page) => !otherPaths.has(page.path));
    const taken = input.pages.map((page) => page.path).filter((path) => otherPaths.has(path));
    const pages = [...others, ...own];
    await trx
      .updateTable("sources")
      .set({ synced_at: input.at })
      .where("id", "=", input.sourceId)
      .execute();
    if (current !== null && samePages(before, pages))
      return { revisionId: current, changed: false, taken };
    const commits = { ...(await commitsOf(trx, current)), [input.sourceId]: input.commit };
    const revisionId = await insertRevision(trx, input, { pages, commits });
    await trx
      .updateTable("projects")
      .set({ current_revision_id: revisionId })
      .where("id", "=", input.projectId)
      .execute();
    await dropUnusedRevisions(trx, input, [revisionId, current ?? revisionId]);
    return { revisionId, changed: true, taken };
  });
}

export async function pageProblems(
  db: Database,
  revisionId: string,
): Promise<{ path: string; problems: PageProblem[] }[]> {
  const rows = await db
    .selectFrom("revision_pages")
    .innerJoin("blobs", (join) =>
      join
        .onRef("blobs.project_id", "=", "revision_pages.project_id")
        .onRef("blobs.hash", "=", "revision_pages.blob_hash"),
    )
    .select(["revision_pages.path as path", "blobs.problems as problems"])
    .where("revision_id", "=", revisionId)
    .where("blobs.problems", "!=", "[]")
    .orderBy("path")
    .execute();
  return rows.map((row) => ({ path: row.path, problems: JSON.parse(row.problems) }));
}

/** The write comes before the read, so that PostgreSQL too holds the row until the end of the transaction. */
async function lockCurrentRevision(
  trx: DatabaseTransaction,
  projectId: string,
): Promise<string | null> {
  const row = await trx
    .updateTable("projects")
    .set((expression) => ({ current_revision_id: expression.ref("current_revision_id") }))
    .where("id", "=", projectId)
    .returning("current_revision_id")
    .executeTakeFirstOrThrow();
  return row.current_revision_id;
}

function samePages(before: RevisionPage[], after: RevisionPage[]): boolean {
  if (before.length !== after.length) return false;
  const identity = (page: RevisionPage) =>
    `${page.sourceId}\n${page.path}\n${page.blobHash}\n${page.contentId}`;
  const known = new Set(before.map(identity));
  return after.every((page) => known.has(identity(page)));
}

/** The commit of each source that the pages come from. */
async function commitsOf(
  trx: DatabaseTransaction,
  revisionId: string | null,
): Promise<Record<string, string>> {
  if (revisionId === null) return {};
  const row = await trx
    .selectFrom("revisions")
    .select("commits")
    .where("id", "=", revisionId)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.commits);
}

async function insertRevision(
  trx: DatabaseTransaction,
  input: PublishInput,
  { pages, commits }: { pages: RevisionPage[]; commits: Record<string, string> },
): Promise<string> {
  const revisionId = newId("rev");
  await trx
    .insertInto("revisions")
    .values({
      id: revisionId,
      project_id: input.projectId,
      commits: JSON.stringify(commits),
      page_count: pages.length,
      created_at: input.at,
    })
    .execute();
  const rows = pages.map((page) => ({
    revision_id: revisionId,
    project_id: input.projectId,
    source_id: page.sourceId,
    path: page.path,
    blob_hash: page.blobHash,
    content_id: page.contentId,
  }));
  for (const some of inChunks(rows)) await trx.insertInto("revision_pages").values(some).execute();
  return revisionId;
}

const unusedBlobsStayMs = 60 * 60_000;

/**
 * A revision stays while it is current, was current until now (a reader may be in the middle of it) or an answer was
 * given from it. Blobs no revision names go as well, but not those another sync may have stored a moment ago.
 */
async function dropUnusedRevisions(
  trx: DatabaseTransaction,
  input: PublishInput,
  keep: string[],
): Promise<void> {
  await trx
    .deleteFrom("revisions")
    .where("project_id", "=", input.projectId)
    .where("id", "not in", keep)
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom("answers")
            .select("answers.id")
            .whereRef("answers.revision_id", "=", "revisions.id"),
        ),
      ),
    )
    .execute();
  await trx
    .deleteFrom("blobs")
    .where("project_id", "=", input.projectId)
    .where("created_at", "<", new Date(Date.parse(input.at) - unusedBlobsStayMs).toISOString())
    .where(isUnused)
    .execute();
}
