import { isText, memberOf, recordOf, type StaticValue } from "../../values/static-value.ts";
import { folderOf, nameOf } from "../paths.ts";
import type { DatedPage } from "./hugo-dates.ts";

export type PermalinkFacts = DatedPage & {
  /** The sections above it, outermost first. */
  sections: string[];
  /** Year, month and day as written; undefined where no date is known. */
  date: string | undefined;
  slug: string | undefined;
};

const token = /:([a-z]{1,30})(?:\[([^\]]{1,20})\])?/g;

/** The address that a pattern of the settings gives a page, below the site's language; undefined where none is for it. */
export function permalinksOf(config: StaticValue) {
  const all = memberOf(config, "permalinks");
  const byKind = (kind: string) => memberOf(all, kind);
  // Patterns that stand there without a kind are for pages.
  const flat = new Map([...(recordOf(all) ?? [])].filter(([, held]) => isText(held)));
  const patternOf = (section: string, kind: "page" | "section") => {
    const own =
      memberOf(byKind(kind), section) ?? (kind === "page" ? flat.get(section) : undefined);
    return isText(own) ? own.value : undefined;
  };
  return (page: PermalinkFacts): string | undefined => {
    const isFolder = nameOf(page.inside) === "_index";
    const section = page.inside.split("/")[0] ?? "";
    if (!page.inside.includes("/")) return undefined;
    const pattern = patternOf(section, isFolder ? "section" : "page");
    return pattern === undefined ? undefined : filledIn(pattern, page);
  };
}

/** A pattern with what stands for its tokens on this page. */
export function filledIn(pattern: string, page: PermalinkFacts): string {
  return pattern.slice(0, 1_000).replace(token, (text, name: string, range: string | undefined) => {
    return tokenValue(name, range, page) ?? text;
  });
}

function tokenValue(name: string, range: string | undefined, page: PermalinkFacts) {
  const { sections, slug, matter, date = "" } = page;
  const isBundle = /^_?index$/.test(nameOf(page.inside));
  const base = nameOf(isBundle ? folderOf(page.inside) : page.inside);
  const held = matter.get("title");
  const title = typeof held === "string" && held !== "" ? held : base;
  const [year = "", month = "", day = ""] = date.slice(0, 10).split("-");
  const values: Record<string, string> = {
    ...{ year, month, day },
    section: sections[0] ?? "",
    sections: partOf(sections, range).join("/"),
    slug: sanitized(slug ?? title).toLowerCase(),
    title: sanitized(title).toLowerCase(),
    filename: base,
    contentbasename: base,
    slugorfilename: sanitized(slug ?? base),
    slugorcontentbasename: sanitized(slug ?? base),
  };
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** `[1:]`, `[:2]`, `[last]` and `[0]` of a list. */
function partOf(list: string[], range: string | undefined): string[] {
  if (range === undefined) return list;
  const numberOf = (text: string) => (text === "last" ? list.length - 1 : Number(text));
  const [from = "", to] = range.split(":");
  if (to === undefined) return list.slice(numberOf(from), numberOf(from) + 1);
  return list.slice(numberOf(from || "0"), to === "" ? list.length : numberOf(to));
}

/** Signs that addresses do not keep go; spaces between what stays are one hyphen. */
export function sanitized(text: string): string {
  return text
    .slice(0, 1_000)
    .replace(/[^\p{L}\p{M}\p{N}./\\_#+~@%\s-]/gu, "")
    .trim()
    .replace(/-\s+|\s+/g, "-");
}
