import { pageAnchors } from "../../page/anchors.ts";
import type { Page } from "../../page/page.ts";
import { parsePage } from "../../page/parse-page.ts";
import { plainText } from "../../page/plain-text.ts";

/** What of a page a link may name behind the `#`, before a site's rules make anchors of it. */
export type AnchorFacts = {
  /** Other files or code add headings to the page, so that none can be called missing. */
  isOpen: boolean;
  /** Headings in order, as their lines have them, and as a reader sees them. */
  headings: string[];
  blockHeadings: string[];
  /** Ids that are written out, and titles of components. */
  ids: string[];
  /** Letters of texts from which components may make ids: their attributes, and first cells of tables. */
  made: string[];
};

const addsContent =
  /^\s{0,20}(?:;?--8<--|\{%|<!--\s{0,5}(?:@include|md:))|^import\s[^\n]{1,300}\.mdx?["']|<Snippet\s|^(?:openapi|asyncapi)(?:-schema)?:/m;
/** Ids that code works out. */
const madeByCode = /<\w[^<>]{0,500}\s(?:id=\{(?!["'])|:id=)/;
/** Components of the repository itself, which may bring headings along. */
const ownComponent =
  /^(?:\.{0,2}\/|~|@site\/|@\/|@components?\/).*(?:\.(?:[jt]sx?|vue|astro|svelte)|\/[^./]+)$/;
const writtenId =
  /\{:?\s{0,5}(?:[.\w="-]{1,50}\s{1,5}){0,5}#([^\s{}]{1,200})[^{}\n]{0,200}\}|\{\/\*\s{0,5}#([^\s*]{1,200})\s{0,5}\*\/\}/g;

export function anchorFacts(page: Page, addsHeadings: RegExp | undefined): AnchorFacts {
  const { source } = page;
  const none = { headings: [], blockHeadings: [], ids: [], made: [] };
  if (addsContent.test(source) || addsHeadings?.test(source)) return { isOpen: true, ...none };
  const { lines, isWhole } = headingLines(page);
  const ids = pageAnchors(source, []).all;
  for (const match of source.matchAll(writtenId)) ids.add(match[1] ?? match[2] ?? "");
  ids.delete("");
  // GitHub takes hard spaces out of an anchor, others make them a dash.
  const headings = lines.map((line) => headingText(line.replaceAll("\u00A0", "")));
  const listed = lines.map((line) => `## ${line}`).join("\n\n");
  const { blocks } = isWhole ? page.parsed : parsePage(listed, page.format);
  const blockHeadings = blocks.flatMap(({ kind, text }) => (kind === "heading" ? [text] : []));
  const isEmpty = ids.size === 0 && headings.length === 0 && blockHeadings.length === 0;
  const isMade =
    madeByCode.test(source) ||
    page.links.some(({ form, target }) => form === "import" && ownComponent.test(target));
  if (isEmpty && /[<{]/.test(source)) return { isOpen: true, ...none };
  const made = isMade ? [anything] : madeTexts(source);
  return { isOpen: false, headings, blockHeadings, ids: [...ids].slice(0, mostIds), made };
}

/** Stands for every text: whatever is missing may be made by code. */
export const anything = "*";

const mostIds = 20_000;
const mostHeadings = 5_000;
const headingLine = /^[\s>*+-]{0,50}#{1,6}[ \t]{1,9}(\S.{0,1000})$/;

const otherHeading = /<h[1-6][\s>]|^[ \t]{0,3}(?:={2,}|-{2,})[ \t]*$/i;

/** Headings also in quotes, lists and components. Where some are written in other ways, the whole page has to be read. */
function headingLines({ source, regions }: Page): { lines: string[]; isWhole: boolean } {
  const found = { lines: [] as string[], isWhole: false };
  const code = regions.filter(({ kind }) => kind === "code" || kind === "front-matter");
  let next = 0;
  let start = 0;
  let before = "";
  for (const line of source.split("\n")) {
    while ((code[next]?.end ?? Infinity) <= start) next += 1;
    const isCode = (code[next]?.start ?? Infinity) <= start;
    start += line.length + 1;
    if (!isCode && before !== "" && otherHeading.test(line)) found.isWhole = true;
    if (!isCode && line.includes("<h")) found.isWhole ||= otherHeading.test(line);
    before = isCode ? "" : line.trim();
    if (isCode || !line.includes("#") || found.lines.length >= mostHeadings) continue;
    const heading = headingLine.exec(line.trimEnd())?.[1];
    if (heading !== undefined) found.lines.push(heading);
  }
  return found;
}

/** The heading without its tags and what is written in braces. */
function headingText(heading: string): string {
  const bare = withoutTags(heading).replace(/\{[^{}]{0,200}\}\s{0,9}$/, "");
  return /[\\`*_[\]<&~]/.test(bare) ? plainText(bare) : bare.trim();
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

const component = /<([A-Z][\w.]*)((?:\s[^<>]{0,2000})?)>?/g;
const attributeText = /=\s{0,5}\{?\s{0,5}["'`]([^"'`\n]{1,200})["'`]/g;
const firstCell = /^[ \t]{0,20}\|[ \t]{0,20}([^|\n]{1,200}?)[ \t]{0,20}\|/gm;
const mostMade = 5_000;

function madeTexts(source: string): string[] {
  if (!/<[A-Z]/.test(source)) return [];
  const made = new Set<string>();
  const add = (text: string | undefined) => {
    const letters = lettersOf(text ?? "");
    if (letters.length > 2 && made.size < mostMade) made.add(letters);
  };
  for (const [, , attributes = ""] of source.matchAll(component)) {
    for (const match of attributes.matchAll(attributeText)) add(match[1]);
  }
  for (const match of source.matchAll(firstCell)) add(match[1]);
  return [...made];
}

/** Where nobody says how punctuation is written, letters and digits alone are compared. */
export function lettersOf(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
