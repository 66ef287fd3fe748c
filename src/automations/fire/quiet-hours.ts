import type { AutomationLimits } from "../../contract/automations.ts";
import { momentsOf, openZone, wallTime } from "../cron/time-zone.ts";

type QuietHours = NonNullable<AutomationLimits["quietHours"]>;

const dayMs = 24 * 60 * 60_000;

/** When the quiet hours that it is in end; undefined outside of them. They may go over midnight. */
export function quietUntil(hours: QuietHours, nowMs: number): number | undefined {
  const zone = openZone(hours.timeZone, "limits.quietHours.timeZone");
  const wall = wallTime(zone, nowMs).getTime();
  const midnight = Math.floor(wall / dayMs) * dayMs;
  const [from, to] = [hours.from, hours.to].map(msOf) as [number, number];
  const time = wall - midnight;
  const isOver = from > to;
  const isQuiet = isOver ? time >= from || time < to : time >= from && time < to;
  if (!isQuiet) return undefined;
  const end = midnight + to + (isOver && time >= from ? dayMs : 0);
  const { at, skippedAt } = momentsOf(zone, end);
  return at.find((ms) => ms > nowMs) ?? Math.max(skippedAt, nowMs + 60_000);
}

function msOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * 60_000;
}
