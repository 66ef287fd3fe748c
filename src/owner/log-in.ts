import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { deleteSession, findOwner } from "../store/access/owner.ts";
import type { Database } from "../store/database.ts";
import { openSession, type SessionToken } from "./open-session.ts";
import { unfitHash, verifyPassword } from "./password-hash.ts";

export type LogInInput = {
  password: string;
  /** The caller's session so far, which ends. */
  replaces: string | undefined;
};

/** Tells a wrong password from one that was never set neither in words nor in time. */
export async function logIn(
  deps: { db: Database; clock: Clock },
  { password, replaces }: LogInInput,
): Promise<SessionToken> {
  const owner = await findOwner(deps.db);
  const hash = owner?.passwordHash ?? unfitHash;
  const session = (await verifyPassword(password, hash)) && (await openSession(deps, hash));
  if (!session) throw new AppError("unauthenticated", "This password is not right.");
  if (replaces !== undefined) await deleteSession(deps.db, replaces);
  return session;
}
