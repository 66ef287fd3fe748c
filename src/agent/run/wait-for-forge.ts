import { putJobBack } from "../../store/jobs/job-retries.ts";
import { sessionEvent } from "../jobs/session.ts";
import { type Ending, endingOf, ForgeAway, Unproposed } from "./job-ending.ts";
import type { Run, RunJobDeps } from "./job-run.ts";

/** Why a job has to wait for its forge; undefined when that is not what stopped it. */
export function forgeAwayOf(error: unknown): ForgeAway | undefined {
  const cause = error instanceof Unproposed ? error.cause : error;
  return cause instanceof ForgeAway ? cause : undefined;
}

type Deps = Pick<RunJobDeps, "db" | "clock" | "wake" | "settings">;

/**
 * Puts a job back whose forge is away, to be tried again; meanwhile it takes no worker's time. Once it has waited for
 * as long as the settings say it ends, with its work kept.
 */
export async function waitForForge(
  deps: Deps,
  run: Run,
  away: ForgeAway,
  error: unknown,
): Promise<Ending | undefined> {
  const { job } = run.claimed;
  const now = deps.clock.now().getTime();
  const { since = isoOf(now), tries: triedBefore = 0, isPushed = false } = job.forgeWait ?? {};
  const givesUp = Date.parse(since) + deps.settings.forgeWaitMs;
  if (now >= givesUp) return givenUp(error, deps.settings.forgeWaitMs);
  const tries = triedBefore + 1;
  const wait = {
    since,
    tries,
    reason: away.message.slice(0, longestReason),
    nextTryAt: isoOf(now + pauseMs(tries, away.retryAfterSeconds)),
    givesUpAt: isoOf(givesUp),
    isPushed: isPushed || error instanceof Unproposed,
  };
  const { reason, nextTryAt, givesUpAt } = wait;
  const data = { for: "forge", reason, nextTryAt, givesUpAt } as const;
  await putJobBack(deps.db, run.lease, wait, (waiting) => [
    { type: "data-waiting", id: "forge", data },
    sessionEvent(waiting, run.project.domain),
  ]);
  deps.wake.notify(job.id);
  return undefined;
}

const longestReason = 1_000;
const longestPauseMs = 60_000;
// The longest that a forge's limits for requests last is an hour.
const longestRetryAfterMs = 65 * 60_000;

/** A second, then twice as long each time; never all jobs at the same moment. */
export function pauseMs(tries: number, retryAfterSeconds: number): number {
  const pause = Math.min(1_000 * 2 ** Math.min(tries - 1, 10), longestPauseMs);
  const asked = Math.min(retryAfterSeconds * 1_000, longestRetryAfterMs);
  return Math.round(Math.max(asked, pause) + pause * 0.25 * Math.random());
}

function givenUp(error: unknown, waitedMs: number): Ending | undefined {
  const ending = endingOf(error);
  if (!ending) return undefined;
  const minutes = Math.round(waitedMs / 60_000);
  const tried = minutes === 0 ? "" : ` It was tried for ${minutes} minutes.`;
  const messageToUser = `${ending.messageToUser}${tried} The work is kept: retry the session to propose it.`;
  return { ...ending, messageToUser };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
