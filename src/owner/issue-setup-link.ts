import { type Actor, requireOperator } from "../lib/actor.ts";
import type { Clock } from "../lib/clock.ts";
import { restartSetup, startSetup } from "../store/access/owner.ts";
import type { Database } from "../store/database.ts";
import { secretToken } from "./open-session.ts";

const validMs = 24 * 60 * 60_000;

export type SetupLinkInput = {
  publicUrl: string;
  /** Takes a password that is set, and every session, away first. */
  reset: boolean;
};

/**
 * A link that sets the owner's password, once; the one before it works no longer. Undefined: a password is set.
 * The token stands behind the #, which browsers send to no server, so it reaches no log.
 */
export async function issueSetupLink(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  { publicUrl, reset }: SetupLinkInput,
): Promise<string | undefined> {
  requireOperator(actor);
  const now = deps.clock.now();
  const { token, hash } = secretToken();
  const expiresAt = new Date(now.getTime() + validMs).toISOString();
  const setup = { hash, expiresAt, at: now.toISOString() };
  if (reset) await restartSetup(deps.db, setup);
  else if (!(await startSetup(deps.db, setup))) return undefined;
  return `${publicUrl}/dashboard/setup#${token}`;
}
