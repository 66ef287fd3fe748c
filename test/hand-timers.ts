import type { Timers } from "../src/models/calls/limits.ts";

export type HandTimers = Timers & {
  /** Every pause that was asked for; none of them takes time. */
  pauses: number[];
  /** How long the alarms that are set would take. */
  set(): number[];
  /** Rings the alarms of this length now. */
  ring(milliseconds: number): void;
};

/** Timers that pass no time: pauses end at once, and alarms ring when the test says so. */
export function handTimers(random = 0): HandTimers {
  const pauses: number[] = [];
  const alarms = new Map<symbol, { milliseconds: number; ring: () => void }>();
  return {
    pauses,
    now: () => Date.parse("2030-01-01T12:00:00Z"),
    random: () => random,
    async sleep(milliseconds, signal) {
      pauses.push(milliseconds);
      signal.throwIfAborted();
    },
    alarm(milliseconds, ring) {
      const id = Symbol("alarm");
      alarms.set(id, { milliseconds, ring });
      return () => void alarms.delete(id);
    },
    set: () => [...alarms.values()].map((alarm) => alarm.milliseconds),
    ring(milliseconds) {
      for (const [id, alarm] of alarms) {
        if (alarm.milliseconds !== milliseconds) continue;
        alarms.delete(id);
        alarm.ring();
      }
    },
  };
}
