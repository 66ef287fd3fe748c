import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { knownPrices, type Prices } from "./prices.ts";

const mostBytes = 1_048_576;
const dollars = z
  .number("must be a number of dollars for a million tokens")
  .min(0, "must not be below 0")
  .max(1_000_000, "must be at most 1000000");
const prices = z.record(
  z.string().min(1).max(200),
  z.strictObject({
    input: dollars,
    output: dollars,
    cacheRead: dollars.optional(),
    cacheWrite: dollars.optional(),
  }),
);

/** The known prices with those of an operator's file over them. Every fault of the file is listed. */
export function readPrices(file: string): { prices: Prices; faults: string[] } {
  const read = readJson(file);
  if ("fault" in read) return { prices: knownPrices, faults: [read.fault] };
  const parsed = prices.safeParse(read.json);
  if (!parsed.success) {
    const faults = parsed.error.issues.slice(0, mostFaults).map((issue) => {
      const place = issue.path.map((step) => JSON.stringify(step)).join(" ");
      return place === "" ? issue.message : `${place}: ${issue.message}`;
    });
    return { prices: knownPrices, faults };
  }
  const given = Object.entries(parsed.data).map(([id, { input, output, ...cache }]) => {
    const { cacheRead = input, cacheWrite = input } = cache;
    return [id, { input, output, cacheRead, cacheWrite }] as const;
  });
  return { prices: new Map([...knownPrices, ...given]), faults: [] };
}

const mostFaults = 20;

function readJson(file: string): { json: unknown } | { fault: string } {
  try {
    const info = statSync(file);
    if (!info.isFile()) return { fault: "names no file" };
    if (info.size > mostBytes) return { fault: `names a file of more than ${mostBytes} bytes` };
    return { json: JSON.parse(readFileSync(file, "utf8")) };
  } catch (error) {
    if (error instanceof SyntaxError) return { fault: "names a file that is no JSON" };
    const { code }: { code?: unknown } = Object(error);
    return { fault: `names a file that cannot be read (${String(code)})` };
  }
}
