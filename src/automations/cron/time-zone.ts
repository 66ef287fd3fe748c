import { AppError } from "../../lib/app-error.ts";

/** How far a zone is from UTC at a moment. */
export type Zone = { offsetAt(ms: number): number };

export type LocalDay = { year: number; month: number; day: number };

export function openZone(name: string, path = "trigger.timeZone"): Zone {
  if (name === "UTC") return { offsetAt: () => 0 };
  const format = formatOf(name, path);
  return {
    offsetAt(ms) {
      const parts: Record<string, number> = {};
      for (const { type, value } of format.formatToParts(ms)) parts[type] = Number(value);
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
      const local = Date.UTC(year, month - 1, day, hour, minute, second);
      return local - Math.floor(ms / 1_000) * 1_000;
    },
  };
}

function formatOf(timeZone: string, path: string): Intl.DateTimeFormat {
  try {
    const two = "2-digit";
    return new Intl.DateTimeFormat("en", {
      ...{ timeZone, hourCycle: "h23", calendar: "iso8601", numberingSystem: "latn" },
      ...{ year: "numeric", month: two, day: two, hour: two, minute: two, second: two },
    });
  } catch (cause) {
    const message = `"${timeZone.slice(0, 60)}" is no time zone: give a name such as Europe/Zurich, or UTC.`;
    throw new AppError("invalid_request", message, { cause, details: [{ path, message }] });
  }
}

/** The moment as the clock on the wall shows it, as if that were UTC. */
export function wallTime(zone: Zone, ms: number): Date {
  return new Date(ms + zone.offsetAt(ms));
}

const hourMs = 60 * 60_000;

/**
 * The moments at which the clock on the wall shows this time: two where it is set back, none where it is set forward,
 * and then the moment at which that happens.
 */
export function momentsOf(zone: Zone, wallMs: number): { at: number[]; skippedAt: number } {
  const offsets = new Set([wallMs - 26 * hourMs, wallMs + 26 * hourMs].map(zone.offsetAt));
  for (const offset of [...offsets]) offsets.add(zone.offsetAt(wallMs - offset));
  const found = [...offsets].map((offset) => wallMs - offset);
  const at = found
    .filter((ms) => zone.offsetAt(ms) === wallMs - ms)
    .sort((one, other) => one - other);
  return { at, skippedAt: at.length > 0 ? 0 : changeBetween(zone, found) };
}

/** The first moment with the later offset, to the minute. */
function changeBetween(zone: Zone, near: number[]): number {
  let from = Math.min(...near) - hourMs;
  let to = Math.max(...near) + hourMs;
  const before = zone.offsetAt(from);
  while (to - from > 60_000) {
    const middle = Math.floor((from + to) / 2 / 60_000) * 60_000;
    if (middle <= from) break;
    if (zone.offsetAt(middle) === before) from = middle;
    else to = middle;
  }
  return Math.ceil(to / 60_000) * 60_000;
}
