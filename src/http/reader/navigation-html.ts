import {
  isGroup,
  type PageGroup,
  pagesOf,
  type TreeItem,
  type TreePage,
} from "../../projects/reader/page-tree.ts";
import { escapeHtml } from "../html-page.ts";

export type NavigationPlace = {
  tree: PageGroup;
  /** Path of the page that is shown; "" for none. */
  current: string;
  hrefOf(path: string): string;
  /** Where the items of a group are had that are not in the page, from one of them on. */
  moreOf(place: string, from?: number): string;
};

/** A tree of no more pages is in every page as a whole. */
const smallTree = 150;
/** The groups of a tree of no more pages are open. */
const openTree = 40;
/** Of a longer list, those around the current page are shown. */
const longList = 120;
const around = 30;
const mostLoaded = 2_000;

/** The pages of the docs as nested lists. Of a large tree the branch that leads to the current page; the rest comes when it is wanted. */
export function navigationHtml(place: NavigationPlace): string {
  return list(place, { group: place.tree, at: "", isWhole: place.tree.pages <= smallTree });
}

/** What is in a group that was closed, or a part of it; the last entry leads to the next part. */
export function groupHtml(
  place: NavigationPlace,
  { group, at, from }: { group: PageGroup; at: string; from: number },
): string {
  const { items } = group;
  const end = Math.min(from + mostLoaded, items.length);
  const shown = items
    .slice(from, end)
    .map((item, index) => itemHtml(place, item, step(at, from + index), false));
  if (end < items.length) {
    const [next] = pagesOf({ ...group, items: items.slice(end, end + 1) });
    const href = escapeHtml(place.hrefOf(next?.path ?? ""));
    const load = escapeHtml(place.moreOf(at, end));
    const count = Math.min(mostLoaded, items.length - end);
    shown.push(
      `<li><a class="nav-next" href="${href}" data-load="${load}">Show the next ${count} of ${items.length}</a></li>`,
    );
  }
  return shown.join("");
}

type ListPlace = { group: PageGroup; at: string; isWhole: boolean };

function list(place: NavigationPlace, { group, at, isWhole }: ListPlace): string {
  const { items } = group;
  const own = items.findIndex((item) => holds(item, place.current));
  const isLong = items.length > longList;
  const start = isLong ? Math.max(0, Math.min(own, items.length - around) - around) : 0;
  const end = isLong ? Math.max(start + longList / 2, own + around) : items.length;
  const shown = items
    .slice(start, end)
    .map((item, index) => itemHtml(place, item, step(at, start + index), isWhole));
  const rest = isLong
    ? `<li><a class="nav-more" href="${escapeHtml(place.hrefOf(firstOf(group)))}" data-load="${escapeHtml(place.moreOf(at))}">Show all ${items.length}</a></li>`
    : "";
  return `<ul>${shown.join("")}${rest}</ul>`;
}

function itemHtml(place: NavigationPlace, item: TreeItem, at: string, isWhole: boolean): string {
  if (!isGroup(item)) return pageHtml(place, item);
  const isCurrent = holds(item, place.current);
  const title = escapeHtml(item.title);
  if (!isCurrent && !isWhole)
    return `<li><a class="nav-closed" href="${escapeHtml(place.hrefOf(firstOf(item)))}" data-load="${escapeHtml(place.moreOf(at))}">${title}</a></li>`;
  const isOpen = isCurrent || place.tree.pages <= openTree;
  const below = list(place, { group: item, at, isWhole });
  return `<li><details${isOpen ? " open" : ""}><summary>${title}</summary>${below}</details></li>`;
}

function pageHtml({ current, hrefOf }: NavigationPlace, { path, title }: TreePage): string {
  const mark = path === current ? ' aria-current="page"' : "";
  return `<li><a href="${escapeHtml(hrefOf(path))}"${mark}>${escapeHtml(title)}</a></li>`;
}

function holds(item: TreeItem, path: string): boolean {
  if (!isGroup(item)) return item.path === path;
  return path !== "" && item.items.some((one) => holds(one, path));
}

function firstOf(group: PageGroup): string {
  for (const { path } of pagesOf(group)) return path;
  return "";
}

function step(at: string, index: number): string {
  return at === "" ? String(index) : `${at}.${index}`;
}

/** The groups above a page, the outermost first. */
export function trailOf(tree: PageGroup, path: string): PageGroup[] {
  const group = tree.items.find((item) => isGroup(item) && holds(item, path));
  return group && isGroup(group) ? [group, ...trailOf(group, path)] : [];
}
