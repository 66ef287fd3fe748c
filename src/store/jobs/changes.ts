import { AppError } from "../../lib/app-error.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import type { Row, StoredPull } from "../tables.ts";

export type StoredChange = Row<"changes">;

export type NewChange = Omit<
  StoredChange,
  "number" | "state" | "mergeCommit" | "pull" | "createdAt" | "updatedAt"
> & { pull?: StoredPull };

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
      .where("projectId", "=", change.projectId)
      .where("head", "=", change.head)
      .where("state", "=", "open")
      .executeTakeFirst();
    if (open !== undefined) {
      return updateOpenChange(trx, { ...change, number: open.number }, change, at);
    }
    return trx
      .insertInto("changes")
      .values({
        ...change,
        number: await nextNumber(trx, change.projectId),
        state: "open",
        mergeCommit: "",
        createdAt: at,
        updatedAt: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

export async function findChange(
  db: Database,
  projectId: string,
  number: number,
): Promise<StoredChange | undefined> {
  if (!Number.isInteger(number) || number > maxInteger) return undefined;
  return db
    .selectFrom("changes")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("number", "=", number)
    .executeTakeFirst();
}

export async function findOpenChange(
  db: Database,
  projectId: string,
  head: string,
): Promise<StoredChange | undefined> {
  return db
    .selectFrom("changes")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("head", "=", head)
    .where("state", "=", "open")
    .executeTakeFirst();
}

export type OpenBranch = Pick<
  StoredChange,
  "number" | "head" | "base" | "headCommit" | "baseCommit"
>;

/** The branches of the open changes that are no pull requests elsewhere, newest first. */
export async function openBranches(db: Database, projectId: string): Promise<OpenBranch[]> {
  return db
    .selectFrom("changes")
    .select(["number", "head", "base", "headCommit", "baseCommit"])
    .where("projectId", "=", projectId)
    .where("state", "=", "open")
    .where("pull", "is", null)
    .orderBy("number", "desc")
    .execute();
}

/** The changes of a branch, newest first. */
export async function branchChanges(
  db: Database,
  projectId: string,
  head: string,
): Promise<StoredChange[]> {
  return db
    .selectFrom("changes")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("head", "=", head)
    .orderBy("number", "desc")
    .execute();
}

/** Newest first. */
export async function listChanges(db: Database, projectId: string): Promise<StoredChange[]> {
  return db
    .selectFrom("changes")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("number", "desc")
    .execute();
}

export type ChangePatch = Partial<Omit<StoredChange, "projectId" | "number">>;

/** Writes to a change that is open. One that no longer is stays as it is, and is given back like that. */
export async function updateOpenChange(
  db: Database,
  { projectId, number }: Pick<StoredChange, "projectId" | "number">,
  patch: ChangePatch,
  at: string,
): Promise<StoredChange> {
  await db
    .updateTable("changes")
    .set({ ...patch, updatedAt: at })
    .where("projectId", "=", projectId)
    .where("number", "=", number)
    .where("state", "=", "open")
    .execute();
  const change = await findChange(db, projectId, number);
  if (!change) throw new AppError("not_found", `There is no change ${number}.`);
  return change;
}

/**
 * Writes what a forge elsewhere says of a change. A merged one stays as it is, and a closed one is opened again unless
 * its branch has another open change.
 */
export async function writeHostedChange(
  db: Database,
  { projectId, number, head }: Pick<StoredChange, "projectId" | "number" | "head">,
  patch: ChangePatch,
): Promise<StoredChange> {
  return db.transaction().execute(async (trx) => {
    await lockProject(trx, projectId);
    const open = patch.state === "open" ? await findOpenChange(trx, projectId, head) : undefined;
    if (open === undefined || open.number === number)
      await trx
        .updateTable("changes")
        .set(patch)
        .where("projectId", "=", projectId)
        .where("number", "=", number)
        .where("state", "!=", "merged")
        .execute();
    const change = await findChange(trx, projectId, number);
    if (!change) throw new AppError("not_found", `There is no change ${number}.`);
    return change;
  });
}

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
    .where("projectId", "=", projectId)
    .executeTakeFirst();
  return (last?.number ?? 0) + 1;
}
