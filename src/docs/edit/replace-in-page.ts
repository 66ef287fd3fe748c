import { frontMatterEnd, readFrontMatter } from "../page/front-matter.ts";
import { type Page, readPage } from "../page/page.ts";
import type { PageFormat } from "../page/page-format.ts";
import type { Region } from "../page/region.ts";
import { isShown, shownValues } from "../site/shown-values.ts";
import { type TextValue, yamlValues } from "../values/text-values.ts";
import type { TermMatch, TermMatcher } from "./term-matcher.ts";
import { applyEdits, type TextEdit } from "./text-edit.ts";

/** Parts of the docs in which a term is replaced. */
export const termParts = ["prose", "headings", "front-matter", "code", "navigation"] as const;
export type TermPart = (typeof termParts)[number];

export type Replacement = {
  text: string;
  edits: TextEdit[];
  /** How often the term was replaced. */
  changed: number;
  /** Places where it stands and stays, by what they are. */
  left: Record<LeftKind, number>;
  /** Longer words and other spellings that hold the term. */
  forms: Set<string>;
};

export type LeftKind = TermPart | "address" | "name";

/** Replaces the term in the parts of a page that are wanted; addresses change only where the term is one. */
export function replaceInPage(
  source: string,
  format: PageFormat,
  { matcher, parts }: { matcher: TermMatcher; parts: ReadonlySet<TermPart> },
): Replacement {
  const result = emptyReplacement(source);
  const page = readPage(source, format);
  const isHeading = headingLines(page);
  const matches = matcher.find(source);
  let index = 0;
  for (const { kind, start, end } of page.regions) {
    if (kind === "front-matter")
      replaceInFrontMatter(result, source.slice(0, end), { matcher, parts });
    for (let match = matches[index]; match && match.start < end; match = matches[index]) {
      index += 1;
      const isInside = match.start >= start && match.end <= end;
      if (!isInside || kind === "front-matter" || kind === "markup") continue;
      const part = partOf(kind, kind === "text" && isHeading(match.start));
      const isOpen = part === "address" ? matcher.inTargets : parts.has(part);
      note(result, source, { match: strictIn(kind, source, match), part, isOpen });
    }
  }
  return finished(source, result);
}

/** The same for the texts of a file of settings that readers see. */
export function replaceInSettings(path: string, source: string, matcher: TermMatcher): Replacement {
  const result = emptyReplacement(source);
  for (const value of shownValues(path, source)) replaceInValue(result, value, matcher);
  const edits = result.edits.toSorted((left, right) => left.start - right.start);
  let next = 0;
  // Both are in order, so each edit is passed once.
  const isChanged = (at: number) => {
    while ((edits[next]?.end ?? Infinity) <= at) next += 1;
    return at >= (edits[next]?.start ?? Infinity);
  };
  result.left.navigation = matcher
    .find(source)
    .filter(({ kind, start }) => kind === "word" && !isChanged(start)).length;
  return finished(source, result);
}

function emptyReplacement(text: string): Replacement {
  const none = { prose: 0, headings: 0, code: 0, navigation: 0, address: 0, name: 0 };
  return { text, edits: [], changed: 0, left: { ...none, "front-matter": 0 }, forms: new Set() };
}

function finished(source: string, result: Replacement): Replacement {
  return { ...result, text: applyEdits(source, result.edits) };
}

function headingLines({ parsed, lineOf }: Page): (at: number) => boolean {
  const lines = new Set<number>();
  for (const { kind, startLine, endLine } of parsed.blocks) {
    for (let line = startLine; kind === "heading" && line <= endLine; line += 1) lines.add(line);
  }
  return (at) => lines.has(lineOf(at));
}

function partOf(kind: Region["kind"], isHeading: boolean): Exclude<LeftKind, "name"> {
  if (kind === "code") return "code";
  if (kind === "target") return "address";
  return isHeading ? "headings" : "prose";
}

