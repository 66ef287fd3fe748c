const dayMs = 24 * 60 * 60_000;

/** One day of a time zone as moments: up to `ends`, which is the next day's. */
export type ZoneDay = { day: string; starts: string; ends: string };

/** The days of a range, both ends included. */
export function zoneDays(from: string, to: string, zone: string): ZoneDay[] {
  const days: ZoneDay[] = [];
  for (let day = from; day <= to; day = nextDay(day))
    days.push({ day, starts: startOfDay(day, zone), ends: startOfDay(nextDay(day), zone) });
  return days;
}

/** The moments between which a range lies; open where it is. */
export function zoneRange(
  days: { from?: string | undefined; to?: string | undefined },
  zone = "UTC",
): { from: string | undefined; until: string | undefined } {
  return {
    from: days.from === undefined ? undefined : startOfDay(days.from, zone),
    until: days.to === undefined ? undefined : startOfDay(nextDay(days.to), zone),
  };
}

/** The day that it is somewhere. */
export function dayAt(time: number, zone: string): string {
  return new Date(time + offsetMs(time, zone)).toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

function nextDay(day: string): string {
  return day >= lastDay ? lastDay : addDays(day, 1);
}

// Nothing is stored from before or after: there UTC does, and no year has more than four digits.
const firstDay = "1000-01-01";
const lastDay = "9000-01-01";

/** Its first moment there. Where clocks are put forward at midnight that is an hour late. */
function startOfDay(day: string, zone: string): string {
  const midnight = Date.parse(day);
  if (day < firstDay || day > lastDay) return new Date(midnight).toISOString();
  const first = midnight - offsetMs(midnight, zone);
  const second = midnight - offsetMs(first, zone);
  const candidates = [Math.min(first, second), Math.max(first, second)];
  const start = candidates.find((time) => dayAt(time, zone) >= day) ?? Math.max(first, second);
  return new Date(start).toISOString();
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks there are ahead of UTC at a moment. */
function offsetMs(time: number, zone: string): number {
  if (zone === "UTC") return 0;
  const parts = formatOf(zone).formatToParts(time);
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(
    ...([value("year"), value("month") - 1, value("day")] as const),
    ...([value("hour"), value("minute"), value("second")] as const),
  );
  return local - Math.floor(time / 1_000) * 1_000;
}

const mostFormats = 500;

/** Making one takes long. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: zone, hourCycle: "h23" },
    ...{ year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  });
  // One zone can be written in many ways.
  if (formats.size >= mostFormats) formats.clear();
  formats.set(zone, format);
  return format;
}
