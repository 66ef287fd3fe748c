import type { Account } from "../contract/members.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { listSessionsOf } from "../store/access/member-sessions.ts";
import { findMember, listMembers, type MemberRow, updateMember } from "../store/access/members.ts";
import { replacePassword, type Self, unbindSubject } from "../store/access/ways-in.ts";
import type { Database } from "../store/database.ts";
import { refuseInvited } from "./join.ts";
import { toMember } from "./manage-members.ts";
import { hashPassword } from "./password-hash.ts";
import { proveSelf } from "./prove-self.ts";

type Deps = { db: Database; clock: Clock };

/** A member about oneself. */
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
  const { email: emailSoFar } = await requireSelf(db, self);
  if (email !== null && email !== emailSoFar) await refuseInvited({ db, clock }, email);
  const updatedAt = clock.now().toISOString();
  if (await updateMember(db, self.memberId, { name, email, updatedAt })) return;
  throw new AppError("conflict", "Somebody else here has this email.", {
    details: [{ path: "email", message: "Somebody else here has this email." }],
  });
}

/** Takes the password so far, or a fresh log-in where there is none, and ends every other session. */
export async function changePassword(
  deps: Deps,
  self: Self,
  { current, password }: { current: string; password: string },
): Promise<MemberRow> {
  const member = await proveSelf(deps, self, current);
  const passwordHash = await hashPassword(password);
  const at = deps.clock.now().toISOString();
  const change = { from: member.passwordHash, to: passwordHash, at };
  if (await replacePassword(deps.db, self, change)) return { ...member, passwordHash };
  throw changedMeanwhile();
}

/** From then on the password alone lets in; every other session ends. */
export async function disconnect(
  deps: Deps & { passwordLogin: boolean },
  self: Self,
  { current }: { current: string },
): Promise<void> {
  if (!deps.passwordLogin)
    throw new AppError("conflict", "Passwords are switched off here: there is no other way in.");
  const { passwordHash } = await proveSelf(deps, self, current);
  if (passwordHash === null)
    throw new AppError("conflict", "Set a password first: there is no other way in.");
  const at = deps.clock.now().toISOString();
  if (!(await unbindSubject(deps.db, self, { passwordHash, at }))) throw changedMeanwhile();
}

function changedMeanwhile(): AppError {
  return new AppError("conflict", "How you log in was changed meanwhile. Log in and try again.");
}

async function requireSelf(db: Database, { memberId }: Self): Promise<MemberRow> {
  const member = await findMember(db, memberId);
  if (member) return member;
  throw new AppError("unauthenticated", "You are not a member any more.");
}
