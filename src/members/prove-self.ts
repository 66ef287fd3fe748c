import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { listSessionsOf } from "../store/access/member-sessions.ts";
import { findMember, type MemberRow } from "../store/access/members.ts";
import type { Self } from "../store/access/ways-in.ts";
import type { Database } from "../store/database.ts";
import { verifyPassword } from "./password-hash.ts";

const freshMs = 10 * 60_000;

/** Before a way in is added or changed: a session that somebody else uses must not become an account of theirs. */
export async function proveSelf(
  { db, clock }: { db: Database; clock: Clock },
  self: Self,
  password: string,
): Promise<MemberRow> {
  const member = await findMember(db, self.memberId);
  if (!member) throw new AppError("unauthenticated", "You are not a member any more.");
  if (member.passwordHash !== null) {
    if (await verifyPassword(password, member.passwordHash)) return member;
    throw new AppError("forbidden", "Your password so far is not right.", {
      details: [{ path: "current", message: "This is not your password." }],
    });
  }
  const session = (await listSessionsOf(db, self.memberId)).find(({ id }) => id === self.sessionId);
  const since = clock.now().getTime() - freshMs;
  if (session && Date.parse(session.createdAt) > since) return member;
  throw new AppError(
    "forbidden",
    "Log out and in again first: without a password this takes a log-in of the last ten minutes.",
  );
}
