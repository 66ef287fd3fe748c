import { newId } from "../../lib/ids.ts";
import type { Database } from "../database.ts";
import type { Row, SourceProblem } from "../tables.ts";
import { isPageOf } from "./page-overlays.ts";
import { faultyPages } from "./revision-pages.ts";

export type StoredSource = Row<"sources">;

/** Where docs come from and what is needed to read them. */
export type SourcePlace = Pick<
  StoredSource,
  "kind" | "location" | "branch" | "subfolder" | "mount" | "baseUrl" | "credential"
>;

/** What must be said of a source; the rest has defaults. */
export type NewSource = Pick<SourcePlace, "kind" | "location" | "branch" | "subfolder"> &
  Partial<SourcePlace>;

export function newSource(projectId: string, place: NewSource, createdAt: string): StoredSource {
  return {
    id: newId("src"),
    projectId,
    mount: "",
    baseUrl: "",
    credential: "",
    ...place,
    generator: "",
    problems: [],
    error: "",
    createdAt,
    syncedAt: null,
    checkedAt: null,
    deliveredAt: null,
    pullsCheckedAt: null,
    pullsSince: "",
    pullsEtag: "",
  };
}

export async function insertSource(db: Database, source: StoredSource): Promise<void> {
  await db.insertInto("sources").values(source).execute();
}

export async function updateSourcePlace(
  db: Database,
  id: string,
  place: Partial<SourcePlace & Pick<StoredSource, "syncedAt">>,
): Promise<void> {
  await db.updateTable("sources").set(place).where("id", "=", id).execute();
}

export async function setSourceError(db: Database, id: string, error: string): Promise<void> {
  await db.updateTable("sources").set({ error }).where("id", "=", id).execute();
}

/** Takes a look at a source or its pull requests for this node: false when somebody looked since `olderThan`, or the source is gone. */
export async function claimCheck(
  db: Database,
  id: string,
  { now, olderThan, of = "checkedAt" }: Check,
): Promise<boolean> {
  const claimed = await db
    .updateTable("sources")
    .set({ [of]: now })
    .where("id", "=", id)
    .where((expression) =>
      expression.or([expression(of, "is", null), expression(of, "<=", olderThan)]),
    )
    .returning("id")
    .executeTakeFirst();
  return claimed !== undefined;
}

type Check = { now: string; olderThan: string; of?: "checkedAt" | "pullsCheckedAt" };

const trustedMs = 24 * 60 * 60_000;
const longestIntervalMs = 15 * 60_000;

/** How often a source is looked at: less often where its forge has told of something by itself within a day. */
export function pollInterval(
  { deliveredAt }: Pick<StoredSource, "deliveredAt">,
  { pollMs, nowMs }: { pollMs: number; nowMs: number },
): number {
  const isTold = deliveredAt !== null && Date.parse(deliveredAt) > nowMs - trustedMs;
  return isTold ? Math.max(pollMs, Math.min(pollMs * 10, longestIntervalMs)) : pollMs;
}

/** How far the pull requests of a source have been looked at. */
export async function markPullsSeen(
  db: Database,
  id: string,
  seen: Pick<StoredSource, "pullsSince" | "pullsEtag">,
): Promise<void> {
  await db.updateTable("sources").set(seen).where("id", "=", id).execute();
}

export async function markChecked(db: Database, id: string, at: string): Promise<void> {
  await db.updateTable("sources").set({ checkedAt: at }).where("id", "=", id).execute();
}

/** What the served pages of a source come from. */
export type Served = {
  revisionId: string;
  /** "" for a folder. */
  commit: string;
  /** What decided about the places of the pages; "" where that cannot be said. */
  siteId: string;
};

/** Undefined before the first sync. */
export async function servedFrom(db: Database, source: StoredSource): Promise<Served | undefined> {
  const row = await db
    .selectFrom("projects")
    .innerJoin("revisions", "revisions.id", "projects.currentRevisionId")
    .select(["revisions.id", "revisions.commits", "revisions.siteIds"])
    .where("projects.id", "=", source.projectId)
    .executeTakeFirst();
  const commit = row?.commits[source.id];
  if (row === undefined || commit === undefined) return undefined;
  return { revisionId: row.id, commit, siteId: row.siteIds[source.id] ?? "" };
}

/** How many pages of a revision come from each source. */
export async function countSourcePages(
  db: Database,
  revisionId: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("revisionPages")
    .select((expression) => ["sourceId", expression.fn.countAll<number>().as("pages")])
    .where(isPageOf(revisionId))
    .groupBy("sourceId")
    .execute();
  return new Map(rows.map((row) => [row.sourceId, row.pages]));
}

/** The first faults inside the pages of a source. */
export async function sourcePageProblems(
  db: Database,
  { revisionId, sourceId, limit }: { revisionId: string; sourceId: string; limit: number },
): Promise<SourceProblem[]> {
  const rows = await faultyPages(db, revisionId)
    .where("revisionPages.sourceId", "=", sourceId)
    .limit(limit)
    .execute();
  const problems = rows.flatMap((row) =>
    row.problems.map(({ line, message }) => ({ path: row.path, line, message })),
  );
  return problems.slice(0, limit);
}

export async function deleteSource(db: Database, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("projects")
      .set({ editSourceId: null })
      .where("editSourceId", "=", id)
      .execute();
    await trx.deleteFrom("sources").where("id", "=", id).execute();
  });
}

export async function findSource(db: Database, id: string): Promise<StoredSource | undefined> {
  return db.selectFrom("sources").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The sources of all projects. */
export async function listAllSources(db: Database): Promise<StoredSource[]> {
  return db.selectFrom("sources").selectAll().orderBy("id").execute();
}

export async function listSources(db: Database, projectId: string): Promise<StoredSource[]> {
  return db
    .selectFrom("sources")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

/** Where the site of each source of a project is. */
export async function sourceBaseUrls(
  db: Database,
  projectId: string,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("sources")
    .select(["id", "baseUrl"])
    .where("projectId", "=", projectId)
    .execute();
  return new Map(rows.map(({ id, baseUrl }) => [id, baseUrl]));
}

/** The source whose repository jobs edit; null when the project does not say. */
export async function editSourceId(db: Database, projectId: string): Promise<string | null> {
  const row = await db
    .selectFrom("projects")
    .select("editSourceId")
    .where("id", "=", projectId)
    .executeTakeFirst();
  return row?.editSourceId ?? null;
}

export async function setEditSource(
  db: Database,
  projectId: string,
  sourceId: string | null,
): Promise<void> {
  await db
    .updateTable("projects")
    .set({ editSourceId: sourceId })
    .where("id", "=", projectId)
    .execute();
}
