import { folderOf } from "../site/paths.ts";
import { readSite, type Site } from "../site/site.ts";
import { valueOfData } from "../values/read-data.ts";
import { unwrapCalls } from "../values/static-access.ts";
import { readStaticConfig, type StaticValue } from "../values/static-value.ts";
import { isBelow } from "./docs-files.ts";

/** The site that publishes the docs, with the file that decides about it. Paths are those of the repository. */
export type FoundSite = {
  site: Site;
  /** Path of its configuration; "" where there is none. */
  configPath: string;
  /** Folder that the configuration stands in. */
  folder: string;
  config: StaticValue;
  siteFiles: ReadonlyMap<string, string>;
};

export type SiteSearch = {
  /** Every page file of the repository. */
  paths: string[];
  siteFiles: ReadonlyMap<string, string>;
  docsFolder: string;
};

const configNames =
  /(?:^|\/)(?:docs\.json|mint\.json|mkdocs\.ya?ml|docusaurus\.config\.[cm]?[jt]s|astro\.config\.[cm]?[jt]s|\.vitepress\/config(?:\/index)?\.m?[jt]s)$/;
const maxCandidates = 12;

/** Of several sites the one nearest the docs folder that publishes any of its pages: there, above it, inside, elsewhere. */
export function findSite({ paths, siteFiles, docsFolder }: SiteSearch): FoundSite {
  const own = paths.filter((path) => isBelow(docsFolder, path));
  let best: { path: string; site: Site; pages: number; distance: number } | undefined;
  for (const { path, distance } of candidates(siteFiles, docsFolder)) {
    if (best !== undefined && best.distance < distance) break;
    const site = readSite({ paths, siteFiles: only(siteFiles, path) });
    if (site.generator === "plain") continue;
    const pages = own.filter((page) => site.isPage(page)).length;
    if (pages > (best?.pages ?? 0)) best = { path, site, pages, distance };
  }
  if (best === undefined) return plainSite(own, siteFiles);
  const folder = siteFolder(best.path);
  const config = configValue(best.path, siteFiles);
  return { site: best.site, configPath: best.path, folder, config, siteFiles };
}

function plainSite(paths: string[], siteFiles: ReadonlyMap<string, string>): FoundSite {
  const site = readSite({ paths, siteFiles: new Map() });
  return { site, configPath: "", folder: "", config: undefined, siteFiles };
}

function candidates(siteFiles: ReadonlyMap<string, string>, docsFolder: string) {
  return [...siteFiles.keys()]
    .filter((path) => configNames.test(path))
    .map((path) => ({ path, distance: distanceOf(siteFolder(path), docsFolder) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, maxCandidates);
}

function distanceOf(folder: string, docsFolder: string): number {
  const steps = Math.abs(depth(folder) - depth(docsFolder));
  if (folder === docsFolder) return 0;
  if (isBelow(folder, docsFolder)) return steps;
  return (isBelow(docsFolder, folder) ? 1_000 : 1_000_000) + steps;
}

function depth(folder: string): number {
  return folder === "" ? 0 : folder.split("/").length;
}

function siteFolder(configPath: string): string {
  return folderOf(configPath.replace(/\.vitepress\/.*$/, "config"));
}

/** The files without the configurations of other sites. */
function only(siteFiles: ReadonlyMap<string, string>, configPath: string): Map<string, string> {
  return new Map([...siteFiles].filter(([path]) => path === configPath || !configNames.test(path)));
}

function configValue(path: string, siteFiles: ReadonlyMap<string, string>): StaticValue {
  const text = siteFiles.get(path) ?? "";
  if (/\.(?:json|ya?ml)$/.test(path)) return valueOfData(text, path);
  return unwrapCalls(readStaticConfig(text, path, siteFiles));
}
