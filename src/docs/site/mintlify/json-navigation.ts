import { type JsonNode, memberOf, readJsonText } from "../../values/json-text.ts";
import type { NavigationFormat, NavigationGroup, NewEntry } from "../navigation.ts";
import { folderOf } from "../paths.ts";

const apiOperation = /^[A-Z]{3,7} \//;

/** The groups of `docs.json` and `mint.json`. */
export const jsonNavigation: NavigationFormat = {
  isFile: (path) => /(?:^|\/)(?:docs|mint)\.json$/.test(path),
  root: folderOf,
  nameOf: (inside) => inside.replace(/\.mdx?$/i, ""),
  groups: jsonGroups,
  add: addToJsonNavigation,
};

function jsonGroups(text: string): NavigationGroup[] {
  return groupsIn(text).map(({ title, pages }) => ({ title, pages: pagesOf(pages) }));
}

function addToJsonNavigation(text: string, entry: NewEntry): string | undefined {
  const groups = groupsIn(text);
  const wanted = entry.group?.trim().toLowerCase();
  const named = groups.find((group) => group.title.trim().toLowerCase() === wanted);
  if (named !== undefined) return append(text, named.pages, JSON.stringify(entry.page));
  const last = groups.findLast((group) => group.object !== undefined) ?? groups.at(-1);
  if (last === undefined) return undefined;
  if (wanted !== undefined && last.siblings !== undefined) {
    return append(text, last.siblings, newGroup(text, last.siblings, entry));
  }
  const near = groups.find((group) => pagesOf(group.pages).includes(entry.near ?? ""));
  return append(text, (near ?? last).pages, JSON.stringify(entry.page));
}

type Pages = Extract<JsonNode, { kind: "array" }>;
/** `object` is the group itself, `siblings` the list it stands in. */
type Group = { title: string; pages: Pages; object?: JsonNode; siblings?: Pages };

function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  const visit = (node: JsonNode, siblings: Pages | undefined) => {
    if (node.kind === "array") for (const item of node.items) visit(item, node);
    if (node.kind !== "object") return;
    const pages = memberOf(node, "pages");
    const title = memberOf(node, "group");
    if (pages?.kind === "array") {
      const isGroup = title?.kind === "string" && siblings !== undefined;
      groups.push({
        title: title?.kind === "string" ? title.value : "",
        pages,
        ...(isGroup ? { object: node, siblings } : {}),
      });
    }
    for (const { value } of node.members) visit(value, undefined);
  };
  const navigation = memberOf(readJsonText(text), "navigation");
  if (navigation !== undefined) visit(navigation, undefined);
  return groups;
}

function pagesOf(pages: Pages): string[] {
  return pages.items.flatMap((item) =>
    item.kind === "string" && !apiOperation.test(item.value) ? [item.value] : [],
  );
}

/** Puts a value at the end of a list, on a line of its own where the list has its items on lines. */
function append(text: string, list: Pages, value: string): string {
  const last = list.items.at(-1);
  if (last === undefined) return `${text.slice(0, list.start)}[${value}]${text.slice(list.end)}`;
  const before = text.slice(0, last.start);
  const gap = /\r?\n[ \t]*$|(?<![ \t])[ \t]*$/.exec(before)?.[0] ?? "";
  const separator = gap.includes("\n") ? `,${gap}` : ", ";
  return text.slice(0, last.end) + separator + value + text.slice(last.end);
}

function newGroup(text: string, siblings: Pages, entry: NewEntry): string {
  const last = siblings.items.at(-1);
  const group = JSON.stringify(entry.group?.trim() ?? "");
  const page = JSON.stringify(entry.page);
  const sample = last === undefined ? "" : text.slice(last.start, last.end);
  if (last === undefined || !sample.includes("\n"))
    return `{ "group": ${group}, "pages": [${page}] }`;
  const eol = sample.includes("\r\n") ? "\r\n" : "\n";
  const outer = /(?<![ \t])[ \t]*$/.exec(text.slice(0, last.start))?.[0] ?? "";
  const inner = /\n([ \t]*)\S/.exec(sample)?.[1] ?? `${outer}  `;
  const lines = ["{", `${inner}"group": ${group},`, `${inner}"pages": [${page}]`, `${outer}}`];
  return lines.join(eol);
}
