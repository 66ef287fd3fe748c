import { posix } from "node:path";
import { folderOf } from "../site/paths.ts";
import type { DocsFiles } from "../tree/docs-files.ts";
import { type JsonNode, readJsonText } from "../values/json-text.ts";
import { isOtherMatter } from "./navigation-entry.ts";

/** A file that Mintlify's docs.json takes in with `$ref`, and the place it stands for. */
export type NavigationPart = {
  path: string;
  content: string;
  /** Folder of docs.json, below which pages are named. */
  root: string;
  /** The key whose value it is, and whether that is in the navigation. */
  key: string;
  isInNavigation: boolean;
};

const mostParts = 100;

/** The files that docs.json is made of besides itself, and what those take in. */
export async function readNavigationParts(
  overlay: DocsFiles,
  siteFiles: ReadonlyMap<string, string>,
): Promise<NavigationPart[]> {
  const parts = new Map<string, NavigationPart>();
  let open = [...siteFiles]
    .filter(([path]) => /(?:^|\/)(?:docs|mint)\.json$/.test(path))
    .flatMap(([path, text]) => references(text, { path, root: folderOf(path), key: "" }));
  while (open.length > 0 && parts.size < mostParts) {
    const wanted = new Map(open.map((part) => [part.path, part]));
    open = [];
    const paths = [...wanted.keys()].filter((path) => !parts.has(path) && !siteFiles.has(path));
    for await (const { path, content } of overlay.readEach(paths.slice(0, mostParts))) {
      const part = wanted.get(path);
      if (part === undefined) continue;
      parts.set(path, { ...part, content });
      open.push(...references(content, { ...part, isInNavigation: part.isInNavigation }));
    }
  }
  return [...parts.values()];
}

type Holder = { path: string; root: string; key: string; isInNavigation?: boolean };

function references(text: string, holder: Holder): Omit<NavigationPart, "content">[] {
  if (!text.includes('"$ref"')) return [];
  const found: Omit<NavigationPart, "content">[] = [];
  const visit = (node: JsonNode, key: string, isInNavigation: boolean) => {
    if (node.kind === "array") for (const item of node.items) visit(item, key, isInNavigation);
    if (node.kind !== "object") return;
    for (const { key: name, value } of node.members) {
      if (isOtherMatter(name)) continue;
      if (name !== "$ref") visit(value, name, isInNavigation || name === "navigation");
      if (name !== "$ref" || value.kind !== "string" || found.length >= mostParts) continue;
      const path = posix.join(folderOf(holder.path), value.value);
      found.push({ path, root: holder.root, key, isInNavigation });
    }
  };
  const root = readJsonText(text.replace(/^\uFEFF/, ""));
  if (root !== undefined) visit(root, holder.key, holder.isInNavigation ?? false);
  return found;
}
