import { type Actor, requireOperator } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../store/database.ts";
import { withdrawSource } from "../store/docs/revisions.ts";
import { listSources } from "../store/docs/sources.ts";
import { requireSource } from "./require-source.ts";

/** Takes a source and its pages out of a project; its last one stays. */
export async function removeSource(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  input: { projectId: string; sourceId: string },
): Promise<void> {
  requireOperator(actor);
  await requireSource(deps.db, input);
  if ((await listSources(deps.db, input.projectId)).length === 1) {
    throw new AppError(
      "conflict",
      "This is the project's only source: point it elsewhere with docent sources update, or remove the project.",
    );
  }
  await withdrawSource(deps.db, { ...input, at: deps.clock.now().toISOString() });
}
