import type { PageProblem } from "../../docs/page/parsed-page.ts";
import { AppError } from "../../lib/app-error.ts";
import { newId } from "../../lib/ids.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import { isUnused } from "./blobs.ts";
import {
  compare,
  copyPages,
  type RevisionPage,
  revisionPages,
  writePages,
} from "./revision-pages.ts";
import type { SourceProblem } from "./sources.ts";

export type PublishInput = {
  projectId: string;
  sourceId: string;
  commit: string;
  generator: string;
  /** What the source left out or could not read. */
  problems: SourceProblem[];
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

export async function countPages(db: Database, revisionId: string): Promise<number> {
  const row = await db
    .selectFrom("revisions")
    .select("page_count")
    .where("id", "=", revisionId)
    .executeTakeFirst();
  return row?.page_count ?? 0;
}

export async function projectOfRevision(
  db: Database,
  revisionId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("revisions")
    .select("project_id")
    .where("id", "=", revisionId)
    .executeTakeFirst();
  return row?.project_id;
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
    await markSynced(trx, input);
    const difference = compare(before, pages);
    if (current !== null && !difference.isChanged) {
      await writePages(trx, { projectId: input.projectId, revisionId: current, ...difference });
      return { revisionId: current, changed: false, taken };
    }
    const commits = { ...(await commitsOf(trx, current)), [input.sourceId]: input.commit };
    const revisionId = await insertRevision(trx, input, { pageCount: pages.length, commits });
    if (current !== null) await copyPages(trx, current, revisionId);
    await writePages(trx, { projectId: input.projectId, revisionId, ...difference });
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

/** A source that was removed while it was being read must not bring its pages back. */
async function markSynced(trx: DatabaseTransaction, input: PublishInput): Promise<void> {
  const marked = await trx
    .updateTable("sources")
    .set({
      synced_at: input.at,
      generator: input.generator,
      problems: JSON.stringify(input.problems),
      error: "",
    })
    .where("id", "=", input.sourceId)
    .returning("id")
    .executeTakeFirst();
  if (!marked) throw new AppError("not_found", "This source was removed while it was being read.");
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
  { pageCount, commits }: { pageCount: number; commits: Record<string, string> },
): Promise<string> {
  const revisionId = newId("rev");
  await trx
    .insertInto("revisions")
    .values({
      id: revisionId,
      project_id: input.projectId,
      commits: JSON.stringify(commits),
      page_count: pageCount,
      created_at: input.at,
    })
    .execute();
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
