import {
  countSourcePages,
  markChecked,
  type StoredSource,
  servedFrom,
} from "../store/docs/sources.ts";
import { wayOfReading } from "./pages/page-identity.ts";
import type { SyncReport } from "./sync-report.ts";
import { openStoredSource, recordFailure, type SyncStoredDeps } from "./sync-stored-source.ts";

type Deps = Pick<SyncStoredDeps, "db" | "clock" | "log" | "mirrorFolder" | "access" | "limits">;

/**
 * What a sync would report of a source whose commit is served already, without listing or reading its files. Undefined where
 * only a sync can tell: for folders, after faults, and where something else than the commit may have changed.
 */
export async function unchangedSource(
  deps: Deps,
  stored: StoredSource,
): Promise<SyncReport | undefined> {
  const now = deps.clock.now().toISOString();
  const served = await servedFrom(deps.db, stored);
  if (served === undefined || !mayBeUnchanged(stored, served.siteId, now)) return undefined;
  if ((await versionOf(deps, stored)) !== served.commit) return undefined;
  await markChecked(deps.db, stored.id, now);
  const { revisionId } = served;
  const counts = await countSourcePages(deps.db, revisionId);
  return {
    ...{ revisionId, generator: stored.generator, pages: counts.get(stored.id) ?? 0 },
    ...{ added: [], changed: [], removed: [], skipped: [], unread: "" },
    problems: stored.problems,
  };
}

/** On some sites pages show from a day on. */
function mayBeUnchanged(stored: StoredSource, siteId: string, now: string): boolean {
  const dayLength = "2030-01-01".length;
  return (
    stored.kind === "git" &&
    stored.error === "" &&
    stored.syncedAt?.slice(0, dayLength) === now.slice(0, dayLength) &&
    siteId.startsWith(wayOfReading(stored))
  );
}

async function versionOf(deps: Deps, stored: StoredSource): Promise<string> {
  try {
    return await (await openStoredSource(deps, stored)).version();
  } catch (error) {
    await recordFailure(deps, stored, error);
    throw error;
  }
}
