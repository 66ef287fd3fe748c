import { posix } from "node:path";
import { mkdocsFolder } from "../site/mkdocs/mkdocs-navigation.ts";
import { folderOf, nameOf } from "../site/paths.ts";
import type { NavigationPlace } from "./entry-names.ts";
import { jsonEntries } from "./json-entries.ts";
import type { NavigationEntries } from "./navigation-entry.ts";
import type { NavigationPart } from "./navigation-parts.ts";
import { scriptEntries } from "./script-entries.ts";
import { yamlEntries } from "./yaml-entries.ts";

/** A navigation file; `part` when it is one that docs.json takes in. */
export type NavigationFile = { path: string; content: string; part?: NavigationPart };

/** The entries of a navigation file, by its name and the generator it is for. */
export function readNavigationFile(
  { path, content: text, part }: NavigationFile,
  generator: string,
): NavigationEntries {
  if (part !== undefined) return jsonEntries(text, "mintlify", part);
  const name = nameOf(path);
  if (name === "docs.json" || name === "mint.json") return jsonEntries(text, "mintlify");
  if (name.endsWith(".json")) return jsonEntries(text, "docusaurus");
  if (name === ".pages" || /^mkdocs\.ya?ml$/.test(name)) return yamlEntries(text);
  if (/\.ya?ml$/.test(name)) return { entries: [] };
  const items = generator === "starlight" ? "slug" : "id";
  return scriptEntries(text, { items, isSidebarsFile: /sidebars?[\w.-]*\.[cm]?[jt]s$/.test(name) });
}

/** `newPath`: where the file stands afterwards. */
export function navigationPlace(file: NavigationFile, newPath: string): NavigationPlace {
  const { path, part } = file;
  if (part !== undefined) return { path, root: part.root, newRoot: part.root };
  return { path, root: rootOf(file), newRoot: rootOf({ ...file, path: newPath }) };
}

function rootOf({ path, content }: NavigationFile): string {
  const folder = folderOf(path).replace(/(?:^|\/)\.vitepress(?:\/.*)?$/, "");
  if (!/(?:^|\/)mkdocs\.ya?ml$/.test(path)) return folder;
  return posix.join(folder, mkdocsFolder(content)).replace(/^\.$/, "");
}
