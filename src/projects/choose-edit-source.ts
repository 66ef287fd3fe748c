import { type Actor, requireOperator } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import { listSources, setEditSource } from "../store/projects.ts";

/** Says which of a project's sources jobs edit. */
export async function chooseEditSource(
  deps: { db: Database },
  actor: Actor,
  { projectId, sourceId }: { projectId: string; sourceId: string },
): Promise<void> {
  requireOperator(actor);
  const sources = await listSources(deps.db, projectId);
  if (!sources.some((source) => source.id === sourceId)) {
    const names = sources.map((source) => `${source.id} (${source.location})`).join(", ");
    throw new AppError("not_found", `The project has no source ${sourceId}. There are: ${names}.`);
  }
  await setEditSource(deps.db, projectId, sourceId);
}
