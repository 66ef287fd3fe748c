import { isPageFile } from "../page/page-format.ts";
import { createSlugger } from "../page/slug.ts";
import { isIndexName, nameOf, withoutEnding, withoutNumber } from "../site/paths.ts";
import { lastPart } from "../tree/address.ts";
import type { DocsTree } from "../tree/docs-tree.ts";

/** How links to a folder's own page end when they do not name it: `](./)`, `href="../"`, `](/#top)`. */
const unnamed = [
  "./)",
  "./#",
  './"',
  "./'",
  "(.)",
  "(..)",
  "(/)",
  "(/#",
  '"/"',
  "'/'",
  '"/#',
  ": /",
];

/** Whether a text may name one of the files. Only names are looked for, so it is cheap, and sometimes says yes for nothing. */
export type LinkFinder = { onPage(text: string): boolean; inNavigation(text: string): boolean };

export function linkFinder(map: DocsTree, paths: string[], folder: string | undefined): LinkFinder {
  const written =
    folder === undefined
      ? paths.flatMap((path) => fileNames(map, path))
      : folderNames(map, paths, folder);
  const names = [...new Set(written)].filter((name) => name !== "");
  const isFolderPage = folder === undefined && paths.some(standsForFolder);
  const parts = new Set(names.map(unescapedPart).filter((part) => part !== ""));
  const texts = [...parts, ...(isFolderPage ? unnamed : [])];
  const holdsPart = (text: string) => texts.some((part) => text.includes(part));
  return {
    onPage: (text) => names.some((name) => isLinked(text, name)) || holdsPart(text),
    inNavigation: (text) => names.some((name) => text.includes(name)) || holdsPart(text),
  };
}

/** Whether the name stands where a link, an attribute, a definition or an import can have it: not as a word of a sentence. */
function isLinked(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text.charAt(at - 1);
    if (/[/(<"'`=:]/.test(before)) return true;
    if (/\s/.test(before) && /[(:]\s*$/.test(text.slice(Math.max(0, at - 10), at))) return true;
  }
  return false;
}

/** The page that stands for a folder beside it names the folder's pages without it. */
export function pageOfFolder(map: DocsTree, folder: string): string[] {
  return [`${folder}.md`, `${folder}.mdx`].filter((path) => map.paths.has(path));
}

function standsForFolder(path: string): boolean {
  return isPageFile(path) && isIndexName(withoutEnding(nameOf(path)));
}

function fileNames(map: DocsTree, path: string): string[] {
  const name = nameOf(path);
  // An import may leave out the ending of a script.
  if (!isPageFile(path)) return spellingsOf(name.replace(/\.[cm]?[jt]sx?$/, ""));
  const names = [...spellingsOf(withoutEnding(name)), lastPart(map.addressOf(path) ?? "")];
  return standsForFolder(path) ? [...names, ...spellingsOf(lastPart(path))] : names;
}

const mostOddPages = 20;

/** A link from elsewhere goes through the folder, unless a page of it has an address of its own. */
function folderNames(map: DocsTree, paths: string[], folder: string): string[] {
  const names = spellingsOf(nameOf(folder));
  const odd = paths
    .filter((path) => {
      const address = map.addressOf(path);
      return address !== undefined && !names.some((name) => address.includes(name));
    })
    .slice(0, mostOddPages);
  return [...names, ...odd.flatMap((path) => fileNames(map, path))];
}

/** A name as files and addresses write it. */
function spellingsOf(name: string): string[] {
  const names = [name, withoutNumber(name)];
  const escaped = names.map((own) => own.replaceAll("_", "\\_"));
  return [...names, ...escaped, createSlugger()(withoutEnding(name))];
}

/** What is left of a name however its other letters are escaped; "" when it needs no escapes. */
function unescapedPart(name: string): string {
  if (/^[\w.~-]*$/.test(name)) return "";
  const parts = name.match(/[\w.~-]+/g) ?? [];
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), "");
  return longest === "" ? "%" : longest;
}
