import { AppError } from "../../lib/app-error.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import { rowsInChunks } from "../in-chunks.ts";
import type { Row } from "../tables.ts";
import { dropUnusedRevisions } from "./drop-revisions.ts";
import { insertRevision } from "./insert-revision.ts";
import { isPageOf } from "./page-overlays.ts";
import { compare, faultyPages, type RevisionPage, revisionPages } from "./revision-pages.ts";
import { deleteSource } from "./sources.ts";
import { writePages } from "./write-pages.ts";

export type PublishInput = Pick<Row<"sources">, "projectId" | "generator" | "problems"> & {
  sourceId: string;
  commit: string;
  /** What decided about the places of the pages; "" or left out where that cannot be said. */
  siteId?: string;
  /** Every page of this source, changed or not; pages of the project's other sources are carried over. */
  pages: RevisionPage[];
  /** Where `pages` are not all: those in their stead in a revision whose other pages of the source stay as they are. */
  since?: { revisionId: string; pages: RevisionPage[] };
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
    .select("pageCount")
    .where("id", "=", revisionId)
    .executeTakeFirst();
  return row?.pageCount ?? 0;
}

export async function projectOfRevision(
  db: Database,
  revisionId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("revisions")
    .select("projectId")
    .where("id", "=", revisionId)
    .executeTakeFirst();
  return row?.projectId;
}

