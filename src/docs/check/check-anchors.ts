import type { Pace } from "../../lib/pace.ts";
import { type Page, readPage } from "../page/page.ts";
import { formatOf } from "../page/page-format.ts";
import { plainText } from "../page/plain-text.ts";
import { slugger } from "../page/slug.ts";
import type { AnchorRules } from "../site/site.ts";
import { maxPageLength } from "../tree/docs-files.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import { type Found, onceEach, shown } from "./finding.ts";
import { createSuggest } from "./suggest.ts";

/** A link of the page `from` to a heading of the page `path`. */
export type AnchorUse = {
  from: string;
  line: number;
  written: string;
  path: string;
  anchor: string;
};

/** Links to one page; more are left out. */
const mostUses = 20_000;

/** Links to headings that are not there. Each page that links lead to is read once. */
export async function checkAnchors(input: {
  docs: ReadTree;
  uses: AnchorUse[];
  pace: Pace;
}): Promise<Found[]> {
  const { docs, uses, pace } = input;
  if (docs.isOfOtherTool) return [];
  const found: Found[] = [];
  const byPage = Map.groupBy(uses, (use) => use.path);
  for await (const { path, content } of docs.files.readEach([...byPage.keys()])) {
    await pace();
    if (content.length > maxPageLength) continue;
    const anchors = knownAnchors(content, path, anchorRules(docs, path));
    if (anchors === undefined) continue;
    const suggest = createSuggest(() => anchors.all);
    for (const use of (byPage.get(path) ?? []).slice(0, mostUses)) {
      if (anchors.has(use.anchor)) continue;
      found.push(missing(use, advice(anchors.all, suggest(use.anchor))));
    }
  }
  return onceEach(found);
}

const onForge: AnchorRules = { style: "github", isLoose: false, addsHeadings: undefined };

/** Pages beside the site are read on the forge, which has GitHub's anchors. */
export function anchorRules(docs: ReadTree, path: string): AnchorRules {
  const isPublished = docs.pages.get(path)?.isPublished ?? false;
  return isPublished ? docs.site.anchors : onForge;
}

function missing({ from, line, written, path, anchor }: AnchorUse, better: string): Found {
  const where = from === path ? "this page" : shown(path);
  const message = `${where} has no heading #${shown(anchor)}; ${better}`;
  return { check: "anchor", path: from, line, message, subjects: [written, `${path}#${anchor}`] };
}

function advice(anchors: ReadonlySet<string>, like: string | undefined): string {
  if (like !== undefined) return `did you mean #${shown(like)}?`;
  const first = [...anchors].slice(0, 5).map((anchor) => `#${shown(anchor)}`);
  if (first.length === 0) return "it has none, so link to the page itself";
  return `link to one that is there, such as ${first.join(", ")}`;
}

/** What a link to a page may name behind the `#`. */
export type KnownAnchors = { has(anchor: string): boolean; all: ReadonlySet<string> };

const addsContent =
  /^\s{0,20}(?:;?--8<--|\{%|<!--\s{0,5}(?:@include|md:))|^import\s[^\n]{1,300}\.mdx?["']|<Snippet\s|^(?:openapi|asyncapi)(?:-schema)?:/m;
const writtenId =
  /\{:?\s{0,5}(?:[.\w="-]{1,50}\s{1,5}){0,5}#([^\s{}]{1,200})[^{}\n]{0,200}\}|\{\/\*\s{0,5}#([^\s*]{1,200})\s{0,5}\*\/\}/g;

/** undefined where other files or code add headings to the page, so that none can be called missing. */
export function knownAnchors(
  source: string,
  path: string,
  { style, isLoose, addsHeadings }: AnchorRules,
): KnownAnchors | undefined {
  if (addsContent.test(source) || addsHeadings?.test(source)) return undefined;
  const page = readPage(source, formatOf(path));
  const { headings, all } = page.anchors;
  const anchors = new Set(all);
  if (style !== "github") for (const heading of headings) anchors.delete(heading.anchor);
  const slugs = [slugger(style), slugger(style)] as const;
  for (const heading of headings) anchors.add(slugs[0](heading.text));
  for (const heading of headingTexts(page)) anchors.add(slugs[1](heading));
  for (const match of source.matchAll(writtenId)) anchors.add(match[1] ?? match[2] ?? "");
  anchors.delete("");
  if (anchors.size === 0 && /[<{]/.test(source)) return undefined;
  if (!isLoose) {
    // The same letters can be written in two ways.
    const has = (anchor: string) => anchors.has(anchor) || anchors.has(anchor.normalize("NFKD"));
    return { has, all: anchors };
  }
  const loose = new Set([...anchors].map(lettersOf));
  return { has: (anchor) => loose.has(lettersOf(anchor)), all: anchors };
}

/** Anchors that sites and browsers make themselves. */
export function isBuiltIn(anchor: string): boolean {
  return (
    anchor === "" ||
    /^(?:top|_top)$/i.test(anchor) ||
    /^(?:__|:~:|fn(?:ref)?[-:\d]|user-content-|(?:param|body|response|parameter|header)-)/.test(
      anchor,
    )
  );
}

function lettersOf(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

const mostHeadings = 5_000;
const headingLine = /^[\s>*+-]{0,50}#{1,6}[ \t]{1,9}(\S.{0,1000})$/;

/** Headings also in quotes, lists and components, without their tags and what is written in braces. */
function headingTexts({ source, regions }: Page): string[] {
  const texts: string[] = [];
  const code = regions.filter(({ kind }) => kind === "code" || kind === "front-matter");
  let next = 0;
  let start = 0;
  for (const line of source.split("\n")) {
    while ((code[next]?.end ?? Infinity) <= start) next += 1;
    const isCode = (code[next]?.start ?? Infinity) <= start;
    start += line.length + 1;
    const heading = isCode ? undefined : headingLine.exec(line.trimEnd())?.[1];
    if (heading === undefined) continue;
    const bare = withoutTags(heading).replace(/\{[^{}]{0,200}\}\s{0,9}$/, "");
    if (texts.length >= mostHeadings) return texts;
    texts.push(/[\\`*_[\]<&~]/.test(bare) ? plainText(bare) : bare.trim());
  }
  return texts;
}

/** Tags in code are text. */
function withoutTags(heading: string): string {
  const pieces = heading.split("`");
  return pieces
    .map((piece, index) =>
      index % 2 === 0 ? piece.replace(/<\/?[A-Za-z][^<>]{0,500}>/g, "") : piece,
    )
    .join("`");
}
