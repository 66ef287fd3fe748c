import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export type Owner = Row<"owner">;
export type OwnerSession = Row<"ownerSessions">;

export type NewSetup = { hash: string; expiresAt: string; at: string };

const ownerId = "owner";

export async function findOwner(db: Database): Promise<Owner | undefined> {
  return db.selectFrom("owner").selectAll().where("id", "=", ownerId).executeTakeFirst();
}

/** Takes the place of an earlier token. False: a password is set, and nothing was written. */
export async function startSetup(db: Database, setup: NewSetup): Promise<boolean> {
  const values = {
    setupHash: setup.hash,
    setupExpiresAt: setup.expiresAt,
    updatedAt: setup.at,
  };
  const started = await db
    .insertInto("owner")
    .values({ id: ownerId, passwordHash: null, ...values })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(values).where("owner.passwordHash", "is", null),
    )
    .returning("id")
    .executeTakeFirst();
  return started !== undefined;
}

/** Takes the password and every session away, and leaves a token to set a new one. */
export async function restartSetup(db: Database, setup: NewSetup): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("owner").set({ passwordHash: null }).where("id", "=", ownerId).execute();
    await startSetup(trx, setup);
    await deleteSessions(trx);
  });
}

/** False: the token was used or replaced meanwhile, and nothing was written. */
export async function finishSetup(
  db: Database,
  input: { setupHash: string; passwordHash: string; at: string },
): Promise<boolean> {
  const set = await db
    .updateTable("owner")
    .set({
      passwordHash: input.passwordHash,
      setupHash: null,
      setupExpiresAt: null,
      updatedAt: input.at,
    })
    .where("id", "=", ownerId)
    .where("passwordHash", "is", null)
    .where("setupHash", "=", input.setupHash)
    .returning("id")
    .executeTakeFirst();
  return set !== undefined;
}

/** False: the password is no longer the one that was checked, and nothing was written. */
export async function insertSession(
  db: Database,
  session: OwnerSession,
  passwordHash: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // A write, so that a reset at the same moment comes wholly before or wholly after this.
    const same = await trx
      .updateTable("owner")
      .set({ passwordHash })
      .where("id", "=", ownerId)
      .where("passwordHash", "=", passwordHash)
      .returning("id")
      .executeTakeFirst();
    if (!same) return false;
    await trx.insertInto("ownerSessions").values(session).execute();
    return true;
  });
}

/** By its token, or by the one before the last rotation. */
export async function findSession(
  db: Database,
  tokenHash: string,
): Promise<OwnerSession | undefined> {
  return db
    .selectFrom("ownerSessions")
    .selectAll()
    .where((expression) =>
      expression.or([
        expression("tokenHash", "=", tokenHash),
        expression("previousHash", "=", tokenHash),
      ]),
    )
    .executeTakeFirst();
}

/** False: another request was first, and nothing was written. */
export async function rotateSession(
  db: Database,
  input: { from: string; to: string; at: string; previousUntil: string },
): Promise<boolean> {
  const rotated = await db
    .updateTable("ownerSessions")
    .set({
      tokenHash: input.to,
      previousHash: input.from,
      previousUntil: input.previousUntil,
      rotatedAt: input.at,
      lastUsedAt: input.at,
    })
    .where("tokenHash", "=", input.from)
    .returning("id")
    .executeTakeFirst();
  return rotated !== undefined;
}

export async function markSessionUsed(db: Database, id: string, at: string): Promise<void> {
  await db.updateTable("ownerSessions").set({ lastUsedAt: at }).where("id", "=", id).execute();
}

export async function deleteSession(db: Database, id: string): Promise<void> {
  await db.deleteFrom("ownerSessions").where("id", "=", id).execute();
}

export async function deleteSessions(db: Database): Promise<void> {
  await db.deleteFrom("ownerSessions").execute();
}

export async function deleteEndedSessions(
  db: Database,
  ended: { now: string; unusedSince: string },
): Promise<void> {
  await db
    .deleteFrom("ownerSessions")
    .where((expression) =>
      expression.or([
        expression("expiresAt", "<=", ended.now),
        expression("lastUsedAt", "<=", ended.unusedSince),
      ]),
    )
    .execute();
}
