import { posix } from "node:path";
import { antora } from "./antora/antora.ts";
import { docusaurus } from "./docusaurus/docusaurus.ts";
import { hugo } from "./hugo/hugo.ts";
import { mdbook } from "./mdbook/mdbook.ts";
import { mintlify } from "./mintlify/mintlify.ts";
import { mkdocs } from "./mkdocs/mkdocs.ts";
import { folderOf, isBelow } from "./paths.ts";
import { readPlain } from "./plain/plain.ts";
import { isRedirectList, redirectEntries } from "./redirect-list.ts";
import type { Generator, NavigationFile, NavigationRead, Site, SiteInput } from "./site.ts";
import { sphinx } from "./sphinx/sphinx.ts";
import { starlight } from "./starlight/starlight.ts";
import { vitepress } from "./vitepress/vitepress.ts";

const generators: Generator[] = [
  mintlify,
  mkdocs,
  docusaurus,
  vitepress,
  starlight,
  mdbook,
  hugo,
  sphinx,
  antora,
];

const maxPathLength = 1_000;
const maxCandidates = 12;

/** Hidden folders in which a generator keeps its settings. */
export const settingsFolders = generators.flatMap(({ settingsFolder }) => settingsFolder ?? []);

/** Hidden folders in which agents are told how to write. */
export const guidanceFolders = generators.flatMap(({ guidanceFolder }) => guidanceFolder ?? []);

/** Whether a folder in one of them may hold settings. */
export function isReadInSettings(name: string, parent: string): boolean {
  const owner = generators.find(({ settingsFolder }) => settingsFolder === parent);
  return owner?.unreadFolders?.includes(name) !== true;
}

/** Files that decide about the site; to be read before anything else. Paths may begin with "../" for files above the docs sub-folder. */
export function isSiteFile(path: string): boolean {
  if (path.length > maxPathLength || /(?:^|\/)node_modules\//.test(path)) return false;
  if (/\.(?:test|spec|d)\.[cm]?[jt]s$/.test(path)) return false;
  return generators.some(({ isConfig, isCompanion }) => isConfig(path) || isCompanion?.(path));
}

/** What is navigation in a file of data, as `Generator.navigationNames` has it; `site` is given for a file that its settings take in. */
export function navigationNames(path: string, site?: Site): readonly string[] | "all" | undefined {
  const isOwn = ({ isConfig, isCompanion }: Generator) => isConfig(path) || isCompanion?.(path);
  const named = generators.filter(isOwn);
  const own = named.length > 0 ? named : generators.filter(({ name }) => name === site?.generator);
  for (const generator of own) {
    const names = generator.navigationNames?.(path);
    if (names !== undefined) return names;
  }
  return undefined;
}

/** Whether a file of that name, now that it is read, turns out to be the settings of some other tool. */
export function isOfOthers(path: string, text: string): boolean {
  return generators.some(
    ({ isConfig, hasCommonName, isOwn }) =>
      isConfig(path) && hasCommonName?.(path) === true && isOwn?.(path, text) === false,
  );
}

/** Other files that a file of the site takes in. */
export function referencesOf(path: string, text: string): string[] {
  return generators.flatMap(({ refersTo }) => refersTo?.(path, text) ?? []);
}

/** The strings of a file that name pages, as the site's own generator reads them, or else another; undefined for other files. */
export function readEntries(file: NavigationFile, { generator }: Site): NavigationRead | undefined {
  const own = generators.filter(({ name }) => name === generator);
  for (const { readEntries: read } of [...own, ...generators]) {
    const found = read?.(file);
    if (found !== undefined) return found;
  }
  return isRedirectList(file.path)
    ? { root: folderOf(file.path), read: redirectEntries(file.text) }
    : undefined;
}

/** How files that list the pages are changed. */
export const navigationFormats = generators.flatMap(({ navigation }) => navigation ?? []);

/** Other people's code and the settings of tools hold no docs. */
export function isForeign(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  return folders.some((name) => {
    if (name === "node_modules" || name === "vendor") return true;
    return name.startsWith(".") && !settingsFolders.includes(name);
  });
}

type SiteSearch = Pick<SiteInput, "paths" | "siteFiles"> & { docsFolder?: string };

/** Of several sites the one nearest the docs folder that publishes any of its pages: there, above it, inside, elsewhere. */
export function findSite({ paths, siteFiles, docsFolder = "" }: SiteSearch): Site {
  const own = paths.filter((path) => isBelow(docsFolder, path));
  let best: { site: Site; pages: number; distance: number } | undefined;
  for (const { read, path, folder, distance } of candidates(siteFiles, docsFolder)) {
    if (best !== undefined && best.distance < distance) break;
    const site = read({ paths, siteFiles, configPath: path, folder, docsFolder });
    const pages = own.filter((page) => site.isPage(page)).length;
    if (pages > (best?.pages ?? 0)) best = { site, pages, distance };
  }
  const plain = { paths: own, siteFiles, configPath: "", folder: "", docsFolder };
  return best?.site ?? readPlain(plain);
}

/** Folders of other sites in the repository, beside the site or inside its folder. */
export function otherSiteFolders(siteFiles: ReadonlyMap<string, string>, site: Site): string[] {
  if (site.isPlain) return [];
  const own = [site.folder, site.configPath, ...site.layout.roots];
  const folders = settingsIn(siteFiles).map(({ folder }) => folder);
  return [...new Set(folders)].filter(
    (folder) => !own.some((path) => path === folder || isBelow(folder, path)),
  );
}

function settingsIn(siteFiles: ReadonlyMap<string, string>) {
  return [...siteFiles].flatMap(([path, text]) => {
    const found = generators.find(
      ({ isConfig, isOwn }) => isConfig(path) && isOwn?.(path, text) !== false,
    );
    return found === undefined ? [] : [{ path, folder: siteFolder(path, found), read: found.read }];
  });
}

function candidates(siteFiles: ReadonlyMap<string, string>, docsFolder: string) {
  return settingsIn(siteFiles)
    .map((one) => ({ ...one, distance: distanceOf(one.folder, docsFolder) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, maxCandidates);
}

function siteFolder(path: string, { settingsFolder }: Generator): string {
  const folders = folderOf(path).split("/");
  const settings = settingsFolder === undefined ? -1 : folders.lastIndexOf(settingsFolder);
  return (settings === -1 ? folders : folders.slice(0, settings)).join("/");
}

/** The docs folder itself, then the folders above it, then those inside, then any other. */
function distanceOf(folder: string, docsFolder: string): number {
  const way = folder.startsWith("..") ? folder : posix.relative(`/${docsFolder}`, `/${folder}`);
  const steps = way.split("/").filter((step) => step !== "");
  const ups = steps.filter((step) => step === "..").length;
  if (ups === 0) return steps.length * 1_000;
  return ups === steps.length ? ups : 1_000_000 + steps.length;
}
