import { timingSafeEqual } from "node:crypto";
import type { Role } from "../../contract/members.ts";
import type { Actor } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { findLiveToken, markTokenUsed, type StoredToken } from "../../store/access/owner-tokens.ts";
import type { Database } from "../../store/database.ts";
import { hashToken } from "../open-session.ts";

type Deps = { db: Database; clock: Clock };
export type TokenActor = Extract<Actor, { kind: "member" }> & {
  token: { id: string; label: string };
};

const longestToken = 200;
const lastUseStepMs = 60_000;

/** Whom a token acts for. One that only looks has no more rights than a viewer. */
export async function verifyToken({ db, clock }: Deps, token: string): Promise<TokenActor> {
  const hash = hashToken(token.slice(0, longestToken));
  const now = clock.now();
  const stored = await findLiveToken(db, hash, now.toISOString());
  if (!stored || !timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hash)))
    throw new AppError(
      "unauthenticated",
      "This owner's token is not known here, has expired or was revoked, or whose it was is no owner any more.",
    );
  await recordUse({ db, clock }, stored);
  const { id, label, memberId, scope, name, email } = stored;
  const role: Role = scope === "write" ? "owner" : "viewer";
  return { kind: "member", memberId, role, name: name || email || "", token: { id, label } };
}

/** Exact to the minute: a busy program does not write on every request. */
async function recordUse({ db, clock }: Deps, { id, lastUsedAt }: StoredToken): Promise<void> {
  const now = clock.now();
  const last = lastUsedAt === null ? 0 : Date.parse(lastUsedAt);
  if (now.getTime() - last >= lastUseStepMs) await markTokenUsed(db, id, now.toISOString());
}
