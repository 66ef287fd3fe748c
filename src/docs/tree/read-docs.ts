import { createHash } from "node:crypto";
import type { Pace } from "../../lib/pace.ts";
import { isHidden } from "../page/hidden.ts";
import { isPageFile } from "../page/page-format.ts";
import { findSite, isForeign } from "../site/find-site.ts";
import { hasOtherTool } from "../site/plain/other-tool.ts";
import { readSiteFiles } from "../site/read-site-files.ts";
import type { Site } from "../site/site.ts";
import { plainAddress } from "./addresses.ts";
import { type DocsFiles, isBelow } from "./docs-files.ts";
import { misnamedPages } from "./misnamed-pages.ts";
import { namedMetadata } from "./named-metadata.ts";
import { isRedirectFile, type OtherAddresses, otherAddresses } from "./other-addresses.ts";
import { isListed } from "./page-listing.ts";

export type DocsPage = {
  path: string;
  /** Differs where the text differs. */
  hash: string;
  /** Where the site publishes it, as `plainAddress` gives it. */
  address: string;
  /** What of its front matter decides about its place. */
  metadata: Record<string, unknown>;
  /** Whether the site publishes it: partials, and files beside the docs, are not. */
  isPublished: boolean;
  /** Kept out by its front matter or by the site. */
  isHidden: boolean;
  /** In the navigation, or in no need of being there. */
  isListed: boolean;
  /** Whether it is one of the docs, and not just a file beside them. */
  isOfDocs: boolean;
};

/** One state of the docs: what there is and where it is published. Texts are read again when they are needed. */
export type Docs = {
  files: DocsFiles;
  docsFolder: string;
  site: Site;
  /** Texts of the site's files, by path. */
  siteFiles: ReadonlyMap<string, string>;
  /** The docs are built by a tool that is not known here, so that only links to files can be judged. */
  isOfOtherTool: boolean;
  /** Every page file that can be read, by path; those beside the docs have links into them. */
  pages: Map<string, DocsPage>;
  /** Page files that are there and cannot be read as text, or under their name. */
  unreadable: string[];
  /** What is wrong with the names of pages that are not read for it. */
  misnamed: ReadonlyMap<string, string>;
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  /** First parts of addresses below which the site has pages. */
  sections: ReadonlySet<string>;
  /** The page published at an address. */
  pageAt(address: string): string | undefined;
  answers: OtherAddresses;
};

export type ReadDocs = { files: DocsFiles; docsFolder: string; pace: Pace };

export async function readDocs({ files: all, docsFolder, pace }: ReadDocs): Promise<Docs> {
  const listed = all.list();
  const paths = listed.map(({ path }) => path);
  const known = new Set(paths);
  const pageFiles = listed.filter(({ path }) => isPageFile(path) && !isForeign(path));
  const misnamed = misnamedPages(pageFiles);
  const files = withoutPaths(all, misnamed);
  const pagePaths = pageFiles
    .filter(({ path, readable }) => readable && !misnamed.has(path))
    .map(({ path }) => path);
  const siteFiles = await readSiteFiles(paths, files.readEach);
  const site = findSite({ paths: pagePaths, siteFiles, docsFolder });
  const pages = await readPages({ files, docsFolder, wanted: pagePaths, site, pace });
  const published = [...pages.values()].filter((page) => page.isPublished);
  const addresses = new Map(published.toReversed().flatMap((page) => addressesOf(page)));
  const redirects = await readTexts(files, paths.filter(isRedirectFile));
  const folders = foldersOf(paths);
  return {
    files,
    docsFolder,
    site,
    siteFiles,
    isOfOtherTool: site.isPlain && hasOtherTool(paths, docsFolder),
    pages,
    unreadable: [...pagePaths.filter((path) => !pages.has(path)), ...misnamed.keys()],
    misnamed,
    isFile: (path) => known.has(path),
    isFolder: (path) => path === "" || folders.has(path),
    sections: new Set(published.flatMap(({ address }) => address.match(/^[^/]+(?=\/)/) ?? [])),
    pageAt: (address) => addresses.get(address),
    answers: otherAddresses(site, paths, redirects),
  };
}

function withoutPaths(files: DocsFiles, left: ReadonlyMap<string, string>): DocsFiles {
  return {
    list: files.list,
    readEach: (paths) => files.readEach(paths.filter((path) => !left.has(path))),
  };
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

type Reading = ReadDocs & { wanted: string[]; site: Site };

async function readPages(reading: Reading): Promise<Docs["pages"]> {
  const pages: Docs["pages"] = new Map();
  for await (const { path, content } of reading.files.readEach(reading.wanted)) {
    pages.set(path, readPage({ ...reading, path, content }));
    await reading.pace();
  }
  return pages;
}

type PageInput = Reading & { path: string; content: string };

function readPage({ path, content, docsFolder, site }: PageInput): DocsPage {
  const metadata = namedMetadata(content);
  const place = site.place(path, metadata);
  const isInside = isBelow(docsFolder, path);
  const isPublished = site.isPage(path);
  return {
    path,
    hash: createHash("sha1").update(content).digest("base64"),
    address: plainAddress(place.address),
    metadata,
    isPublished,
    isHidden: place.hidden || isHidden(metadata),
    isListed: !isPublished || isListed(site, { path, metadata, place }),
    isOfDocs: docsFolder === "" ? isPublished : isInside,
  };
}

/** Front matter of sites that are not known here may name other addresses. */
function addressesOf({ path, address, metadata }: DocsPage): [string, string][] {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const named = ["slug", "permalink", "url", "aliases", "redirect_from"]
    .flatMap((key) => metadata[key])
    .filter((value) => typeof value === "string")
    .flatMap((value) => (value.startsWith("/") ? [value] : [value, `${folder}${value}`]));
  return [...named.map(plainAddress), address].map((one) => [one, path]);
}

function foldersOf(paths: string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    let end = path.lastIndexOf("/");
    while (end > 0 && !folders.has(path.slice(0, end))) {
      folders.add(path.slice(0, end));
      end = path.lastIndexOf("/", end - 1);
    }
  }
  return folders;
}
