import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export type SignIn = Row<"signIns">;

/** Only whoever holds an invitation or a session gets here; a session has one at a time. */
export async function insertSignIn(db: Database, signIn: SignIn, now: string): Promise<void> {
  await db.deleteFrom("signIns").where("expiresAt", "<=", now).execute();
  const { sessionId } = signIn;
  if (sessionId !== null)
    await db.deleteFrom("signIns").where("sessionId", "=", sessionId).execute();
  await db.insertInto("signIns").values(signIn).execute();
}

/** Under another token from now on. False: it is unknown, has expired, or its session has ended. */
export async function renewSignIn(
  db: Database,
  input: { from: string; to: string; now: string; expiresAt: string },
): Promise<boolean> {
  const renewed = await db
    .updateTable("signIns")
    .set({ browserHash: input.to, expiresAt: input.expiresAt })
    .where("browserHash", "=", input.from)
    .where("expiresAt", ">", input.now)
    .returning("browserHash")
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Hands it out once: whoever comes again finds nothing. */
export async function takeSignIn(db: Database, browserHash: string): Promise<SignIn | undefined> {
  return db
    .deleteFrom("signIns")
    .where("browserHash", "=", browserHash)
    .returningAll()
    .executeTakeFirst();
}
