import { type Actor, requireOperator } from "../lib/actor.ts";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../store/database.ts";
import {
  insertSource,
  newSource,
  type SourcePlace,
  type StoredSource,
} from "../store/docs/sources.ts";
import { cleanMount } from "./source-input.ts";

/** One more place that a project's docs come from. Nothing is read yet. */
export async function addSource(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  { projectId, place }: { projectId: string; place: SourcePlace },
): Promise<StoredSource> {
  requireOperator(actor);
  const mounted = { ...place, mount: cleanMount(place.mount) };
  const source = newSource(projectId, mounted, deps.clock.now().toISOString());
  await insertSource(deps.db, source);
  return source;
}
