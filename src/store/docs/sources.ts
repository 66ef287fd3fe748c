import type { Selectable } from "kysely";
import { newId } from "../../lib/ids.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

export type SourceKind = "folder" | "git";

/** Where docs come from and what is needed to read them. */
export type SourcePlace = {
  kind: SourceKind;
  location: string;
  branch: string;
  subfolder: string;
  /** Folder that the source's pages are put under in the project; "" for the top. */
  mount: string;
  /** Address of the site this source is published on; "" for the project's own. */
  baseUrl: string;
  /** Name of the token in the settings that opens the repository; "" for the default one. */
  credential: string;
};

/** `line` is 0 where the whole file is meant. */
export type SourceProblem = { path: string; line: number; message: string };

export type StoredSource = SourcePlace & {
  id: string;
  projectId: string;
  /** The site generator its settings were read for; "" before the first sync. */
  generator: string;
  /** What the last sync left out or could not read, other than faults inside pages. */
  problems: SourceProblem[];
  /** Why the last sync failed; "" when it did not. */
  error: string;
  createdAt: string;
  syncedAt: string | null;
  /** When somebody last looked whether there is anything new. */
  checkedAt: string | null;
};

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
  };
}

export async function insertSource(db: Database, source: StoredSource): Promise<void> {
  await db
    .insertInto("sources")
    .values({
      id: source.id,
      project_id: source.projectId,
      kind: source.kind,
      location: source.location,
      branch: source.branch,
      subfolder: source.subfolder,
      mount: source.mount,
      base_url: source.baseUrl,
      credential: source.credential,
      generator: source.generator,
      problems: JSON.stringify(source.problems),
      error: source.error,
      created_at: source.createdAt,
      synced_at: source.syncedAt,
      checked_at: source.checkedAt,
    })
    .execute();
}

export async function updateSourcePlace(
  db: Database,
  id: string,
  place: Partial<SourcePlace>,
): Promise<void> {
  const { baseUrl, ...rest } = place;
  const row = { ...rest, ...(baseUrl !== undefined && { base_url: baseUrl }) };
  await db.updateTable("sources").set(row).where("id", "=", id).execute();
}

export async function setSourceError(db: Database, id: string, error: string): Promise<void> {
  await db.updateTable("sources").set({ error }).where("id", "=", id).execute();
}

/** Takes a look at a source for this node: false when somebody looked since `olderThan`, or the source is gone. */
export async function claimCheck(
  db: Database,
  id: string,
  { now, olderThan }: { now: string; olderThan: string },
): Promise<boolean> {
  const claimed = await db
    .updateTable("sources")
    .set({ checked_at: now })
    .where("id", "=", id)
    .where((expression) =>
      expression.or([
        expression("checked_at", "is", null),
        expression("checked_at", "<=", olderThan),
      ]),
    )
    .returning("id")
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function markChecked(db: Database, id: string, at: string): Promise<void> {
  await db.updateTable("sources").set({ checked_at: at }).where("id", "=", id).execute();
}

/** The commit that the served pages of a source come from; "" for a folder, and before the first sync. */
export async function servedCommit(db: Database, source: StoredSource): Promise<string> {
  const row = await db
    .selectFrom("projects")
    .innerJoin("revisions", "revisions.id", "projects.current_revision_id")
    .select("revisions.commits as commits")
    .where("projects.id", "=", source.projectId)
    .executeTakeFirst();
  const commits: Record<string, string> = row === undefined ? {} : JSON.parse(row.commits);
  return commits[source.id] ?? "";
}

/** How many pages of a revision come from each source. */
export async function countSourcePages(
  db: Database,
  revisionId: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("revision_pages")
    .select((expression) => ["source_id", expression.fn.countAll<number | string>().as("pages")])
    .where("revision_id", "=", revisionId)
    .groupBy("source_id")
    .execute();
  return new Map(rows.map((row) => [row.source_id, Number(row.pages)]));
}

/** The first faults inside the pages of a source. */
export async function sourcePageProblems(
  db: Database,
  { revisionId, sourceId, limit }: { revisionId: string; sourceId: string; limit: number },
): Promise<SourceProblem[]> {
  const rows = await db
    .selectFrom("revision_pages")
    .innerJoin("blobs", (join) =>
      join
        .onRef("blobs.project_id", "=", "revision_pages.project_id")
        .onRef("blobs.hash", "=", "revision_pages.blob_hash"),
    )
    .select(["revision_pages.path as path", "blobs.problems as problems"])
    .where("revision_id", "=", revisionId)
    .where("source_id", "=", sourceId)
    .where("blobs.problems", "!=", "[]")
    .orderBy("path")
    .limit(limit)
    .execute();
  const problems = rows.flatMap((row) => {
    const found: Omit<SourceProblem, "path">[] = JSON.parse(row.problems);
    return found.map(({ line, message }) => ({ path: row.path, line, message }));
  });
  return problems.slice(0, limit);
}

export async function deleteSource(db: Database, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("projects")
      .set({ edit_source_id: null })
      .where("edit_source_id", "=", id)
      .execute();
    await trx.deleteFrom("sources").where("id", "=", id).execute();
  });
}

export async function findSource(db: Database, id: string): Promise<StoredSource | undefined> {
  const row = await db.selectFrom("sources").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toSource(row);
}

/** The sources of all projects. */
export async function listAllSources(db: Database): Promise<StoredSource[]> {
  const rows = await db.selectFrom("sources").selectAll().orderBy("id").execute();
  return rows.map(toSource);
}

export async function listSources(db: Database, projectId: string): Promise<StoredSource[]> {
  const rows = await db
    .selectFrom("sources")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toSource);
}

/** The source whose repository jobs edit; null when the project does not say. */
export async function editSourceId(db: Database, projectId: string): Promise<string | null> {
  const row = await db
    .selectFrom("projects")
    .select("edit_source_id")
    .where("id", "=", projectId)
    .executeTakeFirst();
  return row?.edit_source_id ?? null;
}

export async function setEditSource(
  db: Database,
  projectId: string,
  sourceId: string | null,
): Promise<void> {
  await db
    .updateTable("projects")
    .set({ edit_source_id: sourceId })
    .where("id", "=", projectId)
    .execute();
}

function toSource(row: Selectable<Tables["sources"]>): StoredSource {
  return {
    id: row.id,
    projectId: row.project_id,
    kind: row.kind,
    location: row.location,
    branch: row.branch,
    subfolder: row.subfolder,
    mount: row.mount,
    baseUrl: row.base_url,
    credential: row.credential,
    generator: row.generator,
    problems: row.problems === "" ? [] : JSON.parse(row.problems),
    error: row.error,
    createdAt: row.created_at,
    syncedAt: row.synced_at,
    checkedAt: row.checked_at,
  };
}
