import { firstOf } from "../../text/bounded.ts";
/** How often each thing occurs, in the order in which they were first seen. */
export type Tally = Map<string, number>;

const mostNames = 2_000;

export function addTo(tally: Tally, name: string, count = 1): void {
  const known = tally.get(name);
  if (known === undefined && tally.size >= mostNames) return;
  tally.set(name, (known ?? 0) + count);
}

/** The most frequent first; what is as frequent stays in order. */
export function ranked(tally: Tally): [string, number][] {
  return [...tally].sort((left, right) => right[1] - left[1]);
}

/** "bash 12, json 3 and 4 more". */
export function counted(tally: Tally, most: number): string {
  const all = ranked(tally);
  const left = all.length - most;
  const shown = all.slice(0, most).map(([name, count]) => `${name} ${count}`);
  return shown.join(", ") + (left > 0 ? ` and ${left} more` : "");
}

/** Lines of a list, with a last one for those that are left out. */
export function listed(lines: string[], most: number): string[] {
  return firstOf(lines, most).map((line) => `- ${line}`);
}

export function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
