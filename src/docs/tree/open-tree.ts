import { createHash } from "node:crypto";
import type { Pace } from "../../lib/pace.ts";
import { isPageFile } from "../page/page-format.ts";
import { isForeign, isSiteFile, navigationFormats } from "../site/find-site.ts";
import { readSiteFiles } from "../site/read-site-files.ts";
import type { DocsFiles } from "./docs-files.ts";
import { type DocsTree, docsTree, type Metadata, type TreeParts } from "./docs-tree.ts";
import { misnamedPages } from "./misnamed-pages.ts";
import { namedMetadata } from "./named-metadata.ts";
import { isRedirectFile } from "./other-addresses.ts";

export type TreeInput = { files: DocsFiles; docsFolder: string; pace: Pace };

/** Reads what decides about addresses: the site's files and, where the site asks them, its pages. */
export async function openTree({ files, docsFolder, pace }: TreeInput): Promise<DocsTree> {
  const { parts } = await openParts(files, docsFolder);
  const tree = docsTree(parts);
  if (tree.site.addressNeeds === "path") return tree;
  const metadata = new Map<string, Metadata>();
  for await (const { path, content } of files.readEach([...parts.pagePaths])) {
    metadata.set(path, namedMetadata(content));
    await pace();
  }
  return docsTree({ ...parts, metadata });
}

/** The same without what pages say of themselves: which files there are, and what the site makes of them. */
export async function openSite(files: DocsFiles, docsFolder: string): Promise<DocsTree> {
  return docsTree((await openParts(files, docsFolder)).parts);
}

/** A tree of which every page was read once. Texts are read again when they are needed. */
export type ReadTree = DocsTree & {
  files: DocsFiles;
  /** By path; differs where the text differs. */
  hashes: ReadonlyMap<string, string>;
  /** Page files that are there and cannot be read as text, or under their name. */
  unreadable: string[];
  /** What is wrong with the names of pages that are not read for it. */
  misnamed: ReadonlyMap<string, string>;
};

export async function readTree({ files: all, docsFolder, pace }: TreeInput): Promise<ReadTree> {
  const { parts, misnamed } = await openParts(all, docsFolder);
  const files: DocsFiles = {
    list: all.list,
    readEach: (paths) => all.readEach(paths.filter((path) => !misnamed.has(path))),
  };
  const hashes = new Map<string, string>();
  const metadata = new Map<string, Metadata>();
  for await (const { path, content } of files.readEach([...parts.pagePaths])) {
    hashes.set(path, createHash("sha1").update(content).digest("base64"));
    metadata.set(path, namedMetadata(content));
    await pace();
  }
  const tree = docsTree({ ...parts, pagePaths: new Set(hashes.keys()), metadata });
  for (const path of hashes.keys()) {
    tree.page(path);
    await pace();
  }
  const unread = [...parts.pagePaths].filter((path) => !hashes.has(path));
  return Object.assign(tree, {
    files,
    hashes,
    misnamed,
    unreadable: [...unread, ...misnamed.keys()],
  });
}

type Opened = { parts: TreeParts; misnamed: ReadTree["misnamed"] };

async function openParts(files: DocsFiles, docsFolder: string): Promise<Opened> {
  const listed = files.list();
  const paths = listed.map(({ path }) => path);
  const pageFiles = listed.filter(({ path }) => isPageFile(path) && !isForeign(path));
  const misnamed = misnamedPages(pageFiles);
  const siteFiles = await readSiteFiles(paths, files.readEach);
  const isSetting = (path: string) =>
    siteFiles.has(path) &&
    (isSiteFile(path) || navigationFormats.some(({ isFile }) => isFile(path)));
  const isPage = (path: string) => !misnamed.has(path) && !isSetting(path);
  const pages = pageFiles.filter(({ path, readable }) => readable && isPage(path));
  const parts = {
    docsFolder,
    paths: new Set(paths),
    pagePaths: new Set(pages.map(({ path }) => path)),
    siteFiles,
    redirectFiles: await readTexts(files, paths.filter(isRedirectFile)),
    metadata: new Map(),
  };
  return { parts, misnamed };
}

const maxSiteFiles = 3_000;
const maxSiteLength = 20_000_000;

async function readTexts(files: DocsFiles, paths: string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  let length = 0;
  for await (const { path, content } of files.readEach(paths.slice(0, maxSiteFiles))) {
    length += content.length;
    if (length > maxSiteLength) break;
    texts.set(path, content);
  }
  return texts;
}
