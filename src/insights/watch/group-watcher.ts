import type { Log } from "../../lib/log.ts";
import { type Repeating, repeat } from "../../lib/repeat.ts";
import { type FollowDeps, followChanges } from "./follow-changes.ts";
import { type Looked, type WatchDeps, watchMerged } from "./watch-merged.ts";

type Deps = Omit<FollowDeps & WatchDeps, "onFault"> & { log: Log };

const pauseMs = 2_000;
const refreshMs = 30_000;

/** Lets groups follow the jobs and changes that were made for them, and what readers ask after a merge. */
export function createGroupWatcher(deps: Deps): Repeating {
  const looked: Looked = new Map();
  const refreshed = new Map<string, number>();
  const warn = (err: unknown) =>
    deps.log.warn({ err }, "groups could not follow their changes; the next round tries again");
  /** By hand is seldom: the repository is asked now and then. */
  const refreshChanges = async (projectId: string) => {
    const now = deps.clock.now().getTime();
    if (now - (refreshed.get(projectId) ?? 0) < refreshMs) return;
    refreshed.set(projectId, now);
    await deps.refreshChanges(projectId).catch(warn);
  };
  const round = async () => {
    await followChanges({ ...deps, refreshChanges, onFault: warn });
    await watchMerged({ ...deps, onFault: warn }, looked);
  };
  return repeat(round, { pauseMs, onError: warn });
}
