import { type Repeating, repeat } from "../../lib/repeat.ts";
import { freeRuns } from "../../store/automations/automation-runs.ts";
import { automationWord, type FireDeps } from "../automation-deps.ts";
import { fireGroups } from "./fire-groups.ts";
import { fireSchedules } from "./fire-schedules.ts";
import { lookAtCode } from "./look-at-code.ts";
import { mendTimes } from "./mend-times.ts";
import { settleRuns } from "./settle-runs.ts";
import { startRuns } from "./start-runs.ts";

export type AutomationRunner = Repeating & {
  /** One round of all of it. */
  round(signal?: AbortSignal): Promise<void>;
};

const idleMs = 5_000;
/** About once a minute where nothing happens. */
const mendEvery = 12;

/** Fires automations from its start to its stop. All that it knows is in the store: any number of nodes fire each cause once. */
export function createAutomationRunner(deps: FireDeps): AutomationRunner {
  let done = 0;
  const fireAndStart = async (signal?: AbortSignal) => {
    if (done % mendEvery === 0) await mendTimes(deps);
    done += 1;
    await fireSchedules(deps);
    await fireGroups(deps);
    await settleRuns(deps);
    await startRuns(deps, signal);
  };
  const rounds = (work: (signal: AbortSignal) => Promise<void>) => wakeful(deps, work);
  // A repository may take minutes to fetch: schedules do not wait for it.
  const loops = [rounds(fireAndStart), rounds((signal) => lookAtCode(deps, signal))];
  return {
    async round(signal) {
      await lookAtCode(deps, signal);
      await fireAndStart(signal);
    },
    start() {
      const freed = deps.isAlone ? freeRuns(deps.db) : Promise.resolve();
      void freed
        .catch((err) => deps.log.warn({ err }, "runs of automations could not be taken up"))
        .then(() => {
          for (const loop of loops) loop.start();
        });
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** Round after round, with a pause that a word ends. */
function wakeful({ wake, log }: FireDeps, work: (signal: AbortSignal) => Promise<void>): Repeating {
  const listener = wake.listen(automationWord);
  const loop = repeat(
    async (signal) => {
      await work(signal);
      if (!signal.aborted) await listener.wait(idleMs);
    },
    {
      pauseMs: 100,
      onError: (err) => log.warn({ err }, "automations could not be looked at"),
    },
  );
  return {
    start: loop.start,
    async stop() {
      listener.close();
      await loop.stop();
    },
  };
}
