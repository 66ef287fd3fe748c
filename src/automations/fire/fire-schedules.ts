import { newId } from "../../lib/ids.ts";
import { findOpenRun, insertRun } from "../../store/automations/automation-runs.ts";
import {
  dueSchedules,
  passSchedule,
  type StoredAutomation,
} from "../../store/automations/automations.ts";
import type { FireDeps } from "../automation-deps.ts";
import { nextTime } from "../cron/next-time.ts";
import { parseCron } from "../cron/parse-cron.ts";
import { openZone } from "../cron/time-zone.ts";

/** Makes a run for each schedule that is due: one, however often it was due while nobody looked. */
export async function fireSchedules(deps: FireDeps): Promise<void> {
  const now = deps.clock.now();
  for (const automation of await dueSchedules(deps.db, now.toISOString()))
    await fire(deps, automation, now);
}

async function fire(deps: FireDeps, automation: StoredAutomation, now: Date): Promise<void> {
  const { id, projectId, nextAt: slot, spec } = automation;
  if (slot === null) return;
  const next = nextSchedule(spec.trigger, now.getTime());
  await deps.db.transaction().execute(async (trx) => {
    if (!(await passSchedule(trx, id, { from: slot, to: next }))) return;
    const isBusy = (await findOpenRun(trx, id)) !== undefined;
    const at = now.toISOString();
    await insertRun(trx, {
      ...{ id: newId("run"), automationId: id, projectId, cause: `schedule ${slot}` },
      ...{ subject: "", why: whyOf(slot, now), material: { kind: "none" }, createdAt: at },
      ...(isBusy && {
        ...{ runState: "ended", result: "skipped", endedAt: at },
        told: "The run before it had not ended.",
      }),
    });
  });
}

const lateMs = 10 * 60_000;

function whyOf(slot: string, now: Date): string {
  const due = `It was due at ${slot.slice(0, 16).replace("T", " ")} UTC`;
  const isLate = now.getTime() - Date.parse(slot) > lateMs;
  return isLate ? `${due}, when no server was running.` : `${due}.`;
}

/** When a schedule is due next; null for what has none. */
export function nextSchedule(
  trigger: StoredAutomation["spec"]["trigger"],
  afterMs: number,
): string | null {
  if (trigger.kind !== "schedule") return null;
  const next = nextTime(parseCron(trigger.cron), openZone(trigger.timeZone), afterMs);
  return next === undefined ? null : new Date(next).toISOString();
}
