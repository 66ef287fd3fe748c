import { navigationFormats } from "../../../../docs/site/find-site.ts";
import type { NavigationFormat } from "../../../../docs/site/navigation.ts";
import type { Site } from "./follow-link.ts";

/** The docs in a repository. Paths are those of the repository. */
export type DocsTree = Site & {
  /** Every file known to be there. */
  files: Set<string>;
  /** Markdown and MDX files below the root, in order. */
  pages: string[];
  navigation?: { path: string; format: NavigationFormat };
  /** Ending of most pages. */
  ending: ".md" | ".mdx";
};

/** Folders of other people's code, and of tools, hold no pages. */
const notDocs = /(?:^|\/)(?:\.[^/]+|node_modules|vendor|dist|build|target)\//;
const docsFolders = ["docs", "documentation", "doc", "content"];

/** Navigation files to read before the docs can be found, one of each kind: nearest to the docs folder, or to the top. */
export function navigationCandidates(files: string[], docsFolder = ""): string[] {
  const direction = docsFolder === "" ? 1 : -1;
  const sorted = files
    .filter((file) => formatOf(file) !== undefined && !notDocs.test(file))
    .filter((file) => docsFolder === "" || isBelow(`${docsFolder}/`, folderOf(file)))
    .sort((left, right) => direction * (depth(left) - depth(right)) || (left < right ? -1 : 1));
  return navigationFormats.flatMap(({ isFile }) => sorted.find(isFile) ?? []);
}

function formatOf(path: string): NavigationFormat | undefined {
  return navigationFormats.find(({ isFile }) => isFile(path));
}

/** Finds the docs among the files; `texts` holds the navigation files that could be read. */
export function docsTree(files: string[], texts: Map<string, string>, docsFolder = ""): DocsTree {
  const pages = files.filter((file) => /\.mdx?$/i.test(file) && !notDocs.test(file)).sort();
  for (const [path, text] of texts) {
    const format = formatOf(path);
    if (format === undefined) continue;
    const hasGroups = format.groups(text).length > 0;
    if (!hasGroups && !format.isSiteAlone) continue;
    const root = format.root(path, text);
    if (docsFolder !== "" && !isBelow(`${docsFolder}/`, root)) continue;
    const tree = treeOf(files, pages, root);
    if (tree.pages.length === 0 && pages.length > 0) continue;
    return hasGroups ? { ...tree, navigation: { path, format } } : tree;
  }
  return treeOf(files, pages, docsFolder || likelyRoot(pages));
}

/** Notes a file that has been written. */
export function addFile(tree: DocsTree, path: string): void {
  tree.files.add(path);
  if (!/\.mdx?$/i.test(path) || tree.pages.includes(path) || !isBelow(path, tree.root)) return;
  tree.pages.push(path);
  tree.pages.sort();
}

export function isBelow(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

/** The path inside the docs folder. */
export function insideRoot(tree: DocsTree, path: string): string {
  return tree.root === "" ? path : path.slice(tree.root.length + 1);
}

export function joined(folder: string, path: string): string {
  return folder === "" ? path : path === "" ? folder : `${folder}/${path}`;
}

export function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function treeOf(all: string[], allPages: string[], root: string): DocsTree {
  const files = new Set(all);
  const folders = new Set<string>();
  for (const file of all) {
    for (
      let folder = folderOf(file);
      folder !== "" && !folders.has(folder);
      folder = folderOf(folder)
    ) {
      folders.add(folder);
    }
  }
  const pages = allPages.filter((page) => isBelow(page, root));
  const mdx = pages.filter((page) => /\.mdx$/i.test(page)).length;
  return {
    root,
    files,
    pages,
    has: (path) => files.has(path) || folders.has(path),
    ending: mdx * 2 > pages.length ? ".mdx" : ".md",
  };
}

/** A folder that is named like docs, else the folder at the top with most pages, else the top itself. */
function likelyRoot(pages: string[]): string {
  const sizes = new Map<string, number>();
  const named = new Map<string, number>();
  for (const page of pages) {
    const folders = folderOf(page).split("/");
    const top = folders[0] ?? "";
    sizes.set(top, (sizes.get(top) ?? 0) + 1);
    const index = folders.findIndex((folder) => docsFolders.includes(folder.toLowerCase()));
    if (index === -1) continue;
    const folder = folders.slice(0, index + 1).join("/");
    named.set(folder, (named.get(folder) ?? 0) + 1);
  }
  return most(named) ?? most(sizes) ?? "docs";
}

function most(sizes: Map<string, number>): string | undefined {
  let best: [string, number] | undefined;
  for (const entry of sizes) if (best === undefined || entry[1] > best[1]) best = entry;
  return best?.[0];
}

function depth(path: string): number {
  return path.split("/").length;
}