/** In code an underscore or a hyphen goes on with a name; elsewhere it may be emphasis, or a compound. A file or folder of that very name is meant in code. */
function strictIn(kind: Region["kind"], source: string, match: TermMatch): TermMatch {
  if (kind !== "code") return match;
  const { start, end } = match;
  const isJoined = /(?:\w-|_)$/.test(source.slice(Math.max(0, start - 2), start));
  if (isJoined || /^(?:-\w|_)/.test(source.slice(end, end + 2))) return { ...match, kind: "form" };
  const isSegment =
    /[\s/`"'(]/.test(source[start - 1] ?? " ") && /[\s/`"')]/.test(source[end] ?? " ");
  const isNamelike = /\w[_-]\w/.test(source.slice(start, end)) && match.to !== "";
  return match.kind === "name" && isSegment && isNamelike ? { ...match, kind: "word" } : match;
}

type Noted = { match: TermMatch; part: LeftKind; isOpen: boolean };

const maxForms = 10;

function note(result: Replacement, source: string, { match, part, isOpen }: Noted): void {
  const { kind, start, end, to } = match;
  if (kind === "word" && isOpen) {
    const article = part === "code" ? undefined : articleBefore(source, match);
    if (article !== undefined) result.edits.push(article);
    result.edits.push({ start, end, text: to });
    result.changed += 1;
    return;
  }
  if (kind === "word" || kind === "name") result.left[isOpen ? "name" : part] += 1;
  if (!isOpen || kind === "word" || kind === "name" || result.forms.size >= maxForms) return;
  const before = /[\p{L}\p{M}\p{N}_]{0,40}$/u.exec(
    source.slice(Math.max(0, start - 40), start),
  )?.[0];
  const after = /^[\p{L}\p{M}\p{N}_]*/u.exec(source.slice(end, end + 40))?.[0];
  result.forms.add(`${before}${source.slice(start, end).replace(/\s+/g, " ")}${after}`);
}

const vowel = /^[aeio]/i;
const consonant = /^[b-dfgj-np-tv-z][a-z]/;

/** "an assistant key" becomes "a public key". Words whose sound their letters do not tell are left to a person. */
function articleBefore(source: string, { start, end, to }: TermMatch): TextEdit | undefined {
  const old = source.slice(start, end);
  const found = /(?:^|[\s("“*_])(an?)(\s[[*_"“]{0,3})$/i.exec(
    source.slice(Math.max(0, start - 9), start),
  );
  const [, article = "", gap = ""] = found ?? [];
  const at = start - gap.length;
  if (article.length === 2 && vowel.test(old) && consonant.test(to.toLowerCase()))
    return { start: at - 1, end: at, text: "" };
  const becomesAn = article.length === 1 && consonant.test(old.toLowerCase()) && vowel.test(to);
  return becomesAn ? { start: at, end: at, text: "n" } : undefined;
}

type Wanted = { matcher: TermMatcher; parts: ReadonlySet<TermPart> };

/** Changes the values a reader sees; front matter that would not read back is left as it was. */
function replaceInFrontMatter(
  result: Replacement,
  source: string,
  { matcher, parts }: Wanted,
): void {
  const words = matcher.find(source).filter(({ kind }) => kind === "word").length;
  const own = emptyReplacement(source);
  const start = source.indexOf("\n") + 1;
  const end = source.lastIndexOf("\n---");
  const isYaml = /^\uFEFF?---/.test(source) && frontMatterEnd(source) > 0 && end >= start - 1;
  const values =
    isYaml && parts.has("front-matter")
      ? yamlValues(source.slice(start, Math.max(start, end)))
      : [];
  for (const value of values.filter((one) => !one.isKey && isShown(one)))
    replaceInValue(own, shifted(value, start), matcher);
  const isSound =
    readFrontMatter(applyEdits(source, own.edits)).problems.length <=
    readFrontMatter(source).problems.length;
  if (isSound) {
    result.edits.push(...own.edits);
    result.changed += own.changed;
  }
  result.left["front-matter"] += words - (isSound ? own.changed : 0);
}

function shifted(value: TextValue, by: number): TextValue {
  return { ...value, start: value.start + by, end: value.end + by };
}

function replaceInValue(result: Replacement, value: TextValue, matcher: TermMatcher): void {
  const own = emptyReplacement(value.value);
  for (const match of matcher.find(value.value))
    note(own, value.value, { match, part: "prose", isOpen: true });
  for (const form of own.forms) result.forms.add(form);
  if (own.changed === 0) return;
  const text = value.write(applyEdits(value.value, own.edits));
  result.edits.push({ start: value.start, end: value.end, text });
  result.changed += own.changed;
}
