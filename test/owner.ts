import type { Clock } from "../src/lib/clock.ts";
import { hashToken, openSession, secretToken } from "../src/owner/open-session.ts";
import { findOwner, finishSetup, startSetup } from "../src/store/access/owner.ts";
import type { Database } from "../src/store/database.ts";

/** A session as after a log-in, without the time a real password takes. */
export async function openOwnerSession(deps: { db: Database; clock: Clock }): Promise<string> {
  const session = await openSession(deps, await somePassword(deps));
  if (!session) throw new Error("the password changed while the session was opened");
  return session.token;
}

async function somePassword({ db, clock }: { db: Database; clock: Clock }): Promise<string> {
  const known = (await findOwner(db))?.passwordHash;
  if (known) return known;
  const at = clock.now().toISOString();
  const setupHash = hashToken(secretToken().token);
  await startSetup(db, { hash: setupHash, expiresAt: at, at });
  await finishSetup(db, { setupHash, passwordHash: "a hash", at });
  return "a hash";
}

/** What a page of the dashboard sends with its session. */
export function dashboardHeaders(token: string): Record<string, string> {
  return { cookie: `docent_session=${token}`, "x-docent-dashboard": "1" };
}
