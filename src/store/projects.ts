import type { Selectable } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

export type Project = {
  id: string;
  domain: string;
  name: string;
  visibility: "public" | "private";
  /** Address of the docs site the pages are published on; "" when Docent shows them itself. */
  baseUrl: string;
  currentRevisionId: string | null;
  createdAt: string;
};

export type StoredSource = {
  id: string;
  projectId: string;
  kind: "folder" | "git";
  location: string;
  branch: string;
  subfolder: string;
  createdAt: string;
  syncedAt: string | null;
};

/** False: the domain is taken, and nothing was written. */
export async function insertProject(db: Database, project: Project): Promise<boolean> {
  const inserted = await db
    .insertInto("projects")
    .values({
      id: project.id,
      domain: project.domain,
      name: project.name,
      visibility: project.visibility,
      base_url: project.baseUrl,
      current_revision_id: project.currentRevisionId,
      created_at: project.createdAt,
    })
    .onConflict((conflict) => conflict.column("domain").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findProjectByDomain(
  db: Database,
  domain: string,
): Promise<Project | undefined> {
  const row = await db
    .selectFrom("projects")
    .selectAll()
    .where("domain", "=", domain)
    .executeTakeFirst();
  return row && toProject(row);
}

export async function findProject(db: Database, id: string): Promise<Project | undefined> {
  const row = await db.selectFrom("projects").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toProject(row);
}

export async function listProjects(db: Database): Promise<Project[]> {
  const rows = await db.selectFrom("projects").selectAll().orderBy("domain").execute();
  return rows.map(toProject);
}

export async function setProject(
  db: Database,
  project: Pick<Project, "id" | "name" | "baseUrl" | "visibility">,
): Promise<void> {
  await db
    .updateTable("projects")
    .set({ name: project.name, base_url: project.baseUrl, visibility: project.visibility })
    .where("id", "=", project.id)
    .execute();
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

/** Keys, sources, docs, threads and answers go with it through their foreign keys. */
export async function deleteProject(db: Database, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("revision_pages").where("project_id", "=", id).execute();
    await trx.deleteFrom("projects").where("id", "=", id).execute();
  });
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
      created_at: source.createdAt,
      synced_at: source.syncedAt,
    })
    .execute();
}

export async function updateSourceLocation(
  db: Database,
  id: string,
  place: Pick<StoredSource, "kind" | "location" | "branch" | "subfolder">,
): Promise<void> {
  await db.updateTable("sources").set(place).where("id", "=", id).execute();
}

export async function listSources(db: Database, projectId: string): Promise<StoredSource[]> {
  const rows = await db
    .selectFrom("sources")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    kind: row.kind,
    location: row.location,
    branch: row.branch,
    subfolder: row.subfolder,
    createdAt: row.created_at,
    syncedAt: row.synced_at,
  }));
}

function toProject(row: Selectable<Tables["projects"]>): Project {
  return {
    id: row.id,
    domain: row.domain,
    name: row.name,
    visibility: row.visibility,
    baseUrl: row.base_url,
    currentRevisionId: row.current_revision_id,
    createdAt: row.created_at,
  };
}
