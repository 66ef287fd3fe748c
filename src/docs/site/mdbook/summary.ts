import { decodedPart } from "../../page/link-parts.ts";
import type { NavigationFormat, NavigationGroup, NewEntry } from "../navigation.ts";
import type { NavigationEntries, Range } from "../navigation-entry.ts";
import { folderOf, nameOf } from "../paths.ts";

/** A chapter of the summary: one link on a line of its own, in a list or not. */
type Chapter = {
  title: string;
  /** Title of the part, then of the chapters above it. */
  section: string[];
  /** Where it leads, as written; "" for a draft. */
  written: string;
  line: number;
  targetAt: Range;
  /** The whole line with its end. */
  lineAt: Range;
  /** What stands before the link: blanks and the mark of a list. */
  mark: string;
  hasChildren: boolean;
};

const maxLength = 1_000_000;
const chapterLine =
  /^([ \t]{0,200}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,20})?)\[((?:[^[\]\\]|\\.|\[[^[\]]{0,200}\]){0,500})\]\((<?)([^()<>\s]{0,1000})>?\)\s*$/;
const partLine = /^#[ \t]{1,9}(\S.{0,500})$/;
const separator = /^(?:-[ \t]*){3,}$/;

/** The list of chapters in `SUMMARY.md`. */
export const summaryNavigation: NavigationFormat = {
  isFile: (path) => nameOf(path) === "SUMMARY.md",
  root: folderOf,
  nameOf: (inside) => inside,
  groups: summaryGroups,
  add: addToSummary,
};

export function readSummary(text: string): Chapter[] {
  const chapters: Chapter[] = [];
  const above: Chapter[] = [];
  let part: string[] = [];
  let isBegun = false;
  const lines = [...text.slice(0, maxLength).matchAll(/[^\n]*\n?/g)];
  for (const [index, { 0: line, index: start }] of lines.entries()) {
    const bare = line.trimEnd();
    const heading = partLine.exec(bare)?.[1];
    if (heading !== undefined || separator.test(bare)) {
      // What stands at the very top is the title of the summary itself.
      part = heading === undefined || !isBegun ? [] : [heading];
      above.length = 0;
    }
    isBegun ||= bare !== "";
    const chapter = chapterOf(line, start, index + 1);
    if (chapter === undefined) continue;
    const isItem = chapter.mark.trim() !== "";
    chapters.push(chapter);
    if (!isItem) continue;
    while (above.length > 0 && indentOf(above.at(-1)) >= indentOf(chapter)) above.pop();
    for (const parent of above.slice(-1)) parent.hasChildren = true;
    chapter.section = [...part, ...above.map(({ title }) => title)];
    above.push(chapter);
  }
  return chapters;
}

/** Only a chapter without others below it can be taken out as a line. */
export function summaryEntries(text: string): NavigationEntries {
  if (text.length > maxLength) return { problem: "it is too long" };
  const chapters = readSummary(text).filter(({ written }) => written !== "");
  const items = chapters.map(({ lineAt }) => lineAt);
  const list = { kind: "block", items, emptyAt: undefined } as const;
  const entries = chapters.map(({ written, targetAt, hasChildren }, index) => ({
    role: "page" as const,
    value: decodedPart(written),
    ...targetAt,
    base: "",
    isListing: true,
    write: writeTarget,
    slot: hasChildren ? undefined : { list, index },
  }));
  return { entries };
}

/** Chapters by the part or chapter that they stand in. */
function summaryGroups(text: string): NavigationGroup[] {
  const groups = new Map<string, NavigationGroup>();
  for (const { section, written } of readSummary(text)) {
    const title = section.at(-1) ?? "";
    const group = groups.get(title) ?? { title, pages: [] };
    groups.set(title, group);
    if (written !== "") group.pages.push(decodedPart(written));
  }
  return [...groups.values()];
}

/** A new line after the last one of its group; a new group is a part after the last chapter of the lists. */
function addToSummary(text: string, { page, title, group, near }: NewEntry): string | undefined {
  const chapters = readSummary(text);
  const wanted = group?.trim().toLowerCase();
  const last = chapters.findLast(({ mark }) => mark.trim() !== "") ?? chapters.at(-1);
  const named = chapters.findLast(({ section }) => section.at(-1)?.trim().toLowerCase() === wanted);
  const beside = chapters.find(({ written }) => decodedPart(written) === near);
  const after = wanted === undefined ? (beside ?? last) : (named ?? last);
  if (after === undefined) return undefined;
  const isNew = wanted !== undefined && named === undefined;
  const link = `[${writeTitle(title)}](${writeTarget(page)})`;
  const lines = isNew ? ["", `# ${group?.trim()}`, "", `- ${link}`] : [after.mark + link];
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const { end } = lastBelow(chapters, after).lineAt;
  const gap = text[end - 1] === "\n" ? "" : eol;
  return text.slice(0, end) + gap + lines.map((line) => line + eol).join("") + text.slice(end);
}

/** The last chapter of those that stand below another, or that one itself. */
function lastBelow(chapters: Chapter[], chapter: Chapter): Chapter {
  const rest = chapters.slice(chapters.indexOf(chapter) + 1);
  const end = rest.findIndex((other) => indentOf(other) <= indentOf(chapter));
  return (end === -1 ? rest : rest.slice(0, end)).at(-1) ?? chapter;
}

function chapterOf(line: string, start: number, number: number): Chapter | undefined {
  const match = chapterLine.exec(line);
  if (match === null) return undefined;
  const [, mark = "", title = "", open = "", written = ""] = match;
  const titleStart = start + mark.length + 1;
  const targetStart = titleStart + title.length + 2 + open.length;
  return {
    title: title.replace(/\\(.)/g, "$1"),
    section: [],
    written,
    line: number,
    targetAt: { start: targetStart, end: targetStart + written.length },
    lineAt: { start, end: start + line.length },
    mark,
    hasChildren: false,
  };
}

function indentOf(chapter: Chapter | undefined): number {
  const blanks = /^[ \t]*/.exec(chapter?.mark ?? "")?.[0] ?? "";
  return blanks.replaceAll("\t", "    ").length;
}

function writeTitle(title: string): string {
  return title.replace(/[\\[\]]/g, "\\$&");
}

function writeTarget(path: string): string {
  return encodeURI(path).replaceAll("(", "%28").replaceAll(")", "%29");
}
