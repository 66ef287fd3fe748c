import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { findOwner, finishSetup } from "../store/access/owner.ts";
import type { Database } from "../store/database.ts";
import { hashToken, openSession, type SessionToken } from "./open-session.ts";
import { hashPassword } from "./password-hash.ts";

/** Uses a set-up link up: its token is all that says who is calling. Logs in. */
export async function setPassword(
  deps: { db: Database; clock: Clock },
  input: { token: string; password: string },
): Promise<SessionToken> {
  const setupHash = hashToken(input.token);
  const owner = await findOwner(deps.db);
  const now = deps.clock.now().toISOString();
  const isGood =
    owner?.setupHash === setupHash && owner.setupExpiresAt !== null && owner.setupExpiresAt > now;
  if (!isGood) throw usedUp();
  const passwordHash = await hashPassword(input.password);
  if (!(await finishSetup(deps.db, { setupHash, passwordHash, at: now }))) throw usedUp();
  const session = await openSession(deps, passwordHash);
  if (!session) throw usedUp();
  return session;
}

function usedUp(): AppError {
  return new AppError(
    "forbidden",
    'This link was used, replaced or has expired. Restart the server for a new one, or run "docent owner reset" when a password is set already.',
  );
}

/** Whether nobody can log in yet, because no password was ever set or it was taken away. */
export async function needsSetup(deps: { db: Database }): Promise<boolean> {
  const owner = await findOwner(deps.db);
  return (owner?.passwordHash ?? null) === null;
}
