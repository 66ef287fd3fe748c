import { readEntries } from "../site/find-site.ts";
import type { FlowList, NavigationEntry, Range } from "../site/navigation-entry.ts";
import { folderOf, isIndexName, nameOf, withoutEnding } from "../site/paths.ts";
import { isShown } from "../site/shown-values.ts";
import type { DocsTree } from "../tree/docs-tree.ts";
import { textValues } from "../values/text-values.ts";
import { entryNames } from "./entry-names.ts";
import { applyEdits } from "./text-edit.ts";

export type Listed = {
  /** A file of the navigation, and its text. */
  file: string;
  text: string;
  /** The docs without the page, and with it. */
  before: DocsTree;
  after: DocsTree;
  path: string;
  title: string;
  /** Title of the group that lists it; left out: where the pages of its folder stand. */
  group: string | undefined;
};

/** A page in a list of a script, each with the entry that names it. */
type Neighbour = { page: string; entry: NavigationEntry; list: FlowList; index: number };

/** The text with one more item behind the last of the pages beside it, written like that one; undefined where none is like it. */
export function listBeside(listed: Listed): string | undefined {
  const { file, text, before, path, group } = listed;
  const all = neighboursIn(listed);
  const near = all.filter((one) =>
    group === undefined
      ? folderOf(one.page) === folderOf(path)
      : titleOf(text, file, one.list).toLowerCase() === group.trim().toLowerCase(),
  );
  const lists = new Set(near.map(({ list }) => list));
  const last = near.at(-1);
  // In several lists there is no telling which one is meant.
  if (last === undefined || lists.size !== 1) return undefined;
  // A folder's own page has an address of its own kind.
  const isFolderPage = (page: string) => isIndexName(withoutEnding(nameOf(page)));
  const isLike = ({ page }: Neighbour) => isFolderPage(page) === isFolderPage(path);
  const models = [...near.filter((one) => !isLike(one)), ...near.filter(isLike)].toReversed();
  const item = models
    .slice(0, mostModels)
    .flatMap((one) => itemLike(listed, one) ?? [])
    .at(0);
  const at = last.list.items[last.index];
  if (item === undefined || at === undefined) return undefined;
  const added = text.slice(0, at.end) + gapIn(text, last) + item + text.slice(at.end);
  const count = (one: string) =>
    countOf(readEntries({ path: file, text: one, siteFiles: before.siteFiles }, before.site));
  return count(added) === count(text) + 1 ? added : undefined;
}

function neighboursIn({ file, text, before, after, path }: Listed): Neighbour[] {
  const found = readEntries({ path: file, text, siteFiles: before.siteFiles }, before.site);
  if (found === undefined || "problem" in found.read) return [];
  const moves = new Map([...before.pages.keys()].map((page) => [page, path]));
  const names = entryNames({ before, after, moves, folder: undefined, replacement: undefined });
  const place = { path: file, root: found.root, newRoot: found.root };
  return found.read.entries.flatMap((entry): Neighbour[] => {
    if (entry.slot?.list.kind !== "flow" || entry.isInBar) return [];
    const page = names.fileOf(entry, place);
    const { list, index } = entry.slot;
    return page === undefined ? [] : [{ page, entry, list, index }];
  });
}

const mostModels = 20;

/** The item with the new page's name and title in place of its own. */
function itemLike(listed: Listed, { page, entry, list, index }: Neighbour): string | undefined {
  const { file, text, before, after, path, title } = listed;
  const at = list.items[index];
  // A text that is put together when the site is built is not the new page's, nor are translations and badges.
  if (at === undefined || /\$\{|(?<!^)\{/.test(text.slice(at.start, at.end))) return undefined;
  const moves = new Map([[page, path]]);
  const names = entryNames({ before, after, moves, folder: undefined, replacement: undefined });
  const place = { path: file, root: folderOf(file), newRoot: folderOf(file) };
  const value = names.valueFor(entry, place, { from: page, to: path });
  const titles = textValues(file, text).filter((one) => isWithin(at, one) && isShown(one));
  if (value === undefined || titles.length > 1) return undefined;
  const edits = [{ start: entry.start, end: entry.end, text: entry.write(value) }];
  for (const one of titles) edits.push({ start: one.start, end: one.end, text: one.write(title) });
  const shifted = edits.map((edit) => ({
    ...edit,
    start: edit.start - at.start,
    end: edit.end - at.start,
  }));
  return applyEdits(text.slice(at.start, at.end), shifted);
}

function isWithin(outer: Range, inner: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** What stands between two items of the list. */
function gapIn(text: string, { list, index }: Neighbour): string {
  const [before, own, after] = [list.items[index - 1], list.items[index], list.items[index + 1]];
  const gap =
    own && after
      ? text.slice(own.end, after.start)
      : before && own
        ? text.slice(before.end, own.start)
        : ", ";
  return /^\s*,\s*$/.test(gap) ? gap : ", ";
}

/** What the list is called: the text that stands before it in the same object, else the key that it is the value of. */
function titleOf(text: string, file: string, { open }: FlowList): string {
  return labelOf(text, file, open) || keyOf(text, open);
}

function keyOf(text: string, open: number): string {
  const before = text.slice(Math.max(0, open - 200), open);
  return (
    /(?:"([^"\\\n]{1,100})"|'([^'\\\n]{1,100})')\s{0,20}:\s{0,20}\[?$/
      .exec(before)
      ?.slice(1)
      .find(Boolean) ?? ""
  );
}

function labelOf(text: string, file: string, open: number): string {
  const title = textValues(file, text).findLast((one) => one.end < open && isShown(one));
  if (title === undefined) return "";
  const between = text.slice(title.end, open).replace(/\{[^{}[\]]*\}/g, "");
  return /^[^{}[\]]*\[?$/.test(between) ? title.value : "";
}

function countOf(found: ReturnType<typeof readEntries>): number {
  return found === undefined || "problem" in found.read ? -1 : found.read.entries.length;
}
