import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Fault, reportFaults } from "./fault.ts";
import { listFiles } from "./list-files.ts";

const MAX_LINES = 500;
const MAX_FILES = 25;
const SOURCE = /^(?:src|scripts|web|bin)\/.*\.(?:tsx?|js)$/;
const TEST = /\.test\.tsx?$/;

/** Every source file, tests aside, that is longer than a person reads in one go, and every folder too full to look through. */
export function checkSizes(root: string): Fault[] {
  const files = listFiles(root).filter((file) => SOURCE.test(file) && !TEST.test(file));
  return [...longFiles(root, files), ...fullFolders(files)];
}

function longFiles(root: string, files: string[]): Fault[] {
  return files
    .map((file) => ({ file, lines: countLines(readFileSync(join(root, file), "utf8")) }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => ({
      file,
      line: MAX_LINES + 1,
      reason: `has ${lines} lines; the limit is ${MAX_LINES}`,
    }));
}

function fullFolders(files: string[]): Fault[] {
  return [...Map.groupBy(files, dirname)]
    .filter(([, inside]) => inside.length > MAX_FILES)
    .map(([folder, inside]) => ({
      file: folder,
      line: 1,
      reason: `holds ${inside.length} files; the limit is ${MAX_FILES}`,
    }));
}

function countLines(text: string): number {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.length - 1 : lines.length;
}

if (import.meta.main) reportFaults(checkSizes(process.cwd()));
