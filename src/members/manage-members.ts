import type { Member, MemberList, Role } from "../contract/members.ts";
import { type Actor, requireOwner } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { listInvitations } from "../store/access/invitations.ts";
import {
  changeMember,
  findMember,
  listMembers,
  type MemberChange,
  type MemberRow,
  type WaysIn,
} from "../store/access/members.ts";
import type { Database } from "../store/database.ts";

type Deps = { db: Database; clock: Clock };
type ChangeDeps = Deps & { ways: WaysIn };

/** Everybody there is, oldest first, and who is invited. */
export async function listEverybody(deps: Deps, actor: Actor): Promise<MemberList> {
  requireOwner(actor);
  const open = await listInvitations(deps.db, deps.clock.now().toISOString());
  return {
    members: (await listMembers(deps.db)).map(toMember),
    invitations: open.map(({ tokenHash: _, inviterId: __, ...invitation }) => invitation),
  };
}

export async function changeRole(
  deps: ChangeDeps,
  actor: Actor,
  { memberId, role }: { memberId: string; role: Role },
): Promise<void> {
  requireOwner(actor);
  await change(deps, memberId, { role });
}

/** Whoever is disabled is logged out at once, and comes in again when enabled. */
export async function setDisabled(
  deps: ChangeDeps,
  actor: Actor,
  { memberId, isDisabled }: { memberId: string; isDisabled: boolean },
): Promise<void> {
  requireOwner(actor);
  await change(deps, memberId, { disabledAt: isDisabled ? deps.clock.now().toISOString() : null });
}

export async function removeMember(
  deps: ChangeDeps,
  actor: Actor,
  memberId: string,
): Promise<void> {
  requireOwner(actor);
  await change(deps, memberId, "remove");
}

async function change({ db, ways }: ChangeDeps, id: string, what: MemberChange): Promise<void> {
  if (!(await findMember(db, id))) throw new AppError("not_found", "There is no such member.");
  if (await changeMember(db, { id, change: what, ways })) return;
  throw new AppError(
    "conflict",
    "This is the last owner who can log in. Make somebody else an owner first.",
  );
}

export function toMember(row: MemberRow): Member {
  const { id, name, email, role, createdAt, lastSeenAt } = row;
  const hasPassword = row.passwordHash !== null;
  const hasSingleSignOn = row.oidcSubject !== null;
  const state = row.disabledAt ? "disabled" : hasPassword || hasSingleSignOn ? "active" : "locked";
  return { id, name, email, role, state, hasPassword, hasSingleSignOn, createdAt, lastSeenAt };
}
