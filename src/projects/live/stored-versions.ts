import type { Versions } from "../../contract/live.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Database } from "../../store/database.ts";
import { readProjectsVersion, readVersions } from "../../store/live-versions.ts";

type Deps = {
  db: Database;
  clock: Clock;
  /** How far the sync of a source on this node has come. */
  progressOf(sourceId: string): { phase: string; done: number; total: number } | undefined;
};

/** Of one project; "" for the list of all of them. */
export async function storedVersions(deps: Deps, projectId: string): Promise<Versions> {
  if (projectId === "") return readProjectsVersion(deps.db);
  const versions = await readVersions(deps.db, {
    projectId,
    now: deps.clock.now().toISOString(),
    progressOf(sourceId) {
      const { phase, done, total } = deps.progressOf(sourceId) ?? {};
      return [phase, done, total];
    },
  });
  if (versions) return versions;
  throw new AppError("not_found", "There is no such project.");
}
