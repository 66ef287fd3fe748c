import { once } from "../../lib/once.ts";
import { isHidden } from "../page/front-matter.ts";
import { findSite } from "../site/find-site.ts";
import { folderOf, isBelow } from "../site/paths.ts";
import { hasOtherTool } from "../site/plain/other-tool.ts";
import type { PagePlace, Site } from "../site/site.ts";
import { plainAddress } from "./address.ts";
import { isListed } from "./is-listed.ts";
import { type OtherAddresses, otherAddresses } from "./other-addresses.ts";

export type Metadata = Record<string, unknown>;

export type DocsPage = {
  path: string;
  /** Where the site publishes it, as `plainAddress` gives it. */
  address: string;
  place: PagePlace;
  metadata: Metadata;
  /** Whether the site publishes it: partials, and files beside the docs, are not. */
  isPublished: boolean;
  /** Kept out by its front matter or by the site. */
  isHidden: boolean;
  /** In the navigation, or in no need of being there. */
  isListed: boolean;
  /** Whether it is one of the docs, and not just a file beside them. */
  isOfDocs: boolean;
};

/** What a tree is made of. Paths are those of the repository. */
export type TreeParts = {
  /** Folder of the docs; "" for the whole repository. */
  docsFolder: string;
  /** Every file. */
  paths: ReadonlySet<string>;
  /** The page files among them that can be read; those beside the docs have links into them. */
  pagePaths: ReadonlySet<string>;
  /** Texts of the files that decide about the site, and of those they take in. */
  siteFiles: ReadonlyMap<string, string>;
  /** Texts of files in which redirects are set. */
  redirectFiles: ReadonlyMap<string, string>;
  /** What front matter says of a page's place, as far as it was read. */
  metadata: ReadonlyMap<string, Metadata>;
};

/** One state of a docs repository: what there is, and where it is published. */
export type DocsTree = TreeParts & {
  /** What the tree is made of, to make another. */
  parts: TreeParts;
  site: Site;
  /** The docs are built by a tool that is not known here, so that only links to files can be checked. */
  isOfOtherTool: boolean;
  isFile(path: string): boolean;
  isFolder(path: string): boolean;
  pages: ReadonlyMap<string, DocsPage>;
  /** One of `pages`, without a look at the others. */
  page(path: string): DocsPage | undefined;
  /** First parts of addresses below which the site has pages. */
  sections: ReadonlySet<string>;
  /** Address on the site, as `Site.place` gives it; undefined for a file that is no page of it. */
  addressOf(path: string): string | undefined;
  /** The page published at an address, in any spelling of it. */
  pageAt(address: string): string | undefined;
  /** What else the site answers at. */
  answers: OtherAddresses;
};

export function docsTree(parts: TreeParts): DocsTree {
  const { docsFolder, paths, pagePaths, siteFiles } = parts;
  const site = findSite({ paths: [...pagePaths], siteFiles, docsFolder });
  const folders = once(() => foldersOf(paths));
  const known = new Map<string, DocsPage>();
  const page = (path: string) => {
    if (known.has(path) || !pagePaths.has(path)) return known.get(path);
    const own = pageOf(parts, site, path);
    known.set(path, own);
    return own;
  };
  const pages = once(
    () => new Map([...pagePaths].flatMap((path) => page(path) ?? []).map((one) => [one.path, one])),
  );
  const published = once(() => [...pages().values()].filter((one) => one.isPublished));
  const addresses = once(() => {
    const reversed = published().toReversed();
    const own = reversed.map(({ address, path }): [string, string] => [address, path]);
    return new Map([...reversed.flatMap(namedAddresses), ...own]);
  });
  const sections = once(
    () => new Set(published().flatMap(({ address }) => address.match(/^[^/]+(?=\/)/) ?? [])),
  );
  const answers = once(() => otherAddresses(site, paths, parts.redirectFiles));
  return {
    ...parts,
    parts,
    site,
    isOfOtherTool: site.isPlain
      ? hasOtherTool([...paths], docsFolder)
      : site.links.owned === "none",
    isFile: (path) => paths.has(path),
    isFolder: (path) => path === "" || folders().has(path),
    page,
    get pages() {
      return pages();
    },
    get sections() {
      return sections();
    },
    addressOf: (path) => (page(path)?.isPublished ? page(path)?.place.address : undefined),
    pageAt: (address) => addresses().get(plainAddress(address)),
    get answers() {
      return answers();
    },
  };
}

/** The same docs, now in `docsFolder`, with files moved, or gone where `destinationOf` gives undefined. */
export function movedTree(
  tree: DocsTree,
  docsFolder: string,
  destinationOf: (path: string) => string | undefined,
): DocsTree {
  const movedPaths = (paths: ReadonlySet<string>) =>
    new Set([...paths].flatMap((path) => destinationOf(path) ?? []));
  const moved = <Value>(held: ReadonlyMap<string, Value>) =>
    new Map(
      [...held].flatMap(([path, value]): [string, Value][] => {
        const to = destinationOf(path);
        return to === undefined ? [] : [[to, value]];
      }),
    );
  return docsTree({
    docsFolder,
    paths: movedPaths(tree.paths),
    pagePaths: movedPaths(tree.pagePaths),
    siteFiles: moved(tree.siteFiles),
    redirectFiles: moved(tree.redirectFiles),
    metadata: moved(tree.metadata),
  });
}

function pageOf({ docsFolder, metadata: known }: TreeParts, site: Site, path: string): DocsPage {
  const metadata = known.get(path) ?? {};
  const place = site.place(path, metadata, (other) => known.get(other));
  const isPublished = site.isPage(path);
  return {
    path,
    address: plainAddress(place.address),
    place,
    metadata,
    isPublished,
    isHidden: (place.hidden && !site.listedOnly) || isHidden(metadata),
    isListed: !isPublished || isListed(site, { path, metadata, place }),
    isOfDocs: docsFolder === "" ? isPublished : isBelow(docsFolder, path),
  };
}

/** Front matter of sites that are not known here may name other addresses. */
function namedAddresses({ path, address, metadata }: DocsPage): [string, string][] {
  const folders = [path, address].map((own) => own.slice(0, own.lastIndexOf("/") + 1));
  const named = ["slug", "permalink", "url", "aliases", "redirect_from"]
    .flatMap((key) => metadata[key])
    .filter((value) => typeof value === "string")
    .flatMap((value) =>
      value.startsWith("/") ? [value] : [value, ...folders.map((folder) => `${folder}${value}`)],
    );
  return named.map((one) => [plainAddress(one), path]);
}

function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = folderOf(path); folder !== "" && !folders.has(folder); ) {
      folders.add(folder);
      folder = folderOf(folder);
    }
  }
  return folders;
}
