import { type Actor, permit } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { findKey, markKeyRevoked } from "../store/access/keys.ts";
import type { Database } from "../store/database.ts";
import { permitKind } from "./permit-kind.ts";

export type RevokeKeyInput = {
  id: string;
  /** A key of another project than this is not there. */
  projectId?: string;
};

/** From the next request on the key is unknown. Revoking twice changes nothing. */
export async function revokeKey(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  { id, projectId }: RevokeKeyInput,
): Promise<void> {
  const key = await findKey(deps.db, id);
  if (!key || (projectId !== undefined && key.projectId !== projectId))
    throw new AppError(
      "not_found",
      `There is no key with the id ${id}. "docent keys list" shows them all.`,
    );
  permit(actor, "admin", key.projectId);
  permitKind(actor, key);
  await markKeyRevoked(deps.db, id, deps.clock.now().toISOString());
}
