import type { Database } from "../database.ts";

const id = "passes";

/** What signs passes; of several nodes that start together, the first one's counts. */
export async function readerSecret(
  db: Database,
  fresh: () => { secret: string; createdAt: string },
): Promise<string> {
  const known = await find(db);
  if (known !== undefined) return known;
  await db
    .insertInto("readerSecrets")
    .values({ id, ...fresh() })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const made = await find(db);
  if (made === undefined) throw new Error("the secret of the reader's passes was not stored");
  return made;
}

async function find(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom("readerSecrets")
    .select("secret")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.secret;
}
