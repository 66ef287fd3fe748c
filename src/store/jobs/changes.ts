import type { Selectable } from "kysely";
import type { ChangeCheck, ChangeState } from "../../contract/changes.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";

export type StoredChange = {
  projectId: string;
  /** 1, 2, 3… within the project. */
  number: number;
  title: string;
  body: string;
  draft: boolean;
  state: ChangeState;
  head: string;
  base: string;
  headCommit: string;
  /** Where the branch left its base. */
  baseCommit: string;
  /** "" unless it was merged here. */
  mergeCommit: string;
  checks: ChangeCheck[];
  /** "" when no job proposed it. */
  jobId: string;
  createdAt: string;
  updatedAt: string;
};

export type NewChange = Omit<
  StoredChange,
  "number" | "state" | "mergeCommit" | "createdAt" | "updatedAt"
>;

/** PostgreSQL fails on a larger one. */
const maxInteger = 2_147_483_647;

/** Makes a change with the project's next number, or brings the open one of the same branch up to date. */
export async function openChange(
  db: Database,
  change: NewChange,
  at: string,
): Promise<StoredChange> {
  return db.transaction().execute(async (trx) => {
    await lockProject(trx, change.projectId);
    const open = await trx
      .selectFrom("changes")
      .select("number")
      .where("project_id", "=", change.projectId)
      .where("head", "=", change.head)
      .where("state", "=", "open")
      .executeTakeFirst();
    if (open !== undefined) {
      return updateRow(
        trx,
        { ...change, number: open.number },
        { ...toRow(change), updated_at: at },
      );
    }
    const row = await trx
      .insertInto("changes")
      .values({
        ...toRow(change),
        project_id: change.projectId,
        number: await nextNumber(trx, change.projectId),
        state: "open",
        merge_commit: "",
        created_at: at,
        updated_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toChange(row);
  });
}

export async function findChange(
  db: Database,
  projectId: string,
  number: number,
): Promise<StoredChange | undefined> {
  if (!Number.isInteger(number) || number > maxInteger) return undefined;
  const row = await db
    .selectFrom("changes")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("number", "=", number)
    .executeTakeFirst();
  return row && toChange(row);
}

export async function findOpenChange(
  db: Database,
  projectId: string,
  head: string,
): Promise<StoredChange | undefined> {
  const row = await db
    .selectFrom("changes")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("head", "=", head)
    .where("state", "=", "open")
    .executeTakeFirst();
  return row && toChange(row);
}

/** Newest first. */
export async function listChanges(db: Database, projectId: string): Promise<StoredChange[]> {
  const rows = await db
    .selectFrom("changes")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("number", "desc")
    .execute();
  return rows.map(toChange);
}

export type ChangePatch = Partial<
  Pick<StoredChange, "state" | "draft" | "headCommit" | "baseCommit" | "mergeCommit">
>;

/** Writes to a change that is open. One that no longer is stays as it is, and is given back like that. */
export async function updateOpenChange(
  db: Database,
  change: StoredChange,
  patch: ChangePatch,
  at: string,
): Promise<StoredChange> {
  const { state, draft, headCommit, baseCommit, mergeCommit } = patch;
  return updateRow(db, change, {
    ...(state !== undefined && { state }),
    ...(draft !== undefined && { draft: draft ? 1 : 0 }),
    ...(headCommit !== undefined && { head_commit: headCommit }),
    ...(baseCommit !== undefined && { base_commit: baseCommit }),
    ...(mergeCommit !== undefined && { merge_commit: mergeCommit }),
    updated_at: at,
  });
}

type Row = Selectable<Tables["changes"]>;

/** Numbers have no gaps and a branch has one open change because the project's changes are made one after the other. */
async function lockProject(trx: DatabaseTransaction, projectId: string): Promise<void> {
  const locked = await trx
    .updateTable("projects")
    .set((expression) => ({ name: expression.ref("name") }))
    .where("id", "=", projectId)
    .returning("id")
    .executeTakeFirst();
  if (!locked) throw new AppError("not_found", "This project does not exist any more.");
}

async function nextNumber(trx: DatabaseTransaction, projectId: string): Promise<number> {
  const last = await trx
    .selectFrom("changes")
    .select((expression) => expression.fn.max("number").as("number"))
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return (last?.number ?? 0) + 1;
}

async function updateRow(
  db: Database,
  { projectId, number }: Pick<StoredChange, "projectId" | "number">,
  values: Partial<Row>,
): Promise<StoredChange> {
  await db
    .updateTable("changes")
    .set(values)
    .where("project_id", "=", projectId)
    .where("number", "=", number)
    .where("state", "=", "open")
    .execute();
  const change = await findChange(db, projectId, number);
  if (!change) throw new AppError("not_found", `There is no change ${number}.`);
  return change;
}

function toRow(change: NewChange) {
  return {
    title: change.title,
    body: change.body,
    draft: change.draft ? 1 : 0,
    head: change.head,
    base: change.base,
    head_commit: change.headCommit,
    base_commit: change.baseCommit,
    checks: JSON.stringify(change.checks),
    job_id: change.jobId,
  };
}

function toChange(row: Row): StoredChange {
  return {
    projectId: row.project_id,
    number: row.number,
    title: row.title,
    body: row.body,
    draft: row.draft === 1,
    state: row.state,
    head: row.head,
    base: row.base,
    headCommit: row.head_commit,
    baseCommit: row.base_commit,
    mergeCommit: row.merge_commit,
    checks: JSON.parse(row.checks),
    jobId: row.job_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
