import type { Config } from "../config.ts";
import { findStorable } from "./storable-settings.ts";

/** By the names of the environment. */
export type StoredValues = Readonly<Record<string, string>>;

export type Loaded = { config: Config | undefined; faults: string[] };

export type Weighed = Loaded & {
  /** What does not count, and why. */
  leftOut: ReadonlyMap<string, string>;
};

/**
 * The settings without those stored ones that something is wrong with: one fault must not take the others with it, the
 * ceilings least of all.
 */
export function leaveOutFaults(
  stored: StoredValues,
  load: (stored: StoredValues) => Loaded,
): Weighed {
  const left = new Map(Object.entries(stored));
  const leftOut = new Map<string, string>();
  const all: string[] = [];
  for (;;) {
    const { config, faults } = load(Object.fromEntries(left));
    if (config || left.size === 0) return { config, faults: [...new Set(all)], leftOut };
    all.push(...faults);
    for (const name of atFault(faults, [...left.keys()])) {
      leftOut.set(name, reasonOf(name, faults));
      left.delete(name);
    }
  }
}

/** Those that the faults name, else those that go together with them, else whatever is no ceiling. Never none. */
function atFault(faults: string[], left: string[]): string[] {
  const named = new Set(faults.map(nameOf));
  const groups = new Set([...named].map(groupOf));
  const choices = [
    // A key goes with its address: it must not be sent to the usual one instead.
    left.filter((name) => named.has(name) || [...named].some((one) => keyOf(one) === name)),
    left.filter((name) => groups.has(groupOf(name))),
    left.filter((name) => groupOf(name) !== "ceilings"),
  ];
  return choices.find((names) => names.length > 0) ?? left;
}

function reasonOf(name: string, faults: string[]): string {
  const own = faults.find((fault) => nameOf(fault) === name);
  if (own !== undefined) return own.slice(name.length + 2);
  return faults.map((fault) => fault.replace(": ", " ")).join("; ");
}

function nameOf(fault: string): string {
  return fault.split(": ", 1)[0] ?? "";
}

function groupOf(name: string): string {
  return findStorable(name)?.group ?? "";
}

function keyOf(name: string): string | undefined {
  return findStorable(name)?.key;
}
