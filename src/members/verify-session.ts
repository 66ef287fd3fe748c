import type { Role } from "../contract/members.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import {
  findSession,
  type MemberSession,
  markSessionUsed,
  rotateSession,
} from "../store/access/member-sessions.ts";
import type { Database } from "../store/database.ts";
import { hashToken, type SessionToken, secretToken, sessionTimes } from "./open-session.ts";

type Deps = { db: Database; clock: Clock };

export type VerifiedSession = {
  sessionId: string;
  member: { memberId: string; role: Role; name: string };
  /** Takes the place of the token that was sent. */
  renewed: SessionToken | undefined;
};

export async function verifySession(deps: Deps, token: string): Promise<VerifiedSession> {
  const hash = hashToken(token);
  const session = await findSession(deps.db, hash);
  const now = deps.clock.now().getTime();
  if (!session || !isAlive(session, hash, now)) {
    throw new AppError("unauthenticated", "You are not logged in any more. Please log in again.");
  }
  const renewed = isDue(session, hash, now) ? await renew(deps, session) : undefined;
  if (!renewed) await recordUse(deps, session);
  const { id: sessionId, memberId, role, name, email } = session;
  return { sessionId, member: { memberId, role, name: name || email || "" }, renewed };
}

function isAlive(session: MemberSession, hash: string, now: number): boolean {
  if (now >= Date.parse(session.expiresAt)) return false;
  if (now >= Date.parse(session.lastUsedAt) + sessionTimes.idleMs) return false;
  if (session.tokenHash === hash) return true;
  return session.previousUntil !== null && now < Date.parse(session.previousUntil);
}

function isDue(session: MemberSession, hash: string, now: number): boolean {
  return session.tokenHash === hash && now >= Date.parse(session.rotatedAt) + sessionTimes.rotateMs;
}

/** Of several requests at once one gets the new token; the others go through on the old one. */
async function renew(deps: Deps, session: MemberSession): Promise<SessionToken | undefined> {
  const now = deps.clock.now();
  const { token, hash } = secretToken();
  const renewed = await rotateSession(deps.db, {
    from: session.tokenHash,
    to: hash,
    at: now.toISOString(),
    previousUntil: new Date(now.getTime() + sessionTimes.previousMs).toISOString(),
  });
  return renewed ? { token, expiresAt: new Date(session.expiresAt) } : undefined;
}

async function recordUse(deps: Deps, session: MemberSession): Promise<void> {
  const now = deps.clock.now();
  if (now.getTime() - Date.parse(session.lastUsedAt) < sessionTimes.lastUseStepMs) return;
  await markSessionUsed(deps.db, session, now.toISOString());
}
