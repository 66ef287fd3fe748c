import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export type StoredKey = Row<"keys"> & { domain: string };

export type NewKey = Omit<
  StoredKey,
  "domain" | "branches" | "revokedAt" | "lastUsedAt" | "usedOn" | "tokenId"
> & {
  branches?: boolean;
  tokenId?: string;
};

/** A key that is stored already stays as it is: two nodes may start with the same key in their environment. */
export async function insertKey(db: Database, key: NewKey): Promise<void> {
  await db
    .insertInto("keys")
    .values({ ...key, revokedAt: null, lastUsedAt: null })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
}

export async function findKeyByHash(db: Database, hash: string): Promise<StoredKey | undefined> {
  return selectKeys(db).where("keys.hash", "=", hash).executeTakeFirst();
}

export async function findKey(db: Database, id: string): Promise<StoredKey | undefined> {
  return selectKeys(db).where("keys.id", "=", id).executeTakeFirst();
}

export async function listKeys(db: Database, projectId?: string): Promise<StoredKey[]> {
  let query = selectKeys(db).orderBy("keys.createdAt").orderBy("keys.id");
  if (projectId !== undefined) query = query.where("keys.projectId", "=", projectId);
  return query.execute();
}

/** Those that go back to owners' tokens and work at this moment. */
export async function listLiveKeysOfTokens(db: Database, now: string): Promise<StoredKey[]> {
  return selectKeys(db)
    .where("keys.tokenId", "!=", "")
    .where("keys.revokedAt", "is", null)
    .where(({ or, eb }) => or([eb("keys.expiresAt", "is", null), eb("keys.expiresAt", ">", now)]))
    .orderBy("keys.label")
    .orderBy("keys.id")
    .execute();
}

export async function updateKey(
  db: Database,
  id: string,
  values: Partial<Pick<StoredKey, "label" | "origins" | "expiresAt">>,
): Promise<void> {
  await db.updateTable("keys").set(values).where("id", "=", id).execute();
}

export async function markKeyRevoked(db: Database, id: string, at: string): Promise<void> {
  await db
    .updateTable("keys")
    .set({ revokedAt: at })
    .where("id", "=", id)
    .where("revokedAt", "is", null)
    .execute();
}

/** An operator's key that was revoked by a changed setting works again when the setting comes back. */
export async function restoreKey(db: Database, id: string): Promise<void> {
  await db.updateTable("keys").set({ revokedAt: null }).where("id", "=", id).execute();
}

export async function markKeyUsed(db: Database, id: string, at: string): Promise<void> {
  await db.updateTable("keys").set({ lastUsedAt: at }).where("id", "=", id).execute();
}

/** The first one stays. */
export async function markKeySite(db: Database, id: string, usedOn: string): Promise<void> {
  await db
    .updateTable("keys")
    .set({ usedOn })
    .where("id", "=", id)
    .where("usedOn", "=", "")
    .execute();
}

function selectKeys(db: Database) {
  return db
    .selectFrom("keys")
    .innerJoin("projects", "projects.id", "keys.projectId")
    .selectAll("keys")
    .select("projects.domain as domain");
}
