import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { type Repeating, repeat } from "../lib/repeat.ts";
import type { Database } from "../store/database.ts";
import { dropIdleRefRevisions } from "../store/docs/ref-revisions.ts";

type Deps = { db: Database; clock: Clock };

const everyMs = 60_000;
const idleMs = 30 * 60_000;

/** Keeps dropping the docs of branches and commits that nobody asks about any more, from now until it is stopped. */
export function sweepRefs({ log, ...deps }: Deps & { log: Log }): Pick<Repeating, "stop"> {
  const sweep = repeat(() => dropIdleRefs(deps), {
    pauseMs: everyMs,
    onError: (err) =>
      log.warn({ err }, "the docs of branches that nobody asks about could not be dropped"),
  });
  sweep.start();
  return sweep;
}

/** Also those that a process left behind that is gone. */
export async function dropIdleRefs({ db, clock }: Deps): Promise<void> {
  await dropIdleRefRevisions(db, new Date(clock.now().getTime() - idleMs).toISOString());
}
