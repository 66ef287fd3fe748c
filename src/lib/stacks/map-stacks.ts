import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMappings, type SourceMap, sourcePlace } from "./source-map.ts";

/**
 * Lets the stacks of errors name the lines of the sources in a program that was built. A map is read when the first error
 * of its file is shown: reading all of them at the start takes longer than the start.
 */
export function mapStacks(): void {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  Error.prepareStackTrace = (error, sites) => {
    // Node looks at the stacks of faults of streams by itself, although nobody sees them.
    const isSystems = "syscall" in error;
    const lines = sites.map(
      (site) => `\n    at ${isSystems ? site : inSources(String(site), mapOf)}`,
    );
    return `${headOf(error)}${lines.join("")}`;
  };
}

const built = /(file:\/\/[^\s()]{1,1000}\.js):(\d{1,9}):(\d{1,9})/;

function inSources(site: string, mapOf: (file: string) => SourceMap | undefined): string {
  return site.replace(built, (whole, address: string, line: string, column: string) => {
    const file = fileURLToPath(address);
    const map = mapOf(file);
    const place = map && sourcePlace(map, Number(line), Number(column));
    return place ? `${join(dirname(file), place.source)}:${place.line}:${place.column}` : whole;
  });
}

function readMap(file: string): SourceMap | undefined {
  try {
    return readMappings(readFileSync(`${file}.map`, "utf8"));
  } catch {
    // A stack without sources is better than an error about an error.
    return undefined;
  }
}

function headOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return "an error that cannot be shown";
  }
}
