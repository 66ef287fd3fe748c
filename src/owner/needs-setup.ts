import { findOwner } from "../store/access/owner.ts";
import type { Database } from "../store/database.ts";

/** Whether nobody can log in yet, because no password was ever set or it was taken away. */
export async function needsSetup(deps: { db: Database }): Promise<boolean> {
  const owner = await findOwner(deps.db);
  return (owner?.passwordHash ?? null) === null;
}
