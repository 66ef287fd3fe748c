import { email as emailRule, memberName, type Role } from "../../contract/members.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import {
  findInvitation,
  findInvitationFor,
  type InvitationRow,
} from "../../store/access/invitations.ts";
import { findMemberOf } from "../../store/access/member-sessions.ts";
import { findMemberBy, insertMember, type MemberRow } from "../../store/access/members.ts";
import { type SignIn, takeSignIn } from "../../store/access/sign-ins.ts";
import { type Binding, bindSubject } from "../../store/access/ways-in.ts";
import type { Database } from "../../store/database.ts";
import { accept, newMember, requireInvited } from "../join.ts";
import { hashToken, openSession } from "../open-session.ts";
import type { LoggedIn } from "../set-password.ts";
import type { Identity, IdentityProvider } from "./identity-provider.ts";
import { readKept, secretsOf } from "./kept-sign-in.ts";

export type SignInRules = {
  /** Domains of emails; none: any. */
  allowedDomains: string[];
  /** Of whoever comes without an invitation; undefined: nobody does. */
  defaultRole: Role | undefined;
};

type Deps = { db: Database; clock: Clock; provider: IdentityProvider; rules: SignInRules };
export type FinishInput = {
  query: URLSearchParams;
  /** The cookie of the browser. */
  kept: string | undefined;
  browser: string;
};

export type SignedIn = LoggedIn & {
  nextPath: string;
  /** What the log-in did besides: bound the provider to the own account or to the member with this email, or made a member. */
  did: "log in" | "connect" | "recognise" | "join";
};
/** The provider vouches for somebody who has no business here. */
export type RefusedSignIn = { refused: AppError; claims: string };

/** Logs whoever comes back from the provider in, in the browser that began it. The provider takes each code once. */
export async function finishSignIn(
  deps: Deps,
  { query, kept: text, browser }: FinishInput,
): Promise<SignedIn | RefusedSignIn> {
  const kept = readKept(text);
  if (!kept || hashToken(secretsOf(kept).state) !== hashToken(query.get("state") ?? ""))
    throw tooLate();
  const purpose = kept.isPrepared ? await takePurpose(deps, kept.token) : plain;
  const identity = await deps.provider.finish(query, secretsOf(kept));
  try {
    const { member, did } = await memberFor(deps, purpose, checked(deps.rules, identity));
    const proof = { oidcSubject: identity.subject };
    const session = await openSession(deps, { memberId: member.id, browser, proof });
    if (!session) throw refused("Your access was taken away. Ask an owner.");
    return { session, member, nextPath: kept.nextPath, did };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refused: error, claims: identity.email ?? "" };
  }
}

type Purpose = Pick<SignIn, "invitationHash" | "sessionId">;
const plain: Purpose = { invitationHash: null, sessionId: null };

async function takePurpose({ db, clock }: Deps, token: string): Promise<Purpose> {
  const prepared = await takeSignIn(db, hashToken(token));
  if (prepared && prepared.expiresAt > clock.now().toISOString()) return prepared;
  throw tooLate();
}

function tooLate(): AppError {
  return refused("This log-in took too long, was used already, or was begun in another browser.");
}

/** Its texts as members have them; an email that is none counts for nothing. */
function checked({ allowedDomains }: SignInRules, identity: Identity): Identity {
  const email = emailRule.safeParse(identity.email ?? "").data;
  const name = memberName.safeParse(identity.name).data ?? "";
  const isAllowed =
    allowedDomains.length === 0 || allowedDomains.includes(email?.split("@").at(-1) ?? "");
  if (!isAllowed)
    throw refused("Only people with a verified email of certain domains come in here.");
  return { ...identity, email, name };
}

type Found = { member: MemberRow; did: SignedIn["did"] };

