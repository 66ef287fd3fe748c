import { email as emailRule, memberName, type Role } from "../../contract/members.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import {
  findInvitation,
  findInvitationFor,
  type InvitationRow,
} from "../../store/access/invitations.ts";
import {
  findMember,
  findMemberBy,
  insertMember,
  type MemberRow,
  updateMember,
} from "../../store/access/members.ts";
import { type SignIn, takeSignIn } from "../../store/access/sign-ins.ts";
import type { Database } from "../../store/database.ts";
import { accept, newMember, requireInvited } from "../join.ts";
import { hashToken, openSession } from "../open-session.ts";
import type { LoggedIn } from "../set-password.ts";
import type { Identity, IdentityProvider } from "./identity-provider.ts";

export type SignInRules = {
  /** Domains of emails; none: any. */
  allowedDomains: string[];
  /** Of whoever comes without an invitation; undefined: nobody does. */
  defaultRole: Role | undefined;
};

type Deps = { db: Database; clock: Clock; provider: IdentityProvider; rules: SignInRules };
export type FinishInput = {
  query: URLSearchParams;
  browserToken: string | undefined;
  browser: string;
};

/** Logs whoever comes back from the provider in. Each log-in is good once, in the browser that began it. */
export async function finishSignIn(
  deps: Deps,
  { query, browserToken, browser }: FinishInput,
): Promise<LoggedIn & { nextPath: string }> {
  const begun = await takeBegun(deps, browserToken, query.get("state") ?? "");
  const { nonce, verifier, nextPath } = begun;
  const secrets = { state: query.get("state") ?? "", nonce, verifier };
  const identity = await deps.provider.finish(query, secrets);
  const member = await memberFor(deps, begun, checked(deps.rules, identity));
  const proof = { oidcSubject: identity.subject };
  const session = await openSession(deps, { memberId: member.id, browser, proof });
  if (!session) throw refused("Your access was taken away. Ask an owner.");
  return { session, member, nextPath };
}

async function takeBegun(
  { db, clock }: Deps,
  browserToken: string | undefined,
  state: string,
): Promise<SignIn> {
  const begun = browserToken ? await takeSignIn(db, hashToken(browserToken)) : undefined;
  const isOwn = begun !== undefined && begun.stateHash === hashToken(state);
  if (isOwn && begun.expiresAt > clock.now().toISOString()) return begun;
  throw refused("This log-in took too long, was used already, or was begun in another browser.");
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

async function memberFor(deps: Deps, begun: SignIn, identity: Identity): Promise<MemberRow> {
  const known = await findMemberBy(deps.db, "oidcSubject", identity.subject);
  if (begun.memberId !== null)
    return bindOwn(deps, { ...begun, memberId: begun.memberId }, { identity, known });
  if (known) return known;
  const { email } = identity;
  if (email === undefined)
    throw refused(
      "Your provider has not verified your email, so nobody can tell which member you are.",
    );
  const sameEmail = await findMemberBy(deps.db, "email", email);
  if (sameEmail) return bind(deps, sameEmail, identity);
  return addMember(deps, begun, { ...identity, email });
}

/** Somebody who is logged in adds the provider to the own account. */
async function bindOwn(
  deps: Deps,
  { memberId }: { memberId: string },
  { identity, known }: { identity: Identity; known: MemberRow | undefined },
): Promise<MemberRow> {
  if (known && known.id !== memberId)
    throw refused("This account of the provider belongs to another member.");
  const member = known ?? (await findMember(deps.db, memberId));
  if (!member) throw refused("Your access was taken away. Ask an owner.");
  return known ?? bind(deps, member, identity);
}

/** From then on the subject alone counts: whoever gets the email later is somebody else. */
async function bind(
  { db, clock }: Deps,
  member: MemberRow,
  identity: Identity,
): Promise<MemberRow> {
  if (member.oidcSubject !== null)
    throw refused(
      "This member comes in by another account of the provider. Ask an owner to reset it.",
    );
  if (member.disabledAt !== null) throw refused("Your access was taken away. Ask an owner.");
  const values = {
    oidcSubject: identity.subject,
    name: member.name || identity.name,
    updatedAt: clock.now().toISOString(),
  };
  if (await updateMember(db, member.id, values)) return { ...member, ...values };
  throw refused("This account of the provider belongs to another member.");
}

/** By the invitation that was opened, by one for this email, or by the default role. */
async function addMember(
  deps: Deps,
  begun: SignIn,
  identity: Identity & { email: string },
): Promise<MemberRow> {
  const { email, name, subject: oidcSubject } = identity;
  const invitation = await invitationFor(deps, begun, email);
  const role = invitation?.role ?? deps.rules.defaultRole;
  if (role === undefined)
    throw refused("You are not a member here. Ask an owner for an invitation.");
  const member = { ...newMember(deps, role), name, email, oidcSubject };
  if (invitation) await accept(deps, invitation, member);
  else if (!(await insertMember(deps.db, member)))
    throw refused("Somebody with this email came in at the same moment. Try again.");
  return member;
}

async function invitationFor(
  { db, clock }: Deps,
  { invitationHash }: SignIn,
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
