import { folderOf, isBelow } from "../site/paths.ts";
import type { SiteEntry } from "../site/site.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import { isBuilt } from "../tree/resolve-link.ts";
import { dataKind, valueOfData } from "../values/read-data.ts";
import { isComputed } from "../values/static-value.ts";
import { type Found, shown } from "./finding.ts";
import { noChanges, type PageChanges } from "./page-changes.ts";
import { createSuggest } from "./suggest.ts";

const maxLength = 1_000_000;

/** Navigation files that cannot be read, and entries of them that name no page. */
export function checkNavigation(docs: ReadTree, changes: PageChanges = noChanges): Found[] {
  const suggest = createSuggest(() =>
    [...docs.pages.values()].filter((page) => page.isPublished).map((page) => page.path),
  );
  const adviceFor = (entry: SiteEntry) => {
    const change = changes.ofEntry(entry.wanted);
    if (change === "removed") return "the change removed it, so take the entry out";
    if (change) return `it is ${shown(spelling(docs, entry.written, change.now))} now`;
    const like = suggest(entry.wanted);
    if (like === undefined) return "remove it, or add the page";
    return `did you mean ${shown(spelling(docs, entry.written, like))}?`;
  };
  const isAt = (address: string) =>
    docs.pageAt(address) !== undefined || docs.answers.has(address) || isBuilt(address);
  const missing = docs.site.entries({ ...docs, isAt }).filter((entry) => !entry.exists);
  const found = missing.map((entry): Found => {
    const { path, line, written, wanted } = entry;
    const message = `the navigation names ${shown(written)}, which is no page; ${adviceFor(entry)}`;
    return { check: "navigation", path, line, message, subjects: [written, wanted] };
  });
  return [...faultyFiles(docs), ...found];
}

/** JSON, YAML and TOML that decides about the navigation, of this site or, where it is broken, of one that is not known. */
function faultyFiles(docs: ReadTree): Found[] {
  return [...docs.siteFiles].flatMap(([path, text]): Found[] => {
    const kind = dataKind(path);
    if (kind === undefined || !isNear(docs, path) || text.length > maxLength) return [];
    const value = valueOfData(text, path);
    if (!isComputed(value)) return [];
    const { line } = value;
    const message = `this file is not valid ${kind}, so the site has no navigation; correct it near this line`;
    return [{ check: "navigation", path, line, message, subjects: ["syntax"] }];
  });
}

/** Of a site that is not known, files that stand with the docs or above them. */
function isNear({ site, docsFolder }: ReadTree, path: string): boolean {
  if (!site.isPlain) return isBelow(site.folder, path);
  const folder = folderOf(path);
  if (docsFolder === "") return !folder.includes("/");
  return isBelow(docsFolder, path) || isBelow(folder, docsFolder);
}

/** A page as this kind of navigation would name it. */
export function spelling({ site, pages }: ReadTree, like: string, path: string): string {
  return site.nameInNavigation({ path, address: pages.get(path)?.address ?? path }, like);
}
