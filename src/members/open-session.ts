import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import {
  deleteEndedSessions,
  insertSession,
  type SessionProof,
} from "../store/access/member-sessions.ts";
import type { Database } from "../store/database.ts";

/** The token is handed out once and never again: only its hash is stored. */
export type SessionToken = { token: string; expiresAt: Date };

export type NewSession = { memberId: string; browser: string; proof: SessionProof };

/** For whoever has just proven to be a member; undefined when the proof is worth nothing any more. */
export async function openSession(
  deps: { db: Database; clock: Clock },
  { memberId, browser, proof }: NewSession,
): Promise<SessionToken | undefined> {
  const now = deps.clock.now();
  const at = now.toISOString();
  const expiresAt = new Date(now.getTime() + sessionTimes.absoluteMs);
  const unusedSince = new Date(now.getTime() - sessionTimes.idleMs).toISOString();
  await deleteEndedSessions(deps.db, { now: at, unusedSince });
  const { token, hash } = secretToken();
  const session = {
    id: newId("ses"),
    memberId,
    browser,
    tokenHash: hash,
    previousHash: null,
    previousUntil: null,
    createdAt: at,
    rotatedAt: at,
    lastUsedAt: at,
    expiresAt: expiresAt.toISOString(),
  };
  const opened = await insertSession(deps.db, session, proof);
  return opened ? { token, expiresAt } : undefined;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export const sessionTimes = {
  /** A session ends after so long without a request, and after so long in any case. */
  idleMs: 7 * dayMs,
  absoluteMs: 30 * dayMs,
  /** Use of a session this long after its token was made brings a new token. */
  rotateMs: dayMs,
  /** Requests that were under way at a rotation still carry the token before. */
  previousMs: minuteMs,
  /** The last use is exact to this: a busy page does not write on every request. */
  lastUseStepMs: minuteMs,
};

/** 256 random bits, so a plain digest cannot be searched backwards. */
export function secretToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
