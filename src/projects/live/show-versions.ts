import type { Versions } from "../../contract/live.ts";
import { type Actor, permitReading } from "../../lib/actor.ts";
import type { VersionWatch } from "./version-watch.ts";

export async function showVersions(
  watch: VersionWatch,
  actor: Actor,
  projectId: string,
): Promise<Versions> {
  permitReading(actor, projectId);
  return watch.read(projectId);
}
