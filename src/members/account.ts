import type { Account } from "../contract/members.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { deleteSessionsOf, listSessionsOf } from "../store/access/member-sessions.ts";
import { findMember, listMembers, type MemberRow, updateMember } from "../store/access/members.ts";
import type { Database } from "../store/database.ts";
import { toMember } from "./manage-members.ts";
import { hashPassword, unfitHash, verifyPassword } from "./password-hash.ts";

type Deps = { db: Database; clock: Clock };
/** A member about oneself. */
type Self = { memberId: string; sessionId: string };

export async function showAccount({ db }: Deps, self: Self): Promise<Account> {
  const member = await requireSelf(db, self);
  const sessions = await listSessionsOf(db, self.memberId);
  return {
    member: toMember(member),
    sessions: sessions.map(({ id, browser, createdAt, lastUsedAt }) => ({
      ...{ id, browser, createdAt, lastUsedAt, isCurrent: id === self.sessionId },
    })),
  };
}

/** Only somebody who is alone here may go without an email. */
export async function updateAccount(
  { db, clock }: Deps,
  self: Self,
  { name, email }: { name: string; email: string | null },
): Promise<void> {
  const isAlone = (await listMembers(db)).length === 1;
  if (email === null && !isAlone)
    throw new AppError("invalid_request", "Write your email: you log in with it.", {
      details: [{ path: "email", message: "Write your email: you log in with it." }],
    });
  const updatedAt = clock.now().toISOString();
  if (await updateMember(db, self.memberId, { name, email, updatedAt })) return;
  throw new AppError("conflict", "Somebody else here has this email.", {
    details: [{ path: "email", message: "Somebody else here has this email." }],
  });
}

/** Takes the password so far, where there is one, and ends every other session. */
export async function changePassword(
  { db, clock }: Deps,
  self: Self,
  { current, password }: { current: string; password: string },
): Promise<MemberRow> {
  const member = await requireSelf(db, self);
  const isRight = await verifyPassword(current, member.passwordHash ?? unfitHash);
  if (!isRight && member.passwordHash !== null)
    throw new AppError("forbidden", "Your password so far is not right.", {
      details: [{ path: "current", message: "This is not your password." }],
    });
  const passwordHash = await hashPassword(password);
  const updatedAt = clock.now().toISOString();
  await updateMember(db, self.memberId, { passwordHash, updatedAt });
  await deleteSessionsOf(db, self.memberId, { butNot: self.sessionId });
  return { ...member, passwordHash };
}

async function requireSelf(db: Database, { memberId }: Self): Promise<MemberRow> {
  const member = await findMember(db, memberId);
  if (member) return member;
  throw new AppError("unauthenticated", "You are not a member any more.");
}
