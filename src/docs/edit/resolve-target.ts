import { posix } from "node:path";
import { decodedPart, leadsElsewhere } from "../page/link-parts.ts";
import { folderOf, joined } from "../site/paths.ts";
import { pageAddress } from "../tree/resolve-link.ts";
import { bareAddress, type DocsMap } from "./docs-map.ts";

/** The page a link stands on. */
export type Origin = {
  path: string;
  /** Its address on the site, if it has one. */
  address: string | undefined;
};

/**
 * How a link names its file. Relative: to the page's folder, to the page as if it were a folder, or to its address.
 * From the top: of the site's addresses, of the docs folder, of the repository, of a folder that is served as it is, or
 * of the folder that `@site` stands for.
 */
export type Manner =
  | "folder"
  | "page"
  | "near-address"
  | "address"
  | "root"
  | "top"
  | "served"
  | "alias";

export type Found = { path: string; manner: Manner; base: string };

/** A link's parts: the path as written, and its query and anchor with their marks. */
export type Target = { path: string; rest: string };

const importEndings = [".js", ".jsx", ".ts", ".tsx", ".mdx", ".md", ".json"];

/** The file a link means; undefined for addresses elsewhere, anchors of the page itself and links that lead nowhere. */
export function resolveTarget(map: DocsMap, origin: Origin, target: string): Found | undefined {
  if (leadsElsewhere(target)) return undefined;
  const path = decodedPart(splitTarget(target).path);
  if (path === "" || path.length > 1_000) return undefined;
  for (const manner of mannersOf(map, path)) {
    for (const base of basesOf(map, origin, manner)) {
      const found = lookUp(map, manner, base, path);
      if (found !== undefined) return { path: found, manner, base };
    }
  }
  return undefined;
}

export function splitTarget(target: string): Target {
  const end = target.search(/[?#]/);
  if (end === -1) return { path: target, rest: "" };
  return { path: target.slice(0, end), rest: target.slice(end) };
}

/** Where the paths of a manner begin: a folder of the repository, or an address. */
export function basesOf(map: DocsMap, origin: Origin, manner: Manner): string[] {
  if (manner === "folder") return [folderOf(origin.path)];
  if (manner === "page") return [pageAddress(origin.path)];
  if (manner === "root") return [map.docsFolder];
  if (manner === "served") return servedFolders(map);
  if (manner === "alias") return [aliasFolder(map)];
  if (manner === "near-address") return nearAddress(origin.address);
  return [""];
}

/** In the order in which a site of this kind would understand the path. */
function mannersOf(map: DocsMap, path: string): Manner[] {
  if (path.startsWith("@site/")) return ["alias"];
  const isPageFile = /\.mdx?$/i.test(path);
  if (path.startsWith("/")) {
    return isPageFile ? ["root", "top", "served"] : ["address", "root", "top", "served"];
  }
  if (isPageFile) return ["folder", "page"];
  return map.site.links.followsAddresses
    ? ["near-address", "folder", "page"]
    : ["folder", "page", "near-address"];
}

function lookUp(map: DocsMap, manner: Manner, base: string, path: string): string | undefined {
  const inside = manner === "alias" ? path.slice("@site/".length) : path;
  const place = posix.join("/", base, inside).replace(/\/+$/, "").slice(1);
  const climbs = posix.join(base, `./${inside}`);
  if (climbs === ".." || climbs.startsWith("../")) return undefined;
  if (manner === "address" || manner === "near-address") return map.pageAt(bareAddress(place));
  return fileAt(map, place);
}

function fileAt({ paths }: DocsMap, place: string): string | undefined {
  if (paths.has(place)) return place;
  if (/\.mdx?$/i.test(place)) return undefined;
  const bare = place.replace(/\.html?$/i, "");
  const names = ["index", "README", "readme"].map((name) => joined(bare, name));
  const stems = bare === "" ? names : [bare, ...names];
  const pages = stems.flatMap((stem) => [`${stem}.mdx`, `${stem}.md`, `${stem}.markdown`]);
  const modules =
    bare === "" ? [] : importEndings.flatMap((end) => [place + end, `${place}/index${end}`]);
  return [...pages, ...modules].find((file) => paths.has(file));
}

function nearAddress(address: string | undefined): string[] {
  if (address === undefined) return [];
  return [address.endsWith("/") ? address.slice(0, -1) : folderOf(address)];
}

function servedFolders({ docsFolder, folders }: DocsMap): string[] {
  const tops = [...new Set([docsFolder, folderOf(docsFolder), ""])];
  const served = tops.flatMap((top) => [joined(top, "public"), joined(top, "static")]);
  return served.filter((folder) => folders.has(folder));
}

/** `@site` is the folder of Docusaurus' configuration. */
function aliasFolder({ siteFiles, docsFolder }: DocsMap): string {
  const config = [...siteFiles.keys()].find((path) =>
    /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/.test(path),
  );
  return folderOf(config ?? docsFolder);
}
