import { visibleLine } from "../../text/safe/visible-text.ts";
import { closesFence, type Fence, openFence } from "../page/fence.ts";
import { isTitleCase } from "./heading-case.ts";
import { noteParts, type Part } from "./page-parts.ts";
import { addTo, type Tally } from "./tally.ts";

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

/** Adds one page to what is known. It is looked at line by line, which is less exact than parsing it and far cheaper. */
export function noteHabits(habits: Habits, source: string): void {
  const lines = source
    .replace(/^\uFEFF/, "")
    .slice(0, longestPage)
    .split(/\r?\n/);
  habits.pages += 1;
  if (source.includes("\r\n")) habits.pagesWithCrlf += 1;
  const body = lines.slice(noteFrontMatter(habits, lines));
  const seen = { habits, parts: new Set<string>(), hasTopHeading: false };
  let fence: Fence | undefined;
  for (const line of body) {
    if (fence !== undefined) {
      if (closesFence(line, fence)) fence = undefined;
      continue;
    }
    fence = /`{3}|~{3}/.test(line) ? openFence(line) : undefined;
    if (fence !== undefined) noteFence(habits, line);
    else noteLine(seen, line.slice(0, longestLine));
  }
  if (seen.hasTopHeading) habits.pagesWithTopHeading += 1;
}

/** Gives the line that the text begins with. */
function noteFrontMatter(habits: Habits, lines: string[]): number {
  const mark = lines[0]?.trimEnd();
  if (mark !== "---" && mark !== "+++") return 0;
  const close = lines
    .slice(0, 300)
    .findIndex((line, index) => index > 0 && line.trimEnd() === mark);
  if (close === -1) return 0;
  habits.pagesWithFrontMatter += 1;
  const keys = lines.slice(1, close).flatMap((line) => {
    return /^["']?([A-Za-z_][\w-]{0,59})["']?[ \t]{0,9}[:=]/.exec(line)?.[1] ?? [];
  });
  for (const key of new Set(keys)) addTo(habits.keys, key);
  return close + 1;
}

function noteFence(habits: Habits, line: string): void {
  habits.fences += 1;
  const info = line.slice(0, 300).replace(/^[^`~]*[`~]+/, "");
  const language = /^[ \t]*\{?\.?([\w+#-]{1,20})/.exec(info)?.[1];
  if (language !== undefined) addTo(habits.languages, language);
}

type Seen = { habits: Habits; parts: Set<string>; hasTopHeading: boolean };

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
