import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export type SignIn = Row<"signIns">;

const mostOpen = 1_000;

/** Keeps the newest thousand: anybody can begin one. */
export async function insertSignIn(db: Database, signIn: SignIn, now: string): Promise<void> {
  await db.deleteFrom("signIns").where("expiresAt", "<=", now).execute();
  await db.insertInto("signIns").values(signIn).execute();
  const oldest = await db
    .selectFrom("signIns")
    .select("expiresAt")
    .orderBy("expiresAt", "desc")
    .offset(mostOpen)
    .limit(1)
    .executeTakeFirst();
  if (oldest) await db.deleteFrom("signIns").where("expiresAt", "<=", oldest.expiresAt).execute();
}

/** Hands it out once: whoever comes again finds nothing. */
export async function takeSignIn(db: Database, browserHash: string): Promise<SignIn | undefined> {
  return db
    .deleteFrom("signIns")
    .where("browserHash", "=", browserHash)
    .returningAll()
    .executeTakeFirst();
}
