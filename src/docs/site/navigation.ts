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

/** A kind of file that lists the pages of a site and can be changed. */
export type NavigationFormat = {
  isFile(path: string): boolean;
  /** Folder of the pages that it names by their paths. */
  root(path: string, text: string): string;
  /** How it names a page, which it is given as a path below that folder. */
  nameOf(inside: string): string;
  /** The groups in order; none when the text cannot be read. */
  groups(text: string): NavigationGroup[];
  /** The text with one more page; undefined when that cannot be done. */
  add(text: string, entry: NewEntry): string | undefined;
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

function count(groups: NavigationGroup[]): number {
  return groups.reduce((sum, group) => sum + group.pages.length, 0);
}
