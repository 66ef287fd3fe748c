import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { deleteSession, deleteSessions } from "../store/access/owner.ts";
import type { Database } from "../store/database.ts";

/** From the next request on the session is unknown. */
export async function logOut(deps: { db: Database }, sessionId: string): Promise<void> {
  await deleteSession(deps.db, sessionId);
}

/** Ends every session there is, the caller's own among them. */
export async function logOutEverywhere(deps: { db: Database }, actor: Actor): Promise<void> {
  if (actor.kind !== "owner" && actor.kind !== "operator")
    throw new AppError("forbidden", "Only the owner may do that.");
  await deleteSessions(deps.db);
}
