import { addToJsonNavigation, jsonGroups, jsonTitles } from "./mintlify/json-navigation.ts";
import {
  addToMkdocsNavigation,
  mkdocsGroups,
  mkdocsTitles,
  yamlText,
} from "./mkdocs/mkdocs-navigation.ts";

/** How a site lists its pages: docs.json and mint.json, or the `nav` of mkdocs.yml. */
export type NavigationKind = "json" | "mkdocs";

/** A list of pages under one title ("" at the top). Pages are named as the file names them. */
export type NavigationGroup = { title: string; pages: string[] };

export type NavigationEntry = {
  /** The page as the navigation names it: `guides/keys` in docs.json, `guides/keys.md` in mkdocs.yml. */
  page: string;
  title: string;
  /** Title of the group it goes into; a new one is made when there is none. Left out: beside `near`, else the last group. */
  group?: string | undefined;
  near?: string | undefined;
};

/** A title in the navigation and where its text stands. */
export type NavigationTitle = { title: string; start: number; end: number };

export function navigationKind(path: string): NavigationKind | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "docs.json" || name === "mint.json") return "json";
  return name === "mkdocs.yml" || name === "mkdocs.yaml" ? "mkdocs" : undefined;
}

/** The groups in order; none when the text cannot be read. */
export function readNavigation(text: string, kind: NavigationKind): NavigationGroup[] {
  return kind === "json" ? jsonGroups(text) : mkdocsGroups(text);
}

/** The same text with one more page, everything else as it was; undefined when that cannot be done safely. */
export function addToNavigation(
  text: string,
  kind: NavigationKind,
  entry: NavigationEntry,
): string | undefined {
  const before = readNavigation(text, kind);
  const added =
    kind === "json" ? addToJsonNavigation(text, entry) : addToMkdocsNavigation(text, entry);
  if (added === undefined) return undefined;
  const after = readNavigation(added, kind);
  const isSound = count(after) === count(before) + 1 && lists(after, entry.page);
  return isSound ? added : undefined;
}

/** The same text with each title passed through `change`; titles that come back as they were are not touched. */
export function retitleNavigation(
  text: string,
  kind: NavigationKind,
  change: (title: string) => string,
): string {
  const titles = kind === "json" ? jsonTitles(text) : mkdocsTitles(text);
  let changed = text;
  for (const { title, start, end } of titles.toReversed()) {
    const next = change(title);
    if (next === title) continue;
    const written = kind === "json" ? JSON.stringify(next) : yamlText(next);
    changed = changed.slice(0, start) + written + changed.slice(end);
  }
  const isSound = count(readNavigation(changed, kind)) === count(readNavigation(text, kind));
  return isSound ? changed : text;
}

function count(groups: NavigationGroup[]): number {
  return groups.reduce((sum, group) => sum + group.pages.length, 0);
}

function lists(groups: NavigationGroup[], page: string): boolean {
  return groups.some((group) => group.pages.includes(page));
}
