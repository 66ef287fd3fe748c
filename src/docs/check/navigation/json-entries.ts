import { joined } from "../../site/paths.ts";
import { plainAddress } from "../../tree/addresses.ts";
import type { Docs } from "../../tree/read-docs.ts";
import { referredPath } from "../../tree/resolve-references.ts";
import { type JsonNode, memberOf, readJsonText } from "../../values/json-text.ts";
import type { NavigationEntry } from "./navigation-entry.ts";

const divisions = new Set([
  ...["languages", "versions", "products", "tabs", "anchors", "dropdowns", "menu", "groups"],
  "pages",
]);
/** `GET /users` is an operation of an API, and a text with a space before it names a description. */
const notPage = /^$|\s\/|^[a-z][a-z0-9+.-]*:|^\/\//i;
const maxDepth = 100;

/** The pages that a `docs.json` or `mint.json` names, and the files that it refers to. */
export function jsonEntries(docs: Docs): NavigationEntry[] {
  const { configPath } = docs.site;
  const root = readJsonText(docs.written.get(configPath) ?? "");
  const named: Named[] = [];
  const visit = (node: JsonNode, path: string, depth: number) => {
    if (depth > maxDepth) return;
    if (node.kind === "string") named.push({ path, written: node.value, start: node.start });
    if (node.kind === "array") for (const item of node.items) visit(item, path, depth + 1);
    if (node.kind !== "object") return;
    const reference = memberOf(node, "$ref");
    const file = reference?.kind === "string" ? referredPath(path, reference.value) : undefined;
    const other = file === undefined ? undefined : readJsonText(docs.written.get(file) ?? "");
    if (file !== undefined && other !== undefined) visit(other, file, depth + 10);
    for (const { key, value } of node.members) {
      if (divisions.has(key) || (key === "root" && value.kind === "string")) {
        visit(value, path, depth + 1);
      }
    }
  };
  const navigation = memberOf(root, "navigation");
  if (navigation !== undefined) visit(navigation, configPath, 0);
  return toEntries(docs, named);
}

type Named = { path: string; written: string; start: number };

function toEntries(docs: Docs, named: Named[]): NavigationEntry[] {
  const counters = new Map<string, (at: number) => number>();
  return named
    .filter(({ written }) => !notPage.test(written))
    .map(({ path, written, start }) => {
      const lines = counters.get(path) ?? linesOf(docs.written.get(path) ?? "");
      counters.set(path, lines);
      const wanted = joined(docs.site.folder, written.replace(/^(?:\.?\/)+|\/+$/g, ""));
      return { path, line: lines(start), written, exists: isThere(docs, wanted), wanted };
    });
}

function isThere(docs: Docs, path: string): boolean {
  const bare = path.replace(/\.mdx?$/i, "");
  return (
    [`${bare}.mdx`, `${bare}.md`, `${bare}/index.mdx`, `${bare}/index.md`, path].some(
      docs.isFile,
    ) || docs.answers.has(plainAddress(path))
  );
}

/** The line of each place, asked for in any order. */
function linesOf(text: string): (at: number) => number {
  const breaks: number[] = [];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) breaks.push(at);
  return (at) => {
    let low = 0;
    let high = breaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
