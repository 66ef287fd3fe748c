import { visibleLine } from "../../text/safe/visible-text.ts";
import { readPage } from "../page/page.ts";
import type { PageFormat } from "../page/page-format.ts";
import { addTo, type Tally } from "./tally.ts";

/** A component or callout that pages use. */
export type Part = { count: number; pages: number; example: string };

/** What the pages of some docs have in common. */
export type Habits = {
  pages: number;
  /** Keys of the front matter, by the number of pages that have them. */
  keys: Tally;
  pagesWithFrontMatter: number;
  /** Components, callouts and template tags, by how they are written. */
  parts: Map<string, Part>;
  /** Import statements by the name they make known. */
  imports: Map<string, string>;
  pagesWithTopHeading: number;
  titleCaseHeadings: number;
  sentenceCaseHeadings: number;
  underlinedHeadings: number;
  languages: Tally;
  fences: number;
  pagesWithCrlf: number;
  imageExample: string;
};

export function emptyHabits(): Habits {
  return {
    pages: 0,
    keys: new Map(),
    pagesWithFrontMatter: 0,
    parts: new Map(),
    imports: new Map(),
    pagesWithTopHeading: 0,
    titleCaseHeadings: 0,
    sentenceCaseHeadings: 0,
    underlinedHeadings: 0,
    languages: new Map(),
    fences: 0,
    pagesWithCrlf: 0,
    imageExample: "",
  };
}

const longestPage = 30_000;
const longestLine = 2_000;

/** Adds one page to what is known, or the beginning of a long one. */
export function noteHabits(habits: Habits, source: string, format: PageFormat): void {
  const page = readPage(source.slice(0, longestPage), format);
  habits.pages += 1;
  if (source.includes("\r\n")) habits.pagesWithCrlf += 1;
  if (page.frontMatter.end > 0) noteFrontMatter(habits, page.frontMatter.text);
  const seen = { habits, parts: new Set<string>(), hasTopHeading: false };
  let at = page.frontMatter.end;
  for (const { start, end, info } of page.fences) {
    noteText(seen, page.source.slice(at, start));
    at = Math.max(at, end);
    noteFence(habits, info);
  }
  noteText(seen, page.source.slice(at));
  if (seen.hasTopHeading) habits.pagesWithTopHeading += 1;
}

function noteFrontMatter(habits: Habits, text: string): void {
  habits.pagesWithFrontMatter += 1;
  const keys = text.split("\n", 300).flatMap((line) => {
    return /^["']?([A-Za-z_][\w-]{0,59})["']?[ \t]{0,9}[:=]/.exec(line)?.[1] ?? [];
  });
  for (const key of new Set(keys)) addTo(habits.keys, key);
}

function noteFence(habits: Habits, info: string): void {
  habits.fences += 1;
  const language = /^\{?\.?([\w+#-]{1,20})/.exec(info)?.[1];
  if (language !== undefined) addTo(habits.languages, language);
}

type Seen = { habits: Habits; parts: Set<string>; hasTopHeading: boolean };

function noteText(seen: Seen, text: string): void {
  for (const line of text.split(/\r?\n/)) noteLine(seen, line.slice(0, longestLine));
}

function noteLine(seen: Seen, line: string): void {
  const { habits } = seen;
  if (line.startsWith("#")) noteHeading(seen, line);
  if (/^=+\s*$/.test(line)) habits.underlinedHeadings += 1;
  noteParts(habits, seen.parts, line);
  if (habits.imageExample === "") habits.imageExample = localImage(line);
}

/** An image of the docs as the line shows it; badges and pictures from elsewhere say nothing about their place. */
function localImage(line: string): string {
  if (!line.includes("![") && !line.includes("<img")) return "";
  const image = /!\[[^\]]{0,200}\]\([^()]{1,200}\)|<img\s[^<>]{1,300}>/i.exec(line)?.[0] ?? "";
  return image.includes("://") ? "" : visibleLine(image).slice(0, 200);
}

function noteHeading(seen: Seen, line: string): void {
  const match = /^(#{1,6})[ \t]+(\S.*)$/.exec(line);
  if (match === null) return;
  if (match[1] === "#") seen.hasTopHeading = true;
  const isTitle = isTitleCase(match[2] ?? "");
  if (isTitle === true) seen.habits.titleCaseHeadings += 1;
  if (isTitle === false) seen.habits.sentenceCaseHeadings += 1;
}

/** Whether a heading is written Like This or like this; undefined where it is too short to tell. */
function isTitleCase(heading: string): boolean | undefined {
  const words = heading
    .slice(0, 300)
    .replace(/`[^`]{0,300}`|\{[^}]{0,300}\}/g, " ")
    .split(/\s+/)
    .slice(1)
    .filter((word) => /^[A-Za-z][a-z]{3,}$/.test(word));
  if (words.length === 0) return undefined;
  return words.filter((word) => /^[A-Z]/.test(word)).length * 2 > words.length;
}

const mostParts = 500;
const longestExample = 120;
const component = /<([A-Z][\w.]{0,60})(?=[\s/>]|$)[^>]{0,110}>?/g;
const callouts: { pattern: RegExp; written: (name: string) => string }[] = [
  { pattern: /^\s*:{3,}\s*(?:\{\s*)?([\w-]{1,40})(?![\w.-])/, written: (name) => `:::${name}` },
  { pattern: /^\s*:{3}\s+\w+\.\w/, written: () => "::: name.of.code" },
  { pattern: /^\s*(?:!{3}|\?{3}\+?)\s+([\w-]{1,40})/, written: (name) => `!!! ${name}` },
  { pattern: /^\s*>\s*\[!(\w{1,20})\]/, written: (name) => `> [!${name}]` },
  { pattern: /^\s*\{%-?\s*(?!end)([\w-]{1,40})/, written: (name) => `{% ${name} %}` },
  { pattern: /^\s*\{\{[<%]\s*([\w-]{1,40})/, written: (name) => `{{< ${name} >}}` },
];

/** `onPage` holds what the page has been counted for. */
function noteParts(habits: Habits, onPage: Set<string>, line: string): void {
  for (const { name, example } of partsIn(line)) {
    const known = habits.parts.get(name);
    if (known === undefined && habits.parts.size >= mostParts) continue;
    const part = known ?? {
      count: 0,
      pages: 0,
      example: visibleLine(example).slice(0, longestExample),
    };
    part.count += 1;
    if (!onPage.has(name)) part.pages += 1;
    onPage.add(name);
    habits.parts.set(name, part);
  }
  noteImport(habits, line);
}

function partsIn(line: string): { name: string; example: string }[] {
  const found: { name: string; example: string }[] = [];
  if (line.includes("<")) {
    const text = line.replace(/`[^`]*`/g, "");
    for (const [example, name] of text.matchAll(component))
      found.push({ name: `<${name}>`, example });
  }
  if (!/^\s*(?::::|!!!|\?\?\?|>|\{[%{])/.test(line)) return found;
  for (const { pattern, written } of callouts) {
    const match = pattern.exec(line);
    if (match !== null) found.push({ name: written(match[1] ?? ""), example: line });
  }
  return found;
}

function noteImport(habits: Habits, line: string): void {
  if (!line.startsWith("import ") || line.length > 300 || habits.imports.size >= mostParts) return;
  const names = /^import\s+([\w\s{},*]{1,200}?)\sfrom\s/.exec(line)?.[1];
  for (const name of names?.match(/\b[A-Z]\w*/g) ?? []) {
    if (!habits.imports.has(name))
      habits.imports.set(name, visibleLine(line).slice(0, longestExample));
  }
}
