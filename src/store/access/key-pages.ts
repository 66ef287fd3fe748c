import { type ExpressionBuilder, sql } from "kysely";
import type { KeyFilter } from "../../contract/dashboard.ts";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { StoredKey } from "./keys.ts";

export type KeyPlace = Pick<StoredKey, "createdAt" | "id">;

export type KeySearch = {
  projectId: string;
  state: KeyFilter;
  now: string;
  /** In small letters: each stands in the label, in an origin, or at the end of the key. */
  words: string[];
  after: KeyPlace | undefined;
  limit: number;
};

/** Newest first. */
export async function listKeyPage(db: Database, search: KeySearch): Promise<StoredKey[]> {
  const { projectId, state, now, words, after, limit } = search;
  let query = db
    .selectFrom("keys")
    .innerJoin("projects", "projects.id", "keys.projectId")
    .selectAll("keys")
    .select("projects.domain as domain")
    .where("keys.projectId", "=", projectId)
    .where((keys) => isIn(keys, state, now))
    .orderBy("keys.createdAt", "desc")
    .orderBy("keys.id", "desc");
  for (const word of words) {
    const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
    query = query.where(({ or }) =>
      or(
        ["label", "hint", "origins", "kind"].map(
          (column) => sql<boolean>`lower(${sql.ref(`keys.${column}`)}) like ${pattern} escape '\\'`,
        ),
      ),
    );
  }
  if (after)
    query = query.where(({ or, and, eb }) =>
      or([
        eb("keys.createdAt", "<", after.createdAt),
        and([eb("keys.createdAt", "=", after.createdAt), eb("keys.id", "<", after.id)]),
      ]),
    );
  return query.limit(limit).execute();
}

export async function countKeys(
  db: Database,
  projectId: string,
  now: string,
): Promise<Record<KeyFilter, number>> {
  const count = async (state: KeyFilter) => {
    const { keys } = await db
      .selectFrom("keys")
      .select(({ fn }) => fn.countAll<number>().as("keys"))
      .where("projectId", "=", projectId)
      .where((row) => isIn(row, state, now))
      .executeTakeFirstOrThrow();
    return keys;
  };
  const [active, expired, revoked] = [
    await count("active"),
    await count("expired"),
    await count("revoked"),
  ];
  return { active, expired, revoked, all: active + expired + revoked };
}

function isIn(
  { eb, and, or, lit }: ExpressionBuilder<Tables, "keys">,
  state: KeyFilter,
  now: string,
) {
  if (state === "all") return lit(true);
  if (state === "revoked") return eb("keys.revokedAt", "is not", null);
  const alive = eb("keys.revokedAt", "is", null);
  if (state === "expired") return and([alive, eb("keys.expiresAt", "<=", now)]);
  return and([alive, or([eb("keys.expiresAt", "is", null), eb("keys.expiresAt", ">", now)])]);
}
