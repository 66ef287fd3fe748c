import type { Role } from "../contract/members.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import {
  acceptInvitation,
  findInvitation,
  findInvitationFor,
  type InvitationRow,
} from "../store/access/invitations.ts";
import type { MemberRow } from "../store/access/members.ts";
import type { Database } from "../store/database.ts";
import { hashToken, openSession } from "./open-session.ts";
import { hashPassword } from "./password-hash.ts";
import type { LoggedIn } from "./set-password.ts";

type Deps = { db: Database; clock: Clock };
export type JoinInput = {
  token: string;
  name: string;
  email: string;
  password: string;
  browser: string;
};

/** Uses an invitation up: its token is all that says who is calling. Logs in. */
export async function join(deps: Deps, input: JoinInput): Promise<LoggedIn> {
  const { name, email, browser } = input;
  const invitation = await openInvitation(deps, hashToken(input.token));
  requireInvited(invitation, email);
  if (invitation.email === null) await refuseInvited(deps, email);
  const passwordHash = await hashPassword(input.password);
  const made = { ...newMember(deps, invitation.role), name, email, passwordHash };
  const member = { ...made, provenEmail: invitation.email };
  await accept(deps, invitation, member);
  const session = await openSession(deps, {
    memberId: member.id,
    browser,
    proof: { passwordHash },
  });
  if (!session) throw new AppError("conflict", "You were removed meanwhile.");
  return { session, member };
}

/** What an invitation is for. */
export async function openInvitation(
  { db, clock }: Deps,
  tokenHash: string,
): Promise<InvitationRow> {
  const invitation = await findInvitation(db, tokenHash);
  if (invitation && invitation.expiresAt > clock.now().toISOString()) return invitation;
  throw usedUp();
}

/** An invitation with an email is for nobody else. */
export function requireInvited(invitation: InvitationRow, email: string): void {
  if (invitation.email === null || invitation.email === email) return;
  throw new AppError("forbidden", `This invitation is for ${invitation.email}.`, {
    details: [{ path: "email", message: `This invitation is for ${invitation.email}.` }],
  });
}

/** Nobody takes the email of somebody who is invited by it. */
export async function refuseInvited({ db, clock }: Deps, email: string): Promise<void> {
  const other = await findInvitationFor(db, email);
  if (!other || other.expiresAt <= clock.now().toISOString()) return;
  const message = "There is an invitation for this email: open that one, or use another email.";
  throw new AppError("conflict", message, { details: [{ path: "email", message }] });
}

export async function accept(
  { db }: Deps,
  invitation: InvitationRow,
  member: MemberRow,
): Promise<void> {
  const outcome = await acceptInvitation(db, invitation, member);
  if (outcome === "accepted") return;
  if (outcome === "used") throw usedUp();
  throw new AppError("conflict", "Somebody with this email is a member already: log in instead.", {
    details: [{ path: "email", message: "Somebody with this email is a member already." }],
  });
}

/** Nameless, and without a way in yet. */
export function newMember({ clock }: Pick<Deps, "clock">, role: Role): MemberRow {
  const at = clock.now().toISOString();
  return {
    ...{ id: newId("mem"), name: "", email: null, provenEmail: null, role },
    ...{ passwordHash: null, oidcSubject: null, lastSeenAt: null, disabledAt: null },
    ...{ setupHash: null, setupExpiresAt: null, setupIssuedBy: null, createdAt: at, updatedAt: at },
  };
}

function usedUp(): AppError {
  return new AppError(
    "forbidden",
    "This invitation was used, revoked or has expired. Ask an owner for a new one.",
  );
}