async function memberFor(deps: Deps, purpose: Purpose, identity: Identity): Promise<Found> {
  const known = await findMemberBy(deps.db, "oidcSubject", identity.subject);
  const { sessionId } = purpose;
  if (sessionId !== null) return connect(deps, sessionId, { identity, known });
  if (known) return { member: known, did: "log in" };
  const { email } = identity;
  if (email === undefined)
    throw refused(
      "Your provider has not verified your email, so nobody can tell which member you are.",
    );
  const sameEmail = await findMemberBy(deps.db, "email", email);
  if (sameEmail) return { member: await recognise(deps, sameEmail, identity), did: "recognise" };
  return { member: await addMember(deps, purpose, { ...identity, email }), did: "join" };
}

/** Somebody who is logged in adds the provider to the own account. */
async function connect(
  deps: Deps,
  sessionId: string,
  { identity, known }: { identity: Identity; known: MemberRow | undefined },
): Promise<Found> {
  const member = await findMemberOf(deps.db, sessionId);
  if (!member) throw refused("You are not logged in any more. Log in, then connect again.");
  if (known && known.id !== member.id)
    throw refused("This account of the provider belongs to another member.");
  if (known) return { member, did: "log in" };
  return { member: await bind(deps, { member, identity, by: { sessionId } }), did: "connect" };
}

/** An email that a member only claims proves nothing, nor one of somebody whose ways in were taken away. */
async function recognise(deps: Deps, member: MemberRow, identity: Identity): Promise<MemberRow> {
  const { passwordHash } = member;
  requireUnbound(member);
  if (member.provenEmail !== identity.email)
    throw refused(
      "A member has given this email without proof that it is theirs. Log in with your password and connect single sign-on on the page of your account, or ask an owner.",
    );
  if (passwordHash === null)
    throw refused("How you log in was reset. Ask an owner for the link that sets a password.");
  const bound = await bind(deps, { member, identity, by: { passwordHash } });
  return { ...bound, passwordHash: null };
}

function requireUnbound({ oidcSubject, disabledAt }: MemberRow): void {
  if (oidcSubject !== null)
    throw refused(
      "This member comes in by another account of the provider. Ask an owner to reset it.",
    );
  if (disabledAt !== null) throw refused("Your access was taken away. Ask an owner.");
}

type NewBinding = { member: MemberRow; identity: Identity; by: Binding["by"] };

/** From then on the subject alone counts: whoever gets the email later is somebody else. */
async function bind({ db, clock }: Deps, { member, identity, by }: NewBinding): Promise<MemberRow> {
  requireUnbound(member);
  const values = {
    oidcSubject: identity.subject,
    provenEmail: identity.email === member.email ? member.email : member.provenEmail,
    name: member.name || identity.name,
    updatedAt: clock.now().toISOString(),
  };
  if (await bindSubject(db, { memberId: member.id, values, by })) return { ...member, ...values };
  throw refused("How you log in was changed meanwhile. Log in and try again.");
}

/** By the invitation that was opened, by one for this email, or by the default role. */
async function addMember(
  deps: Deps,
  purpose: Purpose,
  identity: Identity & { email: string },
): Promise<MemberRow> {
  const { email, name, subject: oidcSubject } = identity;
  const invitation = await invitationFor(deps, purpose, email);
  const role = invitation?.role ?? deps.rules.defaultRole;
  if (role === undefined)
    throw refused("You are not a member here. Ask an owner for an invitation.");
  const member = { ...newMember(deps, role), name, email, provenEmail: email, oidcSubject };
  if (invitation) await accept(deps, invitation, member);
  else if (!(await insertMember(deps.db, member)))
    throw refused("Somebody with this email came in at the same moment. Try again.");
  return member;
}

async function invitationFor(
  { db, clock }: Deps,
  { invitationHash }: Purpose,
  email: string,
): Promise<InvitationRow | undefined> {
  const opened = invitationHash === null ? undefined : await findInvitation(db, invitationHash);
  if (opened) requireInvited(opened, email);
  const invitation = opened ?? (await findInvitationFor(db, email));
  return invitation && invitation.expiresAt > clock.now().toISOString() ? invitation : undefined;
}

function refused(sentence: string): AppError {
  return new AppError("forbidden", sentence);
}
