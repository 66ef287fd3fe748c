import type { SlugStyle } from "../page/slug.ts";
import { readDocusaurus } from "./docusaurus/docusaurus.ts";
import { isMintlifyConfig, readMintlify } from "./mintlify/mintlify.ts";
import { readMkdocs } from "./mkdocs/mkdocs.ts";
import { folderOf } from "./paths.ts";
import { readPlain } from "./plain/plain.ts";
import { readStarlight } from "./starlight/starlight.ts";
import { readVitepress } from "./vitepress/vitepress.ts";

export type { SlugStyle } from "../page/slug.ts";
export type Generator = "mintlify" | "mkdocs" | "docusaurus" | "vitepress" | "starlight" | "plain";

export type PagePlace = {
  /** Address below the site's base URL, without leading slash: "guides/keys/". Not percent-encoded. */
  address: string;
  /** Place in the navigation from 0; undefined when the navigation does not list it. Sorts pages; there may be gaps. */
  position: number | undefined;
  /** Titles of the navigation groups above it, outermost first. */
  section: string[];
  /** Title the navigation gives it; "" for none. */
  title: string;
  /** The generator does not publish it (excluded, partial, draft by config). */
  hidden: boolean;
};

export type SiteProblem = { path: string; line: number; message: string };

export type Site = {
  generator: Generator;
  /** How the generator makes anchors of headings. */
  slugStyle: SlugStyle;
  /** What could not be read of the site's files. */
  problems: SiteProblem[];
  /** Whether the generator publishes this file as a page at all: partials, snippets folders, files outside the docs folder are not. */
  isPage(path: string): boolean;
  /** `metadata` is the page's front matter. */
  place(path: string, metadata: Record<string, unknown>): PagePlace;
};

/** What a generator's reader is given: its configuration file among all the site's files, and the pages. */
export type SiteInput = {
  paths: readonly string[];
  siteFiles: ReadonlyMap<string, string>;
  configPath: string;
};
export type SiteReader = (input: SiteInput) => Site;

const maxPathLength = 1_000;
const configNames =
  /^(?:docs\.json|mint\.json|mkdocs\.ya?ml|docusaurus\.config\.[cm]?[jt]s|astro\.config\.[cm]?[jt]s)$/;
const companionNames =
  /^(?:_category_\.(?:json|ya?ml)|\.pages|(?:[\w-]+_)?versions\.json|[\w.-]*sidebars?[\w.-]*\.(?:[cm]?[jt]s|json))$/;
const vitepressFile = /(?:^|\/)\.vitepress\/(?!theme\/|cache\/|dist\/)[\w./-]+\.(?:m?[jt]s|json)$/;
const maxVitepressFiles = 40;
const maxCandidates = 6;

/** Files that decide about the site; to be read before anything else. Paths may begin with "../" for files above the docs sub-folder. */
export function isSiteFile(path: string): boolean {
  if (path.length > maxPathLength || /(?:^|\/)node_modules\//.test(path)) return false;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/\.(?:test|spec|d)\.[cm]?[jt]s$/.test(name)) return false;
  return configNames.test(name) || companionNames.test(name) || vitepressFile.test(path);
}

/** The site that a source is: of several generators the one nearest the top of the source that publishes any of its pages. */
export function readSite(input: {
  paths: readonly string[];
  siteFiles: ReadonlyMap<string, string>;
}): Site {
  const siteFiles = limited(input.siteFiles);
  let best: { site: Site; pages: number; distance: number } | undefined;
  for (const { read, path, distance } of candidates(siteFiles).slice(0, maxCandidates)) {
    if (best !== undefined && best.distance < distance) break;
    const site = read({ paths: input.paths, siteFiles, configPath: path });
    const pages = input.paths.filter((page) => site.isPage(page)).length;
    if (pages > (best?.pages ?? 0)) best = { site, pages, distance };
  }
  return best?.site ?? readPlain(input.paths);
}

type Candidate = { path: string; distance: number; read: SiteReader };

function candidates(siteFiles: ReadonlyMap<string, string>): Candidate[] {
  return [...siteFiles]
    .flatMap(([path, text]) => {
      const read = readerOf(path, text);
      return read === undefined ? [] : [{ path, distance: distanceOf(path), read }];
    })
    .sort((left, right) => left.distance - right.distance);
}

function readerOf(path: string, text: string): SiteReader | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/^mkdocs\.ya?ml$/.test(name)) return readMkdocs;
  if (name === "docs.json" || name === "mint.json") {
    return isMintlifyConfig(text, path) ? readMintlify : undefined;
  }
  if (/^docusaurus\.config\./.test(name)) return readDocusaurus;
  if (/^astro\.config\./.test(name)) return text.includes("starlight") ? readStarlight : undefined;
  const isVitepress = /(?:^|\/)\.vitepress\/config(?:\/index)?\.m?[jt]s$/.test(path);
  return isVitepress ? readVitepress : undefined;
}

/** The source's own folder, then the folders above it, then those inside. */
function distanceOf(path: string): number {
  const folder = folderOf(path.replace(/\.vitepress\/config\//, ".vitepress/"));
  const parts = folder.split("/").filter((part) => part !== "" && part !== ".vitepress");
  const ups = parts.filter((part) => part === "..").length;
  return ups > 0 ? parts.length : parts.length * 1_000;
}

function limited(siteFiles: ReadonlyMap<string, string>): Map<string, string> {
  let vitepressFiles = 0;
  const kept = [...siteFiles].filter(([path]) => {
    if (!vitepressFile.test(path)) return true;
    vitepressFiles += 1;
    return vitepressFiles <= maxVitepressFiles;
  });
  return new Map(kept);
}
