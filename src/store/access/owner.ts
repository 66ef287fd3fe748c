import type { Selectable } from "kysely";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

/** There is one owner; a set-up token is stored only while there is no password. */
export type Owner = {
  passwordHash: string | null;
  setupHash: string | null;
  setupExpiresAt: string | null;
};

export type NewSetup = { hash: string; expiresAt: string; at: string };

export type OwnerSession = {
  id: string;
  tokenHash: string;
  /** The token before the last rotation, good until `previousUntil`. */
  previousHash: string | null;
  previousUntil: string | null;
  createdAt: string;
  rotatedAt: string;
  lastUsedAt: string;
  expiresAt: string;
};

const ownerId = "owner";

export async function findOwner(db: Database): Promise<Owner | undefined> {
  const row = await db.selectFrom("owner").selectAll().where("id", "=", ownerId).executeTakeFirst();
  return (
    row && {
      passwordHash: row.password_hash,
      setupHash: row.setup_hash,
      setupExpiresAt: row.setup_expires_at,
    }
  );
}

/** Takes the place of an earlier token. False: a password is set, and nothing was written. */
export async function startSetup(db: Database, setup: NewSetup): Promise<boolean> {
  const values = {
    setup_hash: setup.hash,
    setup_expires_at: setup.expiresAt,
    updated_at: setup.at,
  };
  const started = await db
    .insertInto("owner")
    .values({ id: ownerId, password_hash: null, ...values })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(values).where("owner.password_hash", "is", null),
    )
    .returning("id")
    .executeTakeFirst();
  return started !== undefined;
}

/** Takes the password and every session away, and leaves a token to set a new one. */
export async function restartSetup(db: Database, setup: NewSetup): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("owner").set({ password_hash: null }).where("id", "=", ownerId).execute();
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
      password_hash: input.passwordHash,
      setup_hash: null,
      setup_expires_at: null,
      updated_at: input.at,
    })
    .where("id", "=", ownerId)
    .where("password_hash", "is", null)
    .where("setup_hash", "=", input.setupHash)
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
      .set({ password_hash: passwordHash })
      .where("id", "=", ownerId)
      .where("password_hash", "=", passwordHash)
      .returning("id")
      .executeTakeFirst();
    if (!same) return false;
    await trx.insertInto("owner_sessions").values(toRow(session)).execute();
    return true;
  });
}

/** By its token, or by the one before the last rotation. */
export async function findSession(
  db: Database,
  tokenHash: string,
): Promise<OwnerSession | undefined> {
  const row = await db
    .selectFrom("owner_sessions")
    .selectAll()
    .where((expression) =>
      expression.or([
        expression("token_hash", "=", tokenHash),
        expression("previous_hash", "=", tokenHash),
      ]),
    )
    .executeTakeFirst();
  return row && toSession(row);
}

/** False: another request was first, and nothing was written. */
export async function rotateSession(
  db: Database,
  input: { from: string; to: string; at: string; previousUntil: string },
): Promise<boolean> {
  const rotated = await db
    .updateTable("owner_sessions")
    .set({
      token_hash: input.to,
      previous_hash: input.from,
      previous_until: input.previousUntil,
      rotated_at: input.at,
      last_used_at: input.at,
    })
    .where("token_hash", "=", input.from)
    .returning("id")
    .executeTakeFirst();
  return rotated !== undefined;
}

export async function markSessionUsed(db: Database, id: string, at: string): Promise<void> {
  await db.updateTable("owner_sessions").set({ last_used_at: at }).where("id", "=", id).execute();
}

export async function deleteSession(db: Database, id: string): Promise<void> {
  await db.deleteFrom("owner_sessions").where("id", "=", id).execute();
}

export async function deleteSessions(db: Database): Promise<void> {
  await db.deleteFrom("owner_sessions").execute();
}

export async function deleteEndedSessions(
  db: Database,
  ended: { now: string; unusedSince: string },
): Promise<void> {
  await db
    .deleteFrom("owner_sessions")
    .where((expression) =>
      expression.or([
        expression("expires_at", "<=", ended.now),
        expression("last_used_at", "<=", ended.unusedSince),
      ]),
    )
    .execute();
}

function toRow(session: OwnerSession): Selectable<Tables["owner_sessions"]> {
  return {
    id: session.id,
    token_hash: session.tokenHash,
    previous_hash: session.previousHash,
    previous_until: session.previousUntil,
    created_at: session.createdAt,
    rotated_at: session.rotatedAt,
    last_used_at: session.lastUsedAt,
    expires_at: session.expiresAt,
  };
}

function toSession(row: Selectable<Tables["owner_sessions"]>): OwnerSession {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    previousHash: row.previous_hash,
    previousUntil: row.previous_until,
    createdAt: row.created_at,
    rotatedAt: row.rotated_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}
