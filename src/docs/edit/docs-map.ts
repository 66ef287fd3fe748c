import { posix } from "node:path";
import { readFrontMatter } from "../page/front-matter.ts";
import { findSite, isSiteFile } from "../site/find-site.ts";
import { below, folderOf } from "../site/paths.ts";
import type { Site } from "../site/site.ts";
import type { DocsFiles } from "../tree/docs-files.ts";

export type Metadata = Record<string, unknown>;

/** The files of a repository as the links of its docs see them. */
export type DocsMap = {
  /** Folder of the docs; "" for the whole repository. */
  docsFolder: string;
  paths: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** The files that decide about the site, by path. */
  siteFiles: ReadonlyMap<string, string>;
  /** Front matter of the pages it matters for. */
  metadata: ReadonlyMap<string, Metadata>;
  site: Site;
  /** Address on the site, as `Site.place` gives it; undefined for a file that is no page of it. */
  addressOf(path: string, metadata?: Metadata): string | undefined;
  /** The page at an address without slashes at its ends. */
  pageAt(address: string): string | undefined;
};

type Parts = Pick<DocsMap, "docsFolder" | "siteFiles" | "metadata"> & { paths: string[] };

const mostSiteFiles = 2_000;
const longestSiteFile = 1_000_000;
const pageEnding = /\.(?:mdx?|markdown|html?)$/i;

/** Reads the site's own files, and the front matter of `pages`. */
export async function openDocsMap(
  overlay: DocsFiles,
  docsFolder: string,
  pages: string[],
): Promise<DocsMap> {
  const paths = overlay.list().map((file) => file.path);
  const siteFiles = new Map<string, string>();
  const wanted = paths.filter((path) => isSiteFile(path) && isNear(docsFolder, path));
  for await (const { path, content } of overlay.readEach(wanted.slice(0, mostSiteFiles))) {
    if (content.length <= longestSiteFile) siteFiles.set(path, content);
  }
  const metadata = new Map<string, Metadata>();
  for await (const { path, content } of overlay.readEach(pages.filter(isMarkdown))) {
    metadata.set(path, metadataOf(content));
  }
  return docsMap({ docsFolder, paths, siteFiles, metadata });
}

/** The same docs, now in `docsFolder`, with files moved, or gone where `destinationOf` gives undefined. */
export function movedMap(
  map: DocsMap,
  docsFolder: string,
  destinationOf: (path: string) => string | undefined,
): DocsMap {
  const moved = <Value>(held: ReadonlyMap<string, Value>) =>
    new Map([...held].flatMap(([path, value]) => renamed(destinationOf(path), value)));
  return docsMap({
    docsFolder,
    paths: [...map.paths].flatMap((path) => destinationOf(path) ?? []),
    siteFiles: moved(map.siteFiles),
    metadata: moved(map.metadata),
  });
}

export function isMarkdown(path: string): boolean {
  return /\.(?:mdx?|markdown)$/i.test(path);
}

/** The front matter of a page as far as its address may depend on it. */
export function addressMetadata({ site }: DocsMap, text: string): Metadata {
  return site.addressNeeds === "front-matter" ? metadataOf(text) : {};
}

/** What the front matter says; a page without any costs nothing. */
export function metadataOf(text: string): Metadata {
  return readFrontMatter(text).metadata;
}

/** The path as the docs folder sees it: "../" for what stands above. */
export function sourcePath(docsFolder: string, path: string): string {
  return posix.relative(`/${docsFolder}`, `/${path}`);
}

export function bareAddress(address: string): string {
  return address.replace(/^\/+|\/+$/g, "").replace(/\.html?$/i, "");
}

/** In the docs folder, in a folder above it, or in the `.vitepress` of one. */
function isNear(docsFolder: string, path: string): boolean {
  if (below(docsFolder, path) !== undefined) return true;
  const folder = folderOf(path).replace(/(?:^|\/)\.vitepress(?:\/.*)?$/, "");
  return folder === "" || docsFolder.startsWith(`${folder}/`);
}

function renamed<Value>(path: string | undefined, value: Value): [string, Value][] {
  return path === undefined ? [] : [[path, value]];
}

function docsMap({ docsFolder, paths, siteFiles, metadata }: Parts): DocsMap {
  const inside = paths.flatMap((path) => below(docsFolder, path) ?? []);
  const site = findSite({
    paths: inside.filter((path) => pageEnding.test(path)),
    siteFiles: new Map([...siteFiles].map(([path, text]) => [sourcePath(docsFolder, path), text])),
  });
  const addressOf: DocsMap["addressOf"] = (path, own) => {
    const name = below(docsFolder, path);
    if (name === undefined || !pageEnding.test(name) || !site.isPage(name)) return undefined;
    return site.place(name, own ?? metadata.get(path) ?? {}).address;
  };
  let pages: Map<string, string> | undefined;
  const pageAt = (address: string) => {
    pages ??= pagesByAddress(paths, addressOf);
    return pages.get(address);
  };
  const folders = foldersOf(paths);
  return {
    docsFolder,
    paths: new Set(paths),
    folders,
    siteFiles,
    metadata,
    site,
    addressOf,
    pageAt,
  };
}

function pagesByAddress(paths: string[], addressOf: DocsMap["addressOf"]): Map<string, string> {
  const pages = new Map<string, string>();
  for (const path of paths) {
    const address = addressOf(path);
    if (address === undefined) continue;
    const bare = bareAddress(address);
    if (!pages.has(bare)) pages.set(bare, path);
  }
  return pages;
}

function foldersOf(paths: string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = folderOf(path); folder !== "" && !folders.has(folder); ) {
      folders.add(folder);
      folder = folderOf(folder);
    }
  }
  return folders;
}
