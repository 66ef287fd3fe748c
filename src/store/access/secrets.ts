import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export type SecretRow = Row<"secrets">;

/** Whose it is: a source's own, or one under a name ("" is the default one) for all that use the name. */
export type SecretOwner = { sourceId: string } | { name: string };

export function secretId(owner: SecretOwner, purpose: SecretRow["purpose"]): string {
  return `${"sourceId" in owner ? `source ${owner.sourceId}` : `name ${owner.name}`} ${purpose}`;
}

/** Puts a secret in the place of the one that is there. */
export async function putSecret(db: Database, row: SecretRow): Promise<void> {
  const { id: _, createdAt: __, ...changed } = row;
  await db
    .insertInto("secrets")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(changed))
    .execute();
}

/** Seals a row anew, unless somebody has replaced it meanwhile. */
export async function resealSecret(
  db: Database,
  row: Pick<SecretRow, "id" | "sealed">,
  next: Pick<SecretRow, "sealed" | "keyId">,
): Promise<boolean> {
  const changed = await db
    .updateTable("secrets")
    .set(next)
    .where("id", "=", row.id)
    .where("sealed", "=", row.sealed)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

export async function findSecret(db: Database, id: string): Promise<SecretRow | undefined> {
  return db.selectFrom("secrets").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function deleteSecret(db: Database, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom("secrets")
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return gone !== undefined;
}

/** All of them, in the order of their ids. */
export async function listSecrets(db: Database): Promise<SecretRow[]> {
  return db.selectFrom("secrets").selectAll().orderBy("id").execute();
}

/** Those of a project's sources, and those under the names that its sources use; keys of models are the deployment's. */
export async function listProjectSecrets(db: Database, projectId: string): Promise<SecretRow[]> {
  const sources = await db
    .selectFrom("sources")
    .select(["id", "credential"])
    .where("projectId", "=", projectId)
    .execute();
  const ids = new Set(sources.map(({ id }) => id));
  const names = new Set(sources.map(({ credential }) => credential));
  const rows = await listSecrets(db);
  return rows.filter(({ sourceId, name, purpose }) =>
    sourceId === null ? purpose !== "model" && names.has(name) : ids.has(sourceId),
  );
}
