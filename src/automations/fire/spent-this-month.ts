import { begunRuns, costOfJob, spentSince } from "../../store/automations/automation-runs.ts";
import type { Database } from "../../store/database.ts";

/** What the runs of an automation cost in dollars in the month of a moment, those that are under way among them. */
export async function spentThisMonth(db: Database, id: string, nowMs: number): Promise<number> {
  const { startsAt } = monthOf(nowMs);
  let micros = (await spentSince(db, [id], startsAt)).get(id) ?? 0;
  for (const { runState, jobId, startedAt, createdAt } of await begunRuns(db, id)) {
    const since = startedAt ?? createdAt;
    if (runState === "working")
      micros += await costOfJob(db, jobId, since > startsAt ? since : startsAt);
  }
  return micros / 1_000_000;
}

/** The month in UTC that a moment is in. */
export function monthOf(ms: number): { startsAt: string; endsMs: number } {
  const now = new Date(ms);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return {
    startsAt: new Date(Date.UTC(year, month, 1)).toISOString(),
    endsMs: Date.UTC(year, month + 1, 1),
  };
}
