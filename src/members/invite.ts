import type { OneTimeLink, Role } from "../contract/members.ts";
import { type Actor, nameOf, requireOwner } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import {
  deleteInvitation,
  insertInvitation,
  listInvitations,
} from "../store/access/invitations.ts";
import { findMemberBy, listMembers } from "../store/access/members.ts";
import type { Database } from "../store/database.ts";
import { secretToken } from "./open-session.ts";

const validMs = 7 * 24 * 60 * 60_000;
const mostOpen = 200;

type Deps = { db: Database; clock: Clock };
export type InviteInput = { publicUrl: string; role: Role; email: string | null };

/** A link by which one person becomes a member with this role. Its token stands behind the #, so it reaches no log. */
export async function invite(
  deps: Deps,
  actor: Actor,
  { publicUrl, role, email }: InviteInput,
): Promise<OneTimeLink> {
  requireOwner(actor);
  await requireEmails(deps.db);
  if (email !== null && (await findMemberBy(deps.db, "email", email)))
    throw new AppError("conflict", `${email} is a member already.`);
  const now = deps.clock.now();
  if ((await listInvitations(deps.db, now.toISOString())).length >= mostOpen)
    throw new AppError("conflict", "There are too many open invitations. Revoke some first.");
  const { token, hash } = secretToken();
  const expiresAt = new Date(now.getTime() + validMs).toISOString();
  const isStored = await insertInvitation(deps.db, {
    ...{ id: newId("inv"), tokenHash: hash, role, email, createdAt: now.toISOString(), expiresAt },
    ...{ invitedBy: nameOf(actor), inviterId: actor.kind === "member" ? actor.memberId : null },
  });
  if (!isStored) throw new AppError("forbidden", "You are not an owner any more.");
  return { link: `${publicUrl}/dashboard/invite#${token}`, expiresAt };
}

export async function revokeInvitation({ db }: Deps, actor: Actor, id: string): Promise<void> {
  requireOwner(actor);
  if (await deleteInvitation(db, id)) return;
  throw new AppError("not_found", "There is no such invitation: it was used, revoked or expired.");
}

/** Of several people each logs in by email, so whoever is here already needs one first. */
async function requireEmails(db: Database): Promise<void> {
  const members = await listMembers(db);
  if (members.every((member) => member.email !== null)) return;
  throw new AppError(
    "conflict",
    "Give yourself an email on the account page first: as soon as there are two members, each logs in by email.",
  );
}
