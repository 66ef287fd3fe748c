import { readFileSync } from "node:fs";
import * as z from "zod";

const Cost = z.object({ file: z.string(), seconds: z.number() });

/** What the processor spent on each file of tests, as the workers noted it; nothing where they did not. */
export function readCosts(path: string): Map<string, number> {
  try {
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    return new Map(
      lines.map((line) => Cost.parse(JSON.parse(line))).map(({ file, seconds }) => [file, seconds]),
    );
  } catch {
    return new Map();
  }
}
