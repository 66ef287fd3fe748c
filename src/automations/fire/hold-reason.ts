import {
  begunRuns,
  findOpenRun,
  type OwnChange,
  openChangesOf,
  type StoredRun,
} from "../../store/automations/automation-runs.ts";
import type { StoredAutomation } from "../../store/automations/automations.ts";
import type { Database } from "../../store/database.ts";
import { quietUntil } from "./quiet-hours.ts";
import { monthOf, spentThisMonth } from "./spent-this-month.ts";

export type Hold = { reason: string; untilMs: number };

/** What a run has before it: an open change to send further, or something that holds it back. */
export type Outlook = { follows: OwnChange | undefined; hold: Hold | undefined };

const soonMs = 60_000;

export async function outlookOf(
  db: Database,
  automation: StoredAutomation,
  run: StoredRun,
  nowMs: number,
): Promise<Outlook> {
  const changes = await openChangesOf(db, automation);
  const follows = changes.find(({ subject }) => subject === run.subject);
  const hold = await holdOf(db, automation, { run, nowMs, changes, follows });
  return { follows, hold };
}

type Facts = {
  run: StoredRun;
  nowMs: number;
  changes: OwnChange[];
  follows: OwnChange | undefined;
};

async function holdOf(
  db: Database,
  { id, automationState, spec: { limits } }: StoredAutomation,
  { run, nowMs, changes, follows }: Facts,
): Promise<Hold | undefined> {
  const soon = (reason: string): Hold => ({ reason, untilMs: nowMs + soonMs });
  if (automationState === "paused") return soon("Waits: the automation is paused.");
  const earlier = await findOpenRun(db, id, run.subject);
  if (earlier && earlier.id !== run.id && earlier.createdAt <= run.createdAt)
    return soon("Waits for the run before it.");
  const quietMs = limits.quietHours ? quietUntil(limits.quietHours, nowMs) : undefined;
  if (limits.quietHours && quietMs !== undefined)
    return {
      untilMs: quietMs,
      reason: `Waits for the end of the quiet hours, ${limits.quietHours.to} ${limits.quietHours.timeZone}.`,
    };
  if (limits.usdPerMonth > 0) {
    const spent = await spentThisMonth(db, id, nowMs);
    if (spent >= limits.usdPerMonth)
      return {
        untilMs: monthOf(nowMs).endsMs,
        reason: `Waits for next month: the runs of this one have cost $${spent.toFixed(2)} of $${limits.usdPerMonth}.`,
      };
  }
  const open = changes.length + (await comingChanges(db, id, changes));
  if (!follows && open >= limits.openChanges)
    return soon(
      `Waits until a change of it is merged or closed: at most ${limits.openChanges} may be open.`,
    );
  return undefined;
}

/** Jobs that may yet propose a change of their own. */
async function comingChanges(db: Database, id: string, changes: OwnChange[]): Promise<number> {
  const known = new Set(changes.map(({ jobId }) => jobId));
  const begun = await begunRuns(db, id);
  return begun.filter(({ plan, jobId }) => plan?.kind === "start" && !known.has(jobId)).length;
}
