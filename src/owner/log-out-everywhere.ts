import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { deleteSessions } from "../store/access/owner.ts";
import type { Database } from "../store/database.ts";

/** Ends every session there is, the caller's own among them. */
export async function logOutEverywhere(deps: { db: Database }, actor: Actor): Promise<void> {
  if (actor.kind !== "owner" && actor.kind !== "operator")
    throw new AppError("forbidden", "Only the owner may do that.");
  await deleteSessions(deps.db);
}
