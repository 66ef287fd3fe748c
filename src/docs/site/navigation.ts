import type { SlugStyle } from "../page/slug.ts";

/** A list of pages under one title ("" at the top). Pages are named as the file names them. */
export type NavigationGroup = { title: string; pages: string[] };

export type NewEntry = {
  /** The page as the navigation names it. */
  page: string;
  title: string;
  /** Title of the group it goes into; a new one is made when there is none. Left out: beside `near`, else the last group. */
  group?: string | undefined;
  near?: string | undefined;
};

/** A title in the navigation and where its text stands. */
export type NavigationTitle = { title: string; start: number; end: number };

/** A kind of file that lists the pages of a site and can be changed, and what is usual on pages of such a site. */
export type NavigationFormat = {
  isFile(path: string): boolean;
  /** Whether the file makes a site even where it lists nothing. */
  isSiteAlone: boolean;
  /** Folder of the pages that it names by their paths. */
  root(path: string, text: string): string;
  /** How it names a page, which it is given as a path below that folder. */
  nameOf(inside: string): string;
  /** The groups in order; none when the text cannot be read. */
  groups(text: string): NavigationGroup[];
  titles(text: string): NavigationTitle[];
  writeTitle(title: string): string;
  /** The text with one more page; undefined when that cannot be done. */
  add(text: string, entry: NewEntry): string | undefined;
  /** How anchors of headings are made. */
  slugStyle: SlugStyle;
  /** Pages are linked by their address from the top. */
  linksFromTop: boolean;
  /** A note for readers; undefined where quoting is all there is. */
  note(text: string, format: "md" | "mdx"): string | undefined;
};

/** The same text with one more page, everything else as it was; undefined when that cannot be done safely. */
export function addToNavigation(
  text: string,
  format: NavigationFormat,
  entry: NewEntry,
): string | undefined {
  const added = format.add(text, entry);
  if (added === undefined) return undefined;
  const after = format.groups(added);
  const isListed = after.some((group) => group.pages.includes(entry.page));
  return isListed && count(after) === count(format.groups(text)) + 1 ? added : undefined;
}

/** The same text with each title passed through `change`; titles that come back as they were are not touched. */
export function retitleNavigation(
  text: string,
  format: NavigationFormat,
  change: (title: string) => string,
): string {
  let changed = text;
  for (const { title, start, end } of format.titles(text).toReversed()) {
    const next = change(title);
    if (next === title) continue;
    changed = changed.slice(0, start) + format.writeTitle(next) + changed.slice(end);
  }
  return count(format.groups(changed)) === count(format.groups(text)) ? changed : text;
}

function count(groups: NavigationGroup[]): number {
  return groups.reduce((sum, group) => sum + group.pages.length, 0);
}
