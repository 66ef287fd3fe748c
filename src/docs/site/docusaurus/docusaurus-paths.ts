import { posix } from "node:path";
import {
  cleanAddress,
  folderOf,
  isIndexName,
  joined,
  nameOf,
  withoutEnding,
  withoutNumber,
} from "../paths.ts";

function withoutPrefixes(path: string, hasPrefixes: boolean): string {
  if (!hasPrefixes) return path;
  return path.split("/").map(withoutNumber).join("/");
}

/** The id by which sidebars name a page: its path, with the front matter's `id` for the file name. */
export function docIdOf(inside: string, hasPrefixes: boolean, id: unknown): string {
  const stem = withoutPrefixes(withoutEnding(inside), hasPrefixes);
  return typeof id === "string" && id !== "" ? joined(folderOf(stem), id) : stem;
}

/** A page that stands for its folder: index, README, or the folder's own name. */
export function isFolderPage(inside: string): boolean {
  const name = nameOf(withoutEnding(inside));
  const folder = nameOf(folderOf(inside));
  return isIndexName(name) || (folder !== "" && name.toLowerCase() === folder.toLowerCase());
}

/** The page's address below its collection, by file or by the front matter's `slug`. */
export function docAddress(
  inside: string,
  hasPrefixes: boolean,
  metadata: Record<string, unknown>,
): string {
  const folder = withoutPrefixes(folderOf(inside), hasPrefixes);
  const { slug, id } = metadata;
  if (typeof slug === "string" && slug !== "") {
    return cleanAddress(slug.startsWith("/") ? slug : posix.join("/", folder, slug));
  }
  if (isFolderPage(inside)) return folder === "" ? "" : `${cleanAddress(folder)}/`;
  return cleanAddress(docIdOf(inside, hasPrefixes, id));
}

/** `2024-05-01-release.md` and `2024/05/01/release/index.md` are `2024/05/01/release`. */
export function postAddress(inside: string, slug: unknown): string {
  if (typeof slug === "string" && slug !== "") return cleanAddress(slug);
  const stem = withoutEnding(inside).replace(/\/index$/, "");
  const dated = /^(.*?)(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*)$/s.exec(stem);
  if (dated === null) return cleanAddress(stem);
  const [, before = "", day = "", after = ""] = dated;
  return cleanAddress(before, day.replaceAll("-", "/"), after);
}
