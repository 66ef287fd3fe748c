import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { type Repeating, repeat } from "../../lib/repeat.ts";
import type { Database } from "../../store/database.ts";
import {
  claimCheck,
  listAllSources,
  markPullsSeen,
  pollInterval,
  type StoredSource,
} from "../../store/docs/sources.ts";
import { openChangeProjects } from "../../store/jobs/open-change-projects.ts";
import type { HostOf } from "./host-of.ts";

export type PollPullsDeps = {
  db: Database;
  clock: Clock;
  log: Log;
  hostOf: HostOf;
  lookAtPull(pull: { sourceId: string; number: number }): Promise<boolean>;
  /** How often the forge is asked; 0 for never. */
  pollMs: number;
};

const longestTickMs = 60_000;

/** Asks forges now and then which pull requests have changed, for what no webhook told of. */
export function createPullPoller(deps: PollPullsDeps): Repeating {
  if (deps.pollMs === 0) return { start: () => undefined, stop: async () => undefined };
  return repeat((signal) => pollAllPulls(deps, signal), {
    pauseMs: Math.min(deps.pollMs, longestTickMs),
    onError: (err) => deps.log.warn({ err }, "could not look for changed pull requests"),
  });
}

/** One round. Only projects with open changes have anything to ask about, and one node asks for each source. */
export async function pollAllPulls(deps: PollPullsDeps, signal: AbortSignal): Promise<void> {
  const open = await openChangeProjects(deps.db);
  if (open.size === 0) return;
  const sources = await listAllSources(deps.db);
  for (const source of sources) {
    if (signal.aborted) return;
    if (source.kind !== "git" || !open.has(source.projectId)) continue;
    await pollPulls(deps, source).catch((err) => {
      const isExpected = err instanceof AppError;
      deps.log[isExpected ? "info" : "warn"](
        { err, sourceId: source.id },
        "could not look for changed pull requests of a source",
      );
    });
  }
}

async function pollPulls(deps: PollPullsDeps, source: StoredSource): Promise<void> {
  const nowMs = deps.clock.now().getTime();
  const intervalMs = pollInterval(source, { pollMs: deps.pollMs, nowMs });
  const olderThan = new Date(nowMs - intervalMs * 0.9).toISOString();
  const claim = { now: new Date(nowMs).toISOString(), olderThan, of: "pullsCheckedAt" as const };
  if (source.pullsCheckedAt !== null && source.pullsCheckedAt > olderThan) return;
  if (!(await claimCheck(deps.db, source.id, claim))) return;
  const host = await deps.hostOf(source);
  const listing = await host?.list({ updatedSince: source.pullsSince, etag: source.pullsEtag });
  if (!listing) return;
  // Oldest first: what fails, and all that changed later, is listed again the next time.
  let { pullsSince } = source;
  for (const { number, updatedAt } of listing.pulls.toReversed()) {
    if (!(await lookAt(deps, source.id, number))) return;
    // A time that is none, or far ahead, would hide whatever changes from now on.
    const isTime = Date.parse(updatedAt) <= nowMs + aheadMs;
    if (isTime && updatedAt > pullsSince) pullsSince = updatedAt;
    await markPullsSeen(deps.db, source.id, { pullsSince, pullsEtag: "" });
  }
  await markPullsSeen(deps.db, source.id, { pullsSince, pullsEtag: listing.etag });
}

const aheadMs = 60 * 60_000;

/** One that the forge does not let us look at is left, so that it holds up no other. */
async function lookAt(deps: PollPullsDeps, sourceId: string, number: number): Promise<boolean> {
  return deps.lookAtPull({ sourceId, number }).catch((err) => {
    if (!(err instanceof AppError)) throw err;
    deps.log.info({ err, sourceId, number }, "could not look at a changed pull request");
    return true;
  });
}
