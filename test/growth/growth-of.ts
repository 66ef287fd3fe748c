import { processorMs } from "../processor-ms.ts";
import type { HostileText } from "./hostile-texts.ts";

export type Reader = (text: string) => unknown;

type Cost = { length: number; ms: number };

export type Growth = {
  /** The lengths that were read, and the processor's time for each. */
  costs: Cost[];
  /** What is wrong, for a person; undefined when the time grows as the text does. */
  fault: string | undefined;
};

/** The power of the length by which time may grow: 1 is linear, 2 is quadratic, and a machine with other work lies between. */
const mostPower = 1.6;
/** Below this the clock and the collector of garbage decide, not the reader. */
const floorMs = 25;
const tries = 4;

/** So much is no mistake of the clock, and a second look could take very long. */
const surelyMs = 1_000;

/**
 * Reads longer and longer texts. Ends with the first that takes too long, so that even exponential growth is found in
 * time. Growth that a busy machine made does not go on with the next length.
 */
export async function growthOf(
  read: Reader,
  text: HostileText,
  { lengths }: { lengths: readonly number[] },
): Promise<Growth> {
  const costs: Cost[] = [];
  for (const length of lengths) {
    const before = costs.at(-1);
    const cost = await costOf(read, text.of(length), before);
    costs.push(cost);
    if (!isSteep(before, cost)) continue;
    const next = cost.ms > surelyMs ? undefined : await costOf(read, text.of(length * 4), cost);
    if (next === undefined || isSteep(cost, next)) {
      return { costs, fault: shown(next === undefined ? costs : [...costs, next]) };
    }
  }
  return { costs, fault: undefined };
}

async function costOf(read: Reader, text: string, before: Cost | undefined): Promise<Cost> {
  const cost = { length: text.length, ms: await msOf(read, text) };
  const isUnsure = () => isSteep(before, cost) && cost.ms < surelyMs;
  for (let again = 1; again < tries && isUnsure(); again += 1)
    cost.ms = Math.min(cost.ms, await msOf(read, text));
  return cost;
}

function isSteep(before: Cost | undefined, { length, ms }: Cost): boolean {
  if (before === undefined || ms < floorMs) return false;
  return ms > Math.max(before.ms, 1) * (length / before.length) ** mostPower;
}

function shown(costs: Cost[]): string {
  const last = costs.slice(-3);
  return last.map(({ length, ms }) => `${length} characters: ${ms.toFixed(1)} ms`).join(", ");
}

async function msOf(read: Reader, text: string): Promise<number> {
  const spent = processorMs();
  await read(text);
  return spent();
}
