import type { OwnerToken } from "../../contract/owner/owner-tokens.ts";
import { type Actor, requireOwner } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { listLiveKeysOfTokens } from "../../store/access/keys.ts";
import { listTokens, markTokenRevoked, type StoredToken } from "../../store/access/owner-tokens.ts";
import type { Database } from "../../store/database.ts";

type Deps = { db: Database; clock: Clock };

/** Those of every owner, newest first: whoever finds one misused must be able to end it. */
export async function listOwnerTokens({ db, clock }: Deps, actor: Actor): Promise<OwnerToken[]> {
  requireOwner(actor);
  const now = clock.now().toISOString();
  const keys = await listLiveKeysOfTokens(db, now);
  return (await listTokens(db)).map((token) => ({
    ...toOwnerToken(token, now),
    keys: keys
      .filter(({ tokenId }) => tokenId === token.id)
      .map(({ id, domain, kind, label }) => ({ id, domain, kind, label })),
  }));
}

/** From the next request on the token is unknown. */
export async function revokeToken({ db, clock }: Deps, actor: Actor, id: string): Promise<void> {
  requireOwner(actor);
  if (await markTokenRevoked(db, id, clock.now().toISOString())) return;
  throw new AppError("not_found", "There is no such token.");
}

function toOwnerToken(token: StoredToken, now: string): Omit<OwnerToken, "keys"> {
  const { id, label, scope, hint, memberId, name, email } = token;
  const { createdAt, expiresAt, lastUsedAt, revokedAt } = token;
  const isExpired = expiresAt !== null && expiresAt <= now;
  const state = revokedAt !== null ? "revoked" : isExpired ? "expired" : "active";
  const owner = name || email || "";
  return { id, label, scope, hint, memberId, owner, state, createdAt, expiresAt, lastUsedAt };
}
