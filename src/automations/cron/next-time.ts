import { type Cron, isOnDay } from "./parse-cron.ts";
import { momentsOf, wallTime, type Zone } from "./time-zone.ts";

const dayMs = 24 * 60 * 60_000;
/** 29 February can be eight years away, and a Monday among them forty. */
const mostDays = 366 * 41;

/**
 * The first moment after this one at which a schedule is due. A time that the clocks skip in spring is due when they do;
 * one that comes twice in autumn is due the first time. Schedules of every hour go by hours that pass instead.
 * Undefined: none in forty years.
 */
export function nextTime(cron: Cron, zone: Zone, afterMs: number): number | undefined {
  const wall = wallTime(zone, afterMs);
  // The day before too: a night in which clocks change belongs to both.
  let day = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()) - dayMs;
  for (let left = mostDays; left > 0; left -= 1, day += dayMs) {
    if (!isOnDay(cron, partsOf(day))) continue;
    const next = momentsOn(cron, zone, day).find((ms) => ms > afterMs);
    if (next !== undefined) return next;
  }
  return undefined;
}

/** The next few. */
export function nextTimes(cron: Cron, zone: Zone, afterMs: number, count: number): number[] {
  const times: number[] = [];
  for (let last = afterMs; times.length < count; ) {
    const next = nextTime(cron, zone, last);
    if (next === undefined) break;
    times.push(next);
    last = next;
  }
  return times;
}

function partsOf(day: number): { month: number; day: number; weekday: number } {
  const date = new Date(day);
  return { month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday: date.getUTCDay() };
}

/** In order. */
function momentsOn(cron: Cron, zone: Zone, day: number): number[] {
  const walls = cron.hours.flatMap((hour) =>
    cron.minutes.map((minute) => day + (hour * 60 + minute) * 60_000),
  );
  const before = zone.offsetAt(day - dayMs);
  // Clocks are left alone on most days.
  if (zone.offsetAt(day) === before && zone.offsetAt(day + 2 * dayMs) === before)
    return walls.map((wall) => wall - before);
  const moments = walls.flatMap((wall) => dueAt(cron, zone, wall));
  return [...new Set(moments)].sort((one, other) => one - other);
}

function dueAt({ isAtHours }: Cron, zone: Zone, wall: number): number[] {
  const { at, skippedAt } = momentsOf(zone, wall);
  if (!isAtHours) return at;
  return at.length === 0 ? [skippedAt] : at.slice(0, 1);
}
