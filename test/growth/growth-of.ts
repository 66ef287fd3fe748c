import { processorMs } from "../processor-ms.ts";
import type { HostileText } from "./hostile-texts.ts";

export type Reader = (text: string) => unknown;

export type Growth = {
  /** The lengths that were read, and the processor's time for each. */
  costs: { length: number; ms: number }[];
  /** What is wrong, for a person; undefined when the time grows as the text does. */
  fault: string | undefined;
};

export type GrowthOptions = {
  lengths: number[];
};

/** Four times the text may take this many times as long; sixteen times is quadratic. */
const mostGrowth = 9;
/** Below this the clock and the collector of garbage decide, not the reader. */
const floorMs = 25;
const tries = 4;

/** Reads texts that grow fourfold. Ends with the first that takes too long, so that even exponential growth is found in time. */
export async function growthOf(
  read: Reader,
  text: HostileText,
  { lengths }: GrowthOptions,
): Promise<Growth> {
  const costs: Growth["costs"] = [];
  for (const length of lengths) {
    const before = costs.at(-1);
    const input = text.of(length);
    let ms = await cost(read, input);
    for (let again = 1; again < tries && isSteep(before?.ms, ms); again += 1) {
      ms = Math.min(ms, await cost(read, input));
    }
    costs.push({ length, ms });
    if (isSteep(before?.ms, ms)) return { costs, fault: faultOf(costs) };
  }
  return { costs, fault: undefined };
}

function isSteep(before: number | undefined, ms: number): boolean {
  return ms > floorMs && ms > Math.max(before ?? Infinity, 1) * mostGrowth;
}

function faultOf(costs: Growth["costs"]): string {
  const shown = costs
    .slice(-2)
    .map(({ length, ms }) => `${length} characters: ${ms.toFixed(1)} ms`);
  return shown.join(", ");
}

async function cost(read: Reader, text: string): Promise<number> {
  const spent = processorMs();
  await read(text);
  return spent();
}
