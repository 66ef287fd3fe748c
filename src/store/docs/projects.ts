import type { ProjectModel } from "../../contract/models.ts";
import type { OwnSettings } from "../../contract/project-settings.ts";
import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export type Project = Omit<
  Row<"projects">,
  "model" | "editSourceId" | "extraPaths" | "ownSettings" | "firstStepsClosedAt"
> & {
  /** The models of its own; absent where it has those of the deployment. */
  model?: ProjectModel;
  /** Globs of what its jobs may write besides the docs; absent for nothing. */
  extraPaths?: string[];
  /** What it has in place of the deployment's settings, and of its own alone; absent for nothing. */
  ownSettings?: OwnSettings;
  /** When its first steps were put away; absent while they are shown. */
  firstStepsClosedAt?: string;
};

/** False: the domain is taken, and nothing was written. */
export async function insertProject(db: Database, project: Project): Promise<boolean> {
  const { model, extraPaths, ownSettings, firstStepsClosedAt, ...row } = project;
  const inserted = await db
    .insertInto("projects")
    .values(row)
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
  { id, name, baseUrl, visibility }: Pick<Project, "id" | "name" | "baseUrl" | "visibility">,
): Promise<void> {
  await db
    .updateTable("projects")
    .set({ name, baseUrl, visibility })
    .where("id", "=", id)
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

export async function setExtraPaths(db: Database, id: string, paths: string[]): Promise<void> {
  const extraPaths = paths.length === 0 ? "" : JSON.stringify(paths);
  await db.updateTable("projects").set({ extraPaths }).where("id", "=", id).execute();
}

export async function setOwnSettings(db: Database, id: string, own: OwnSettings): Promise<void> {
  const ownSettings = Object.keys(own).length === 0 ? "" : JSON.stringify(own);
  await db.updateTable("projects").set({ ownSettings }).where("id", "=", id).execute();
}

/** Within a transaction: whoever else changes the project waits until it has ended. */
export async function lockProject(db: Database, id: string): Promise<Project | undefined> {
  const row = await db
    .updateTable("projects")
    .set((expression) => ({ name: expression.ref("name") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toProject(row);
}

/** Keys, sources, docs, threads and answers go with it through their foreign keys. */
export async function deleteProject(db: Database, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom("revisionPages").where("projectId", "=", id).execute();
    await trx.deleteFrom("projects").where("id", "=", id).execute();
  });
}

function toProject(stored: Row<"projects">): Project {
  const { model, extraPaths, ownSettings, editSourceId, firstStepsClosedAt, ...row } = stored;
  return {
    ...row,
    ...(model !== "" && { model: JSON.parse(model) }),
    ...(extraPaths !== "" && { extraPaths: JSON.parse(extraPaths) }),
    ...(ownSettings !== "" && { ownSettings: JSON.parse(ownSettings) }),
    ...(firstStepsClosedAt !== null && { firstStepsClosedAt }),
  };
}
