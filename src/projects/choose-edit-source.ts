import { type Actor, requireOperator } from "../lib/actor.ts";
import type { Database } from "../store/database.ts";
import { setEditSource } from "../store/docs/sources.ts";
import { requireSource } from "./require-source.ts";

/** Says which of a project's sources jobs edit. */
export async function chooseEditSource(
  deps: { db: Database },
  actor: Actor,
  { projectId, sourceId }: { projectId: string; sourceId: string },
): Promise<void> {
  requireOperator(actor);
  await requireSource(deps.db, { projectId, sourceId });
  await setEditSource(deps.db, projectId, sourceId);
}