/** What decided about the places of a source's pages in a revision, which commit they are of, and when that was looked at. */
export async function placedBy(
  db: Database,
  revisionId: string,
  sourceId: string,
): Promise<{ siteId: string; commit: string; at: string } | undefined> {
  const row = await db
    .selectFrom("revisions")
    .select(["siteIds", "commits", "createdAt"])
    .where("id", "=", revisionId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { siteIds, commits, createdAt } = row;
  return { siteId: siteIds[sourceId] ?? "", commit: commits[sourceId] ?? "", at: createdAt };
}

/** So long a text that was taken out may stay in the store below newer revisions. */
const baseStaysMs = 24 * 60 * 60_000;

/** Makes the new set of pages current in one transaction: readers see all of the old revision or all of the new one. */
export async function publishRevision(db: Database, input: PublishInput): Promise<Published> {
  return db.transaction().execute(async (trx) => {
    const { projectId, sourceId, at } = input;
    const current = await lockCurrentRevision(trx, projectId);
    const { before, after } = await changeOf(trx, current, input);
    const own = new Set(before.map(({ path }) => path));
    const fresh = after.map(({ path }) => path).filter((path) => !own.has(path));
    const taken =
      current === null
        ? []
        : await pathsOfOthers(trx, { revisionId: current, sourceId, paths: fresh });
    const isTaken = new Set(taken);
    const pages = after.filter(({ path }) => !isTaken.has(path));
    await markSynced(trx, input);
    const difference = compare(before, pages);
    const facts = await factsOf(trx, current);
    const siteIds = { ...facts.siteIds, [sourceId]: input.siteId ?? "" };
    const commits = { ...facts.commits, [sourceId]: input.commit };
    if (current !== null && !difference.isChanged) {
      // A commit that touches no page is served as well: whoever asks for it is not told that it is still to come.
      const same = { siteIds, commits };
      await trx.updateTable("revisions").set(same).where("id", "=", current).execute();
      const isOver = facts.baseRevisionId !== null;
      await writePages(trx, { projectId, revisionId: current, isOver, ...difference });
      return { revisionId: current, changed: false, taken };
    }
    const pageCount = facts.pageCount + pages.length - before.length;
    const revision = { projectId, commits, siteIds, pageCount, createdAt: at };
    const overSince = new Date(Date.parse(at) - baseStaysMs).toISOString();
    const made = { ...revision, over: current, difference, overSince };
    const { revisionId, isOver } = await insertRevision(trx, made);
    await trx
      .updateTable("projects")
      .set({ currentRevisionId: revisionId })
      .where("id", "=", projectId)
      .execute();
    const keep = [revisionId, current ?? revisionId];
    await dropUnusedRevisions(trx, { projectId, at, keep, isWhole: !isOver });
    return { revisionId, changed: true, taken };
  });
}

/** Pages of the source in the current revision, and what is to stand in their stead: as few as is known to be enough. */
async function changeOf(
  trx: DatabaseTransaction,
  current: string | null,
  { sourceId, pages, since }: PublishInput,
): Promise<{ before: RevisionPage[]; after: RevisionPage[] }> {
  if (since !== undefined && since.revisionId === current)
    return { before: since.pages, after: pages };
  const before = current === null ? [] : await pagesOfSource(trx, current, sourceId);
  if (since === undefined) return { before, after: pages };
  if ((await projectOfRevision(trx, since.revisionId)) === undefined) throw overtaken();
  const changed = new Set(since.pages.map(({ path }) => path));
  const all = await pagesOfSource(trx, since.revisionId, sourceId);
  return { before, after: [...all.filter(({ path }) => !changed.has(path)), ...pages] };
}

async function pagesOfSource(
  trx: DatabaseTransaction,
  revisionId: string,
  sourceId: string,
): Promise<RevisionPage[]> {
  const pages = await revisionPages(trx, revisionId);
  return pages.filter((page) => page.sourceId === sourceId);
}

function overtaken(): AppError {
  const message = "The project's other sources changed while this one was read. Sync it again.";
  return new AppError("unavailable", message, { retryAfterSeconds: 1 });
}

/** Those of the paths under which another source has a page. */
export async function pathsOfOthers(
  db: Database,
  { revisionId, sourceId, paths }: { revisionId: string; sourceId: string; paths: string[] },
): Promise<string[]> {
  const rows = await rowsInChunks(paths, (some) =>
    db
      .selectFrom("revisionPages")
      .select("path")
      .where(isPageOf(revisionId))
      .where("path", "in", some)
      .where("sourceId", "!=", sourceId)
      .execute(),
  );
  return rows.map(({ path }) => path);
}

/**
 * Takes a source's pages out of the answers, all in one moment, and then the source itself. Killed in between it
 * leaves a source without pages, which the next try removes.
 */
export async function withdrawSource(
  db: Database,
  { projectId, sourceId, at }: { projectId: string; sourceId: string; at: string },
): Promise<void> {
  const nothing = { commit: "", generator: "", problems: [], pages: [] };
  await publishRevision(db, { ...nothing, projectId, sourceId, at });
  await deleteSource(db, sourceId);
}

/** How many faults there are inside the pages of a revision. */
export async function countPageProblems(db: Database, revisionId: string): Promise<number> {
  const rows = await faultyPages(db, revisionId).execute();
  return rows.reduce((sum, row) => sum + row.problems.length, 0);
}

/** The write comes before the read, so that PostgreSQL too holds the row until the end of the transaction. */
async function lockCurrentRevision(
  trx: DatabaseTransaction,
  projectId: string,
): Promise<string | null> {
  const row = await trx
    .updateTable("projects")
    .set((expression) => ({ currentRevisionId: expression.ref("currentRevisionId") }))
    .where("id", "=", projectId)
    .returning("currentRevisionId")
    .executeTakeFirstOrThrow();
  return row.currentRevisionId;
}

/** A source that was removed while it was being read must not bring its pages back. */
async function markSynced(trx: DatabaseTransaction, input: PublishInput): Promise<void> {
  const marked = await trx
    .updateTable("sources")
    .set({ syncedAt: input.at, generator: input.generator, problems: input.problems, error: "" })
    .where("id", "=", input.sourceId)
    .returning("id")
    .executeTakeFirst();
  if (!marked) throw new AppError("not_found", "This source was removed while it was being read.");
}

type Facts = Pick<Row<"revisions">, "commits" | "siteIds" | "pageCount" | "baseRevisionId">;

async function factsOf(trx: DatabaseTransaction, revisionId: string | null): Promise<Facts> {
  if (revisionId === null) return { commits: {}, siteIds: {}, pageCount: 0, baseRevisionId: null };
  return trx
    .selectFrom("revisions")
    .select(["commits", "siteIds", "pageCount", "baseRevisionId"])
    .where("id", "=", revisionId)
    .executeTakeFirstOrThrow();
}
