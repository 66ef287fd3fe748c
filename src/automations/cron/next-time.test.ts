import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextTime, nextTimes } from "./next-time.ts";
import { type Cron, isOnDay, parseCron } from "./parse-cron.ts";
import { openZone, type Zone } from "./time-zone.ts";

const minuteMs = 60_000;
const zones = [
  ...["UTC", "Europe/Zurich", "America/New_York", "America/St_Johns", "Australia/Lord_Howe"],
  ...["Asia/Kolkata", "America/Sao_Paulo", "Africa/Casablanca", "Pacific/Apia", "Asia/Tehran"],
];

function matches(cron: Cron, wallMs: number): boolean {
  const wall = new Date(wallMs);
  const [month, day, weekday] = [wall.getUTCMonth() + 1, wall.getUTCDate(), wall.getUTCDay()];
  return (
    cron.minutes.includes(wall.getUTCMinutes()) &&
    cron.hours.includes(wall.getUTCHours()) &&
    isOnDay(cron, { month, day, weekday })
  );
}

/** Minute by minute, as somebody would who looks at the clock on the wall all the time. */
function slowTimes(cron: Cron, zone: Zone, from: number, to: number): number[] {
  const due: number[] = [];
  let latest = from - minuteMs + zone.offsetAt(from - minuteMs);
  for (let now = from; now <= to; now += minuteMs) {
    const wall = now + zone.offsetAt(now);
    const isAgain = wall <= latest;
    const skipped: number[] = [];
    for (let one = latest + minuteMs; one < wall; one += minuteMs) skipped.push(one);
    const isDue = cron.isAtHours
      ? (!isAgain && matches(cron, wall)) || skipped.some((one) => matches(cron, one))
      : matches(cron, wall);
    if (isDue) due.push(now);
    latest = Math.max(latest, wall);
  }
  return due;
}

function fastTimes(cron: Cron, zone: Zone, from: number, to: number): number[] {
  const due: number[] = [];
  for (let last = from - minuteMs; ; ) {
    const next = nextTime(cron, zone, last);
    if (next === undefined || next > to) return due;
    due.push(next);
    last = next;
  }
}

/** Asked for the same minutes over and over. */
function remembered(name: string): Zone {
  const zone = openZone(name);
  const known = new Map<number, number>();
  return {
    offsetAt(ms) {
      const quarter = Math.floor(ms / (15 * minuteMs));
      const offset = known.get(quarter) ?? zone.offsetAt(quarter * 15 * minuteMs);
      known.set(quarter, offset);
      return offset;
    },
  };
}

/** Moments a day before and after which the clocks change, and others. */
function changesOf(zone: Zone): number[] {
  const found = [Date.UTC(2026, 5, 1)];
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += 24 * 60 * minuteMs)
    if (zone.offsetAt(day) !== zone.offsetAt(day + 24 * 60 * minuteMs)) found.push(day);
  return found;
}

const crons = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 4 }))
    .map(([minute, hour]) => `${minute} ${hour} * * *`),
  fc.constantFrom(
    ...["*/15 * * * *", "30 */2 * * *", "0,30 0-3 * * *", "5 * * * *", "*/7 1,2,3 * * sun"],
    ...["0 2 1-31/2 * mon", "59 23 * * *", "0 0 * 3,4,10,11 *", "15,45 1-3/2 * * *"],
  ),
);

describe("the next time of a schedule", () => {
  test("is what somebody sees who looks at the clock every minute, also when clocks change", {
    timeout: 120_000,
  }, () => {
    const zone = fc.constantFrom(
      ...zones.map((name) => {
        const slow = remembered(name);
        return { opened: openZone(name), slow, changes: changesOf(slow) };
      }),
    );
    fc.assert(
      fc.property(crons, zone, fc.nat(), (text, { opened, slow, changes }, which) => {
        const from = (changes[which % changes.length] ?? 0) - 6 * 60 * minuteMs;
        const to = from + 42 * 60 * minuteMs;
        const cron = parseCron(text);
        expect(fastTimes(cron, opened, from, to)).toEqual(slowTimes(cron, slow, from, to));
      }),
      { numRuns: 60 },
    );
  });

  test("goes by the zone, the week and the year", () => {
    const at = (text: string, zone: string, after: string) =>
      nextTimes(parseCron(text), openZone(zone), Date.parse(after), 3).map((ms) =>
        new Date(ms).toISOString().slice(0, 16),
      );
    expect(at("0 7 * * mon", "Europe/Zurich", "2026-10-20T00:00Z")).toEqual([
      ...["2026-10-26T06:00", "2026-11-02T06:00", "2026-11-09T06:00"],
    ]);
    // Half past two is skipped on 29 March 2026, and comes twice on 25 October.
    expect(at("30 2 * * *", "Europe/Zurich", "2026-03-28T12:00Z")).toEqual([
      ...["2026-03-29T01:00", "2026-03-30T00:30", "2026-03-31T00:30"],
    ]);
    expect(at("30 2 * * *", "Europe/Zurich", "2026-10-24T12:00Z")).toEqual([
      ...["2026-10-25T00:30", "2026-10-26T01:30", "2026-10-27T01:30"],
    ]);
    expect(at("0 0 29 2 *", "UTC", "2096-03-01T00:00Z")).toEqual([
      ...["2104-02-29T00:00", "2108-02-29T00:00", "2112-02-29T00:00"],
    ]);
    expect(at("0 9 13 * fri", "UTC", "2026-02-07T00:00Z")).toEqual([
      ...["2026-02-13T09:00", "2026-02-20T09:00", "2026-02-27T09:00"],
    ]);
  });
});
