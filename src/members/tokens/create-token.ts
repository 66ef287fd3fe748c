import { randomBytes } from "node:crypto";
import { tokenPrefix } from "../../contract/keys.ts";
import type { CreatedToken, TokenScope } from "../../contract/owner/owner-tokens.ts";
import { type Actor, requireOperator, requireOwner } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { findMemberBy, findOldestOwner, type MemberRow } from "../../store/access/members.ts";
import { insertToken } from "../../store/access/owner-tokens.ts";
import type { Self } from "../../store/access/ways-in.ts";
import type { Database } from "../../store/database.ts";
import { hashToken } from "../open-session.ts";
import { proveSelf } from "../prove-self.ts";

type Deps = { db: Database; clock: Clock };
export type NewToken = { label: string; scope: TokenScope; expiresAt: Date | null };

const mostTokens = 50;
const keptMs = 365 * 24 * 60 * 60_000;

/** For oneself, with the own password: a session that somebody else uses must not become a token of theirs. */
export async function createOwnToken(
  deps: Deps,
  actor: Actor & Self,
  { current, ...token }: NewToken & { current: string },
): Promise<CreatedToken> {
  requireOwner(actor);
  await proveSelf(deps, actor, current);
  return storeToken(deps, { ...token, memberId: actor.memberId, sessionId: actor.sessionId });
}

/** For an owner, by the operator: the oldest one unless an email is given. */
export async function createTokenFor(
  deps: Deps,
  actor: Actor,
  { email, ...token }: NewToken & { email: string | undefined },
): Promise<CreatedToken & { owner: MemberRow }> {
  requireOperator(actor);
  const owner =
    email === undefined
      ? await findOldestOwner(deps.db)
      : await findMemberBy(deps.db, "email", email);
  if (owner === undefined || owner.role !== "owner" || owner.disabledAt !== null)
    throw new AppError(
      "not_found",
      email === undefined
        ? 'There is no owner yet whom a token could belong to: start "docent serve" or run "docent owner reset" once.'
        : `There is no owner with the email ${email} who may log in.`,
    );
  return { ...(await storeToken(deps, { ...token, memberId: owner.id })), owner };
}

type Stored = NewToken & { memberId: string; sessionId?: string };

/** The token is returned once and never again: only its hash is stored. */
async function storeToken(
  { db, clock }: Deps,
  { label, scope, expiresAt, memberId, sessionId }: Stored,
): Promise<CreatedToken> {
  const now = clock.now();
  if (expiresAt !== null && expiresAt <= now)
    throw new AppError("invalid_request", "The token would expire before it is made.");
  const token = `${tokenPrefix}${randomBytes(32).toString("hex")}`;
  const row = {
    ...{ id: newId("tok"), memberId, label, scope, hash: hashToken(token), hint: token.slice(-4) },
    ...{ createdAt: now.toISOString(), expiresAt: expiresAt?.toISOString() ?? null },
    ...{ lastUsedAt: null, revokedAt: null },
  };
  const endedBefore = new Date(now.getTime() - keptMs).toISOString();
  const outcome = await insertToken(db, row, { most: mostTokens, sessionId, endedBefore });
  if (outcome === "done") return { id: row.id, token };
  if (outcome === "too many")
    throw new AppError(
      "conflict",
      `An owner has at most ${mostTokens} tokens: revoke one that is no longer used.`,
    );
  throw new AppError("forbidden", "Only an owner who may log in has tokens.");
}
