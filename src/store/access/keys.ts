import type { Selectable } from "kysely";
import type { KeyKind } from "../../contract/keys.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

export type StoredKey = {
  id: string;
  projectId: string;
  domain: string;
  kind: KeyKind;
  label: string;
  hash: string;
  hint: string;
  providedBy: "generated" | "environment";
  origins: string[];
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
};

export type NewKey = Omit<StoredKey, "domain" | "revokedAt" | "lastUsedAt">;

/** A key that is stored already stays as it is: two nodes may start with the same key in their environment. */
export async function insertKey(db: Database, key: NewKey): Promise<void> {
  await db
    .insertInto("keys")
    .values({
      id: key.id,
      project_id: key.projectId,
      kind: key.kind,
      label: key.label,
      hash: key.hash,
      hint: key.hint,
      provided_by: key.providedBy,
      origins: JSON.stringify(key.origins),
      expires_at: key.expiresAt,
      revoked_at: null,
      last_used_at: null,
      created_at: key.createdAt,
    })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
}

export async function findKeyByHash(db: Database, hash: string): Promise<StoredKey | undefined> {
  const row = await selectKeys(db).where("keys.hash", "=", hash).executeTakeFirst();
  return row && toKey(row);
}

export async function findKey(db: Database, id: string): Promise<StoredKey | undefined> {
  const row = await selectKeys(db).where("keys.id", "=", id).executeTakeFirst();
  return row && toKey(row);
}

export async function listKeys(db: Database, projectId?: string): Promise<StoredKey[]> {
  let query = selectKeys(db).orderBy("keys.created_at").orderBy("keys.id");
  if (projectId !== undefined) query = query.where("keys.project_id", "=", projectId);
  return (await query.execute()).map(toKey);
}

export async function markKeyRevoked(db: Database, id: string, at: string): Promise<void> {
  await db
    .updateTable("keys")
    .set({ revoked_at: at })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
}

/** An operator's key that was revoked by a changed setting works again when the setting comes back. */
export async function restoreKey(db: Database, id: string): Promise<void> {
  await db.updateTable("keys").set({ revoked_at: null }).where("id", "=", id).execute();
}

export async function markKeyUsed(db: Database, id: string, at: string): Promise<void> {
  await db.updateTable("keys").set({ last_used_at: at }).where("id", "=", id).execute();
}

function selectKeys(db: Database) {
  return db
    .selectFrom("keys")
    .innerJoin("projects", "projects.id", "keys.project_id")
    .selectAll("keys")
    .select("projects.domain as domain");
}

function toKey(row: Selectable<Tables["keys"]> & { domain: string }): StoredKey {
  return {
    id: row.id,
    projectId: row.project_id,
    domain: row.domain,
    kind: row.kind,
    label: row.label,
    hash: row.hash,
    hint: row.hint,
    providedBy: row.provided_by,
    origins: JSON.parse(row.origins),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
