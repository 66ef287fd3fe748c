import { newId } from "../../lib/ids.ts";
import {
  findOpenRun,
  insertRun,
  lastSkipped,
  type StoredRun,
  updateRun,
} from "../../store/automations/automation-runs.ts";
import {
  dueSchedules,
  passSchedule,
  type StoredAutomation,
} from "../../store/automations/automations.ts";
import type { DatabaseTransaction } from "../../store/database.ts";
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
    const open = await findOpenRun(trx, id);
    const at = now.toISOString();
    if (open && (await noteAgain(trx, { automation, open, slot, at }))) return;
    await insertRun(trx, {
      ...{ id: newId("run"), automationId: id, projectId, cause: `schedule ${slot}` },
      ...{ subject: "", why: whyOf(slot, now), material: { kind: "none" }, createdAt: at },
      ...(open && { runState: "ended", result: "skipped", endedAt: at, told: wasBusy }),
    });
  });
}

const wasBusy = "The run before it had not ended.";

type Again = { automation: StoredAutomation; open: StoredRun; slot: string; at: string };

/** One record says that a schedule was due over and over while a run was under way. False: there is none yet. */
async function noteAgain(
  trx: DatabaseTransaction,
  { automation, open, slot, at }: Again,
): Promise<boolean> {
  const before = await lastSkipped(trx, automation.id, open.createdAt);
  if (!before) return false;
  const told = `${wasBusy} It was due again until ${minuteOf(slot)}.`;
  return updateRun(trx, before, { told, endedAt: at });
}

function minuteOf(slot: string): string {
  return `${slot.slice(0, 16).replace("T", " ")} UTC`;
}

const lateMs = 10 * 60_000;

function whyOf(slot: string, now: Date): string {
  const due = `It was due at ${minuteOf(slot)}`;
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
