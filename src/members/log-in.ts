import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { findMemberBy, listMembers, type MemberRow } from "../store/access/members.ts";
import type { Database } from "../store/database.ts";
import { endSession } from "./end-session.ts";
import { openSession, type SessionToken } from "./open-session.ts";
import { unfitHash, verifyPassword } from "./password-hash.ts";

export type LogInInput = {
  /** Whom `findNamed` found, if anybody. */
  member: MemberRow | undefined;
  password: string;
  browser: string;
  /** Whether an email was given, which may be what is wrong. */
  isByEmail: boolean;
  /** The caller's session so far, which ends. */
  replaces: { sessionId: string; memberId: string } | undefined;
};

/** Tells a wrong password, one that was never set, a disabled and an unknown member apart neither in words nor in time. */
export async function logIn(
  deps: { db: Database; clock: Clock },
  { member, password, browser, replaces, isByEmail }: LogInInput,
): Promise<SessionToken> {
  const hash = member?.passwordHash ?? unfitHash();
  const isRight = await verifyPassword(password, hash);
  const opened =
    isRight && member
      ? await openSession(deps, { memberId: member.id, browser, proof: { passwordHash: hash } })
      : undefined;
  if (!opened)
    throw new AppError(
      "unauthenticated",
      isByEmail ? "This email or this password is not right." : "This password is not right.",
    );
  if (replaces) await endSession(deps, replaces);
  return opened;
}

/** Without an email: the only member, or the only one who has none. */
export async function findNamed(
  { db }: { db: Database },
  email: string,
): Promise<MemberRow | undefined> {
  const wanted = email.trim().normalize("NFC").toLowerCase();
  // PostgreSQL refuses a NUL even in a question.
  if (wanted !== "") return wanted.includes("\0") ? undefined : findMemberBy(db, "email", wanted);
  const members = await listMembers(db);
  const nameless = members.filter((member) => member.email === null);
  const [only, ...more] = nameless.length > 0 ? nameless : members;
  return more.length === 0 ? only : undefined;
}
