import { readFrontMatter } from "../../../../docs/page/front-matter.ts";
import { readPage } from "../../../../docs/page/page.ts";
import type { PageFormat } from "../../../../docs/page/page-format.ts";
import type { Region } from "../../../../docs/page/region.ts";
import { readScalar, writeScalar } from "./front-matter-scalar.ts";
import type { TermMatch, TermMatcher } from "./term-matcher.ts";

export type Replacement = {
  text: string;
  changed: number;
  /** Places in code, addresses and names that were left as they are. */
  spared: number;
  /** Longer words that hold the term. */
  forms: Set<string>;
};

/** Replaces the term in the text a reader sees: prose, headings, titles; elsewhere only where the matcher says so. */
export function replaceInPage(
  source: string,
  format: PageFormat,
  matcher: TermMatcher,
): Replacement {
  const result: Replacement = { text: "", changed: 0, spared: 0, forms: new Set() };
  const matches = matcher.find(source);
  const pieces: string[] = [];
  let index = 0;
  for (const { kind, start, end } of readPage(source, format).regions) {
    const own: TermMatch[] = [];
    for (
      let match = matches[index];
      match !== undefined && match.start < end;
      match = matches[index]
    ) {
      if (match.start >= start && match.end <= end) own.push(match);
      index += 1;
    }
    if (kind === "front-matter") {
      const { text, changed } = replaceInFrontMatter(source.slice(start, end), matcher);
      pieces.push(text);
      result.changed += changed;
      continue;
    }
    const words = own.filter((match) => match.kind === "word");
    const isOpen = isOpenTo(kind, matcher);
    const isProse = kind === "text";
    pieces.push(
      isOpen ? spliced(source, { start, end, isProse }, words) : source.slice(start, end),
    );
    if (isOpen) result.changed += words.length;
    else if (kind !== "markup")
      result.spared += own.filter((match) => match.kind !== "form").length;
    if (kind === "text") noteOthers(result, source, own);
  }
  return { ...result, text: pieces.join("") };
}

/** The same for a title, which is all text. */
export function replaceInText(text: string, matcher: TermMatcher): string {
  const words = matcher.find(text).filter((match) => match.kind === "word");
  return spliced(text, { start: 0, end: text.length, isProse: true }, words);
}

function isOpenTo(kind: Region["kind"], { inCode, inTargets }: TermMatcher): boolean {
  return kind === "text" || (kind === "code" && inCode) || (kind === "target" && inTargets);
}

const maxForms = 10;

function noteOthers(result: Replacement, source: string, matches: TermMatch[]): void {
  for (const { kind, start, end } of matches) {
    if (kind === "name") result.spared += 1;
    if (kind !== "form" || result.forms.size >= maxForms) continue;
    const before =
      /[\p{L}\p{M}\p{N}_]*$/u.exec(source.slice(Math.max(0, start - 40), start))?.[0] ?? "";
    const after = /^[\p{L}\p{M}\p{N}_]*/u.exec(source.slice(end, end + 40))?.[0] ?? "";
    result.forms.add(before + source.slice(start, end).replace(/\s+/g, " ") + after);
  }
}

type Part = { start: number; end: number; isProse: boolean };

function spliced(source: string, { start, end, isProse }: Part, found: TermMatch[]): string {
  const pieces: string[] = [];
  let at = start;
  for (const match of found) {
    const before = source.slice(at, match.start);
    const old = source.slice(match.start, match.end);
    pieces.push(isProse ? withArticle(before, old, match.to) : before, match.to);
    at = match.end;
  }
  pieces.push(source.slice(at, end));
  return pieces.join("");
}

const vowel = /^[aeio]/i;
const consonant = /^[b-dfgj-np-tv-z][a-z]/;

/** "an assistant key" becomes "a public key". Words whose sound their letters do not tell are left to a person. */
function withArticle(before: string, old: string, next: string): string {
  const match = /(?:^|[\s("“*_])(an?)(\s[[*_"“]{0,3})$/i.exec(before.slice(-9));
  const [, article = "", gap = ""] = match ?? [];
  const head = before.slice(0, before.length - article.length - gap.length);
  const isAn = article.length === 2;
  if (isAn && vowel.test(old) && consonant.test(next.toLowerCase()))
    return head + article.slice(0, 1) + gap;
  const becomesAn = article.length === 1 && consonant.test(old.toLowerCase()) && vowel.test(next);
  return becomesAn ? `${head}${article}n${gap}` : before;
}

const shownKey = /^(title|description|sidebarTitle|sidebar_label|sidebar_title|summary):([ \t]*)/;

/** Changes the values a reader sees; front matter that would not read back is left as it was. */
function replaceInFrontMatter(
  source: string,
  matcher: TermMatcher,
): { text: string; changed: number } {
  let changed = 0;
  let isBlockValue = false;
  const lines = source.split("\n").map((line) => {
    const key = shownKey.exec(line)?.[0];
    if (key === undefined) {
      isBlockValue &&= /^\s/.test(line);
      const next = isBlockValue ? replaceInText(line, matcher) : line;
      if (next !== line) changed += 1;
      return next;
    }
    const scalar = readScalar(line.slice(key.length));
    isBlockValue = scalar.style === "block";
    if (scalar.value === undefined) return line;
    const value = replaceInText(scalar.value, matcher);
    if (value === scalar.value) return line;
    changed += 1;
    return key + writeScalar(value, scalar);
  });
  const text = lines.join("\n");
  const isSound = readFrontMatter(text).problems.length <= readFrontMatter(source).problems.length;
  return isSound ? { text, changed } : { text: source, changed: 0 };
}
