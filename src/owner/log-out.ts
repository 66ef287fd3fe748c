import { deleteSession } from "../store/access/owner.ts";
import type { Database } from "../store/database.ts";

/** From the next request on the session is unknown. */
export async function logOut(deps: { db: Database }, sessionId: string): Promise<void> {
  await deleteSession(deps.db, sessionId);
}
