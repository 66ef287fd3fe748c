import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Fault, reportFaults } from "./fault.ts";
import { listFiles } from "./list-files.ts";

const MAX_LINES = 500;
const SOURCE = /^(?:src|scripts|web|bin)\/.*\.(?:tsx?|js)$/;
const TEST = /\.test\.tsx?$/;

/** Every source file, tests aside, that is longer than a person reads in one go. */
export function checkSizes(root: string): Fault[] {
  return listFiles(root)
    .filter((file) => SOURCE.test(file) && !TEST.test(file))
    .map((file) => ({ file, lines: countLines(readFileSync(join(root, file), "utf8")) }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => ({
      file,
      line: MAX_LINES + 1,
      reason: `has ${lines} lines; the limit is ${MAX_LINES}`,
    }));
}

function countLines(text: string): number {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.length - 1 : lines.length;
}

if (import.meta.main) reportFaults(checkSizes(process.cwd()));
