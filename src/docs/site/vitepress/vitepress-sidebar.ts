import {
  isText,
  listOf,
  memberOf,
  recordOf,
  type StaticValue,
  textOf,
} from "../../values/static-value.ts";
import { listPage, type NavigationList } from "../navigation-list.ts";
import { reportComputed } from "../problems.ts";
import type { SiteProblem } from "../site.ts";

type Input = {
  navigation: NavigationList;
  sidebar: StaticValue;
  nav: StaticValue;
  problems: SiteProblem[];
};

/** Lists the pages of a sidebar: one list, or a list for each path. */
export function listSidebar({ navigation, sidebar, nav, problems }: Input): void {
  const visit = (value: StaticValue, base: string, section: string[]) => {
    reportComputed(problems, value, "A part of the sidebar is made by code and not known.");
    if (Array.isArray(value)) for (const item of value) visit(item, base, section);
    const record = recordOf(value);
    if (record === undefined) return;
    const inner = textOf(record.get("base")) ?? base;
    const title = textOf(record.get("text")) ?? "";
    const at = record.get("link");
    const key = isText(at) ? keyOf(inner, at.value) : undefined;
    if (isText(at) && key !== undefined) listPage(navigation, key, { section, title, at });
    visit(record.get("items"), inner, title === "" ? section : [...section, title]);
  };
  const byPath = recordOf(sidebar);
  if (byPath === undefined) {
    visit(sidebar, "", []);
    return;
  }
  const links = navLinks(nav);
  const rank = (path: string) => {
    const found = links.findIndex((link) => link.startsWith(path));
    return found === -1 ? links.length : found;
  };
  const ranked = [...byPath].map(([path, value]) => ({ value, rank: rank(path) }));
  for (const { value } of ranked.sort((left, right) => left.rank - right.rank)) {
    visit(value, "", []);
  }
}

const maxLinks = 500;

/** Links of the bar at the top, in order. */
export function navLinks(nav: StaticValue): string[] {
  const links: string[] = [];
  const visit = (item: StaticValue) => {
    const link = textOf(memberOf(item, "link"));
    if (link !== undefined && links.length < maxLinks) links.push(link);
    for (const inner of listOf(memberOf(item, "items"))) visit(inner);
  };
  for (const item of listOf(nav)) visit(item);
  return links;
}

/** The page a link means, without ending; undefined for an address elsewhere. */
function keyOf(base: string, link: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(link)) return undefined;
  const path = `${base}/${link}`
    .replace(/[?#].*$/, "")
    .replace(/\/{2,}/g, "/")
    .replace(/^(?:\.?\/)+/, "");
  if (path === "" || path.endsWith("/")) return `${path}index`;
  return path.replace(/\.(?:md|html)$/, "");
}
