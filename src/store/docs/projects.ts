import type { Selectable } from "kysely";
import type { ProjectModel } from "../../contract/models.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

export type Project = {
  id: string;
  domain: string;
  name: string;
  visibility: "public" | "private";
  /** Address of the docs site the pages are published on; "" when Docent shows them itself. */
  baseUrl: string;
  currentRevisionId: string | null;
  /** The models of its own; absent where it has those of the deployment. */
  model?: ProjectModel;
  createdAt: string;
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

/** Undefined: those of the deployment. */
export async function setProjectModel(
  db: Database,
  id: string,
  model: ProjectModel | undefined,
): Promise<void> {
  const text = model === undefined ? "" : JSON.stringify(model);
  await db.updateTable("projects").set({ model: text }).where("id", "=", id).execute();
}

/** Keys, sources, docs, threads and answers go with it through their foreign keys. */
export async function deleteProject(db: Database, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("revision_pages").where("project_id", "=", id).execute();
    await trx.deleteFrom("projects").where("id", "=", id).execute();
  });
}

function toProject(row: Selectable<Tables["projects"]>): Project {
  return {
    id: row.id,
    domain: row.domain,
    name: row.name,
    visibility: row.visibility,
    baseUrl: row.base_url,
    currentRevisionId: row.current_revision_id,
    ...(row.model !== "" && { model: JSON.parse(row.model) }),
    createdAt: row.created_at,
  };
}
