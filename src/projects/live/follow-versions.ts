import type { Versions } from "../../contract/live.ts";
import { type Actor, permitReading } from "../../lib/actor.ts";
import type { VersionWatch } from "./version-watch.ts";

/** The versions of a project's topics, again whenever one of them differs; "" for the list of all projects. */
export function followVersions(
  watch: VersionWatch,
  actor: Actor,
  { projectId, signal }: { projectId: string; signal: AbortSignal },
): AsyncGenerator<Versions> {
  permitReading(actor, projectId);
  return watch.follow(projectId, signal);
}
