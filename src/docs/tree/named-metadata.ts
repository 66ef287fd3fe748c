import { readFrontMatter } from "../page/front-matter.ts";

const names = [
  ...["slug", "id", "permalink", "url", "aliases", "redirect_from"],
  ...["hidden", "draft", "noindex", "unlisted", "exclude_from_search", "excludeFromSearch"],
  ...["published", "searchable", "search", "pagefind", "robots"],
  ...[
    "sidebar",
    "sidebar_position",
    "layout",
    "template",
    "mode",
    "headless",
    "build",
    "_build",
    "cascade",
  ],
  ...["date", "publishDate", "pubDate", "expiryDate", "unpublishDate", "categories"],
  ...["title", "parse_number_prefixes"],
];
const known = new Set(names.map((name) => name.toLowerCase()));
/** A title alone decides nothing. */
const deciding = names.filter((name) => name !== "title").join("|");
const anyName = new RegExp(`^[ \\t]{0,9}["']?(?:${deciding})["']?[ \\t]{0,9}[:=]`, "im");
const longestHead = 20_000;
const longestText = 1_000;
const none: Record<string, unknown> = Object.freeze({});

/** What a page's front matter says of its place and whether it is shown; most pages say nothing, and cost nothing. */
export function namedMetadata(source: string): Record<string, unknown> {
  const head = headOf(source.startsWith("\uFEFF") ? source.slice(1) : source);
  if (head === "" || !anyName.test(head)) return none;
  const { metadata } = readFrontMatter(head);
  const kept = Object.entries(metadata).filter(
    ([name, value]) => known.has(name.toLowerCase()) && !isLong(value),
  );
  return { ...titleBelow(source.slice(head.length)), ...Object.fromEntries(kept) };
}

/** A heading that the text begins with is the title of a page whose front matter has none. */
function titleBelow(text: string): { title?: string } {
  const title = /^\s{0,99}#[ \t]+(\S[^\n]{0,500})/.exec(text.slice(0, longestText))?.[1];
  return title === undefined ? {} : { title: title.trim() };
}

/** The front matter with both its marks, without what stands behind it. */
function headOf(source: string): string {
  const mark = /^(?:---|\+\+\+|\{)(?=[ \t]*\r?\n)/.exec(source)?.[0];
  if (mark === undefined) return "";
  const close = source.indexOf(mark === "{" ? "\n}" : `\n${mark}`, mark.length);
  return close === -1 || close > longestHead ? "" : source.slice(0, close + mark.length + 1);
}

function isLong(value: unknown): boolean {
  if (typeof value === "string") return value.length > longestText;
  return typeof value === "object" && JSON.stringify(value).length > longestText;
}
