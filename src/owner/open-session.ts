import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { deleteEndedSessions, insertSession } from "../store/access/owner.ts";
import type { Database } from "../store/database.ts";
import { secretToken } from "./secret-token.ts";
import { sessionTimes } from "./session-times.ts";

/** The token is handed out once and never again: only its hash is stored. */
export type SessionToken = { token: string; expiresAt: Date };

/** For whoever has just proven to be the owner; undefined when that password is gone meanwhile. */
export async function openSession(
  deps: { db: Database; clock: Clock },
  passwordHash: string,
): Promise<SessionToken | undefined> {
  const now = deps.clock.now();
  const at = now.toISOString();
  const expiresAt = new Date(now.getTime() + sessionTimes.absoluteMs);
  const unusedSince = new Date(now.getTime() - sessionTimes.idleMs).toISOString();
  await deleteEndedSessions(deps.db, { now: at, unusedSince });
  const { token, hash } = secretToken();
  const session = {
    id: newId("ses"),
    tokenHash: hash,
    previousHash: null,
    previousUntil: null,
    createdAt: at,
    rotatedAt: at,
    lastUsedAt: at,
    expiresAt: expiresAt.toISOString(),
  };
  const opened = await insertSession(deps.db, session, passwordHash);
  return opened ? { token, expiresAt } : undefined;
}
