import type { OneTimeLink } from "../contract/members.ts";
import { type Actor, requireOperator, requireOwner } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { type NewSetup, restartSetup, startSetup } from "../store/access/member-setups.ts";
import { findMemberBy, findOldestOwner, type WaysIn } from "../store/access/members.ts";
import type { Database } from "../store/database.ts";
import { secretToken } from "./open-session.ts";

const validMs = 24 * 60 * 60_000;

type Deps = { db: Database; clock: Clock };

/**
 * A link that sets the first owner's password, once; the one before it works no longer. Undefined: an owner can log in.
 * The token stands behind the #, which browsers send to no server, so it reaches no log.
 */
export async function issueSetupLink(
  deps: Deps,
  actor: Actor,
  { publicUrl }: { publicUrl: string },
): Promise<string | undefined> {
  requireOperator(actor);
  const { link, setup } = newLink(deps, publicUrl, null);
  return (await startSetup(deps.db, setup)) ? link : undefined;
}

/** Takes the password, the single sign-on and every session of an owner away first: of the oldest, unless one is named. */
export async function resetOwner(
  deps: Deps,
  actor: Actor,
  { publicUrl, email }: { publicUrl: string; email?: string | undefined },
): Promise<string> {
  requireOperator(actor);
  const owner = email
    ? await findMemberBy(deps.db, "email", email)
    : await findOldestOwner(deps.db);
  if (email && owner?.role !== "owner")
    throw new AppError("not_found", `There is no owner with the email ${email}.`);
  const { link, setup } = newLink(deps, publicUrl, null);
  const ways = { password: true, singleSignOn: true };
  if (owner) await restartSetup(deps.db, { memberId: owner.id, setup, ways });
  else await startSetup(deps.db, setup);
  return link;
}

/** The same for any member, by an owner; not for oneself, who has a password to change. Disabled is still disabled. */
export async function resetMember(
  deps: Deps & { ways: WaysIn },
  actor: Actor,
  { publicUrl, memberId }: { publicUrl: string; memberId: string },
): Promise<OneTimeLink> {
  requireOwner(actor);
  const issuedBy = actor.kind === "member" ? actor.memberId : null;
  if (issuedBy === memberId)
    throw new AppError("conflict", "Change your own password on the account page.");
  const { link, setup } = newLink(deps, publicUrl, issuedBy);
  const outcome = await restartSetup(deps.db, { memberId, setup, ways: deps.ways });
  if (outcome === "done") return { link, expiresAt: setup.expiresAt };
  if (outcome === "no such member") throw new AppError("not_found", "There is no such member.");
  if (outcome === "last owner")
    throw new AppError("conflict", "This is the last owner who can log in.");
  throw new AppError("forbidden", "You are not an owner any more.");
}

function newLink(
  { clock }: Deps,
  publicUrl: string,
  issuedBy: string | null,
): { link: string; setup: NewSetup } {
  const now = clock.now();
  const { token, hash } = secretToken();
  const expiresAt = new Date(now.getTime() + validMs).toISOString();
  const setup = { hash, expiresAt, at: now.toISOString(), issuedBy };
  return { link: `${publicUrl}/dashboard/setup#${token}`, setup };
}
