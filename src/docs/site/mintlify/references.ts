import { posix } from "node:path";
import { valueOfData } from "../../values/read-data.ts";
import { recordOf, type StaticValue, textOf } from "../../values/static-value.ts";

const maxFiles = 200;
const maxDepth = 50;
const maxNodes = 100_000;

/** The files that the `{ "$ref": "./other.json" }` of a JSON file name. */
export function referencesIn(path: string, text: string): string[] {
  if (!path.endsWith(".json") || !text.includes('"$ref"')) return [];
  const found = [...text.matchAll(/"\$ref"\s{0,9}:\s{0,9}"([^"\n]{1,300})"/g)];
  const paths = found.flatMap((match) => referredPath(path, match[1] ?? "") ?? []);
  return [...new Set(paths)].slice(0, maxFiles);
}

/** The value of a JSON file with every `$ref` replaced by what that file says. Keys beside a `$ref` win. */
export function followReferences(
  siteFiles: ReadonlyMap<string, string>,
  path: string,
): StaticValue {
  const known = new Map<string, StaticValue>();
  const valueAt = (file: string) => {
    const held = known.get(file) ?? valueOfData(siteFiles.get(file) ?? "", file);
    known.set(file, held);
    return held;
  };
  let left = maxNodes;
  const follow = (value: StaticValue, from: string, depth: number): StaticValue => {
    left -= 1;
    if (depth > maxDepth || left < 0) return null;
    if (Array.isArray(value)) return value.map((item) => follow(item, from, depth + 1));
    const record = recordOf(value);
    if (record === undefined) return value;
    const members = [...record].filter(([key]) => key !== "$ref");
    const own = new Map(members.map(([key, held]) => [key, follow(held, from, depth + 1)]));
    const file = referredPath(from, textOf(record.get("$ref")) ?? "");
    if (file === undefined || !siteFiles.has(file)) return own;
    const other = follow(valueAt(file), file, depth + 5);
    return own.size === 0 || !(other instanceof Map) ? other : new Map([...other, ...own]);
  };
  return follow(valueAt(path), path, 0);
}

/** The file that a reference in another one means; undefined when it leads out, or elsewhere. */
function referredPath(from: string, reference: string): string | undefined {
  const path = posix.join(posix.dirname(from), reference.split("#", 1)[0] ?? "");
  // A source may lie below its configuration, and then knows the files above it by such paths.
  const isOut = path.startsWith("/") || (path.startsWith("../") && !from.startsWith("../"));
  return path.endsWith(".json") && !isOut ? path : undefined;
}
