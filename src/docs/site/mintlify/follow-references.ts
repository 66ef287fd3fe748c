import { posix } from "node:path";
import { type JsonNode, readJsonText } from "../../values/json-text.ts";
import { valueOfData } from "../../values/read-data.ts";
import { recordOf, type StaticValue, textOf } from "../../values/static-value.ts";
import type { JsonStart } from "../json-entries.ts";
import { isOtherMatter } from "../navigation-entry.ts";
import { folderOf } from "../paths.ts";

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

/** A file that a configuration takes in, the folder below which its pages are named, and the place it stands for. */
export type Part = JsonStart & { path: string; root: string };

const knownParts = new WeakMap<ReadonlyMap<string, string>, ReadonlyMap<string, Part>>();

/** The files that configurations take in, and what those take in, by path. */
export function partsOf(
  siteFiles: ReadonlyMap<string, string>,
  isConfig: (path: string) => boolean,
): ReadonlyMap<string, Part> {
  const held = knownParts.get(siteFiles);
  if (held !== undefined) return held;
  const parts = new Map<string, Part>();
  let open = [...siteFiles.keys()].filter(isConfig).map((path): Part => {
    return { path, root: folderOf(path), key: "", isInNavigation: false };
  });
  while (open.length > 0 && parts.size < maxFiles) {
    const found = open.flatMap((part) => partsIn(siteFiles.get(part.path) ?? "", part));
    const isNew = ({ path }: Part) => siteFiles.has(path) && !parts.has(path);
    open = [...new Map(found.filter(isNew).map((part) => [part.path, part])).values()];
    for (const part of open) parts.set(part.path, part);
  }
  knownParts.set(siteFiles, parts);
  return parts;
}

function partsIn(text: string, holder: Part): Part[] {
  if (!text.includes('"$ref"')) return [];
  const found: Part[] = [];
  const visit = (node: JsonNode, key: string, isInNavigation: boolean) => {
    if (node.kind === "array") for (const item of node.items) visit(item, key, isInNavigation);
    if (node.kind !== "object") return;
    for (const { key: name, value } of node.members) {
      if (isOtherMatter(name) && name !== "redirects") continue;
      if (name !== "$ref") visit(value, name, isInNavigation || name === "navigation");
      const path =
        name === "$ref" && value.kind === "string" && referredPath(holder.path, value.value);
      if (path) found.push({ path, root: holder.root, key, isInNavigation });
    }
  };
  const root = readJsonText(text.replace(/^\uFEFF/, ""));
  if (root !== undefined) visit(root, holder.key, holder.isInNavigation);
  return found.slice(0, maxFiles);
}

/** The file that a reference in another one means; undefined when it leads out, or elsewhere. */
function referredPath(from: string, reference: string): string | undefined {
  const path = posix.join(posix.dirname(from), reference.split("#", 1)[0] ?? "");
  // A source may lie below its configuration, and then knows the files above it by such paths.
  const isOut = path.startsWith("/") || (path.startsWith("../") && !from.startsWith("../"));
  return path.endsWith(".json") && !isOut ? path : undefined;
}
