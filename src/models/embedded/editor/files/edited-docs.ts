import { formatOf, isPageFile } from "../../../../docs/page/page-format.ts";
import { navigationFormats } from "../../../../docs/site/find-site.ts";
import type { NavigationFormat } from "../../../../docs/site/navigation.ts";
import { below, folderOf, isBelow } from "../../../../docs/site/paths.ts";
import { type DocsTree, docsTree } from "../../../../docs/tree/docs-tree.ts";

/** The docs in a repository. Paths are those of the repository. */
export type EditedDocs = {
  /** Every file known to be there, as links see them. */
  tree: DocsTree;
  /** Folder of the pages; "" for the top. */
  root: string;
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
    .filter((file) => navigationFormat(file) !== undefined && !notDocs.test(file))
    .filter((file) => docsFolder === "" || isBelow(folderOf(file), `${docsFolder}/`))
    .sort((left, right) => direction * (depth(left) - depth(right)) || (left < right ? -1 : 1));
  return navigationFormats.flatMap(({ isFile }) => sorted.find(isFile) ?? []);
}

function navigationFormat(path: string): NavigationFormat | undefined {
  return navigationFormats.find(({ isFile }) => isFile(path));
}

/** Finds the docs among the files; `texts` holds the navigation files that could be read. */
export function editedDocs(
  files: string[],
  texts: Map<string, string>,
  docsFolder = "",
): EditedDocs {
  const pages = files.filter((file) => isPageFile(file) && !notDocs.test(file)).sort();
  for (const [path, text] of texts) {
    const format = navigationFormat(path);
    if (format === undefined) continue;
    const hasGroups = format.groups(text).length > 0;
    if (!hasGroups && !format.isSiteAlone) continue;
    const root = format.root(path, text);
    if (docsFolder !== "" && !isBelow(root, `${docsFolder}/`)) continue;
    const docs = docsIn({ files, pages, texts }, root);
    if (docs.pages.length === 0 && pages.length > 0) continue;
    return hasGroups ? { ...docs, navigation: { path, format } } : docs;
  }
  return docsIn({ files, pages, texts }, docsFolder || likelyRoot(pages));
}

/** Notes a file that has been written. */
export function addFile(docs: EditedDocs, path: string): void {
  if (docs.tree.isFile(path)) return;
  const isPage = isPageFile(path);
  const { paths, pagePaths } = docs.tree.parts;
  docs.tree = docsTree({
    ...docs.tree.parts,
    paths: new Set([...paths, path]),
    pagePaths: isPage ? new Set([...pagePaths, path]) : pagePaths,
  });
  if (isPage && isBelow(docs.root, path)) docs.pages = [...docs.pages, path].sort();
}

/** The path inside the docs folder. */
export function insideRoot({ root }: EditedDocs, path: string): string {
  return below(root, path) ?? path;
}

type Known = { files: string[]; pages: string[]; texts: ReadonlyMap<string, string> };

function docsIn({ files, pages: all, texts }: Known, root: string): EditedDocs {
  const pages = all.filter((page) => isBelow(root, page));
  const mdx = pages.filter((page) => formatOf(page) === "mdx").length;
  const none = new Map();
  const paths = new Set(files);
  const parts = { docsFolder: root, paths, pagePaths: new Set(all), siteFiles: texts };
  return {
    tree: docsTree({ ...parts, redirectFiles: none, metadata: none }),
    root,
    pages,
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
