import { AppError } from "../../lib/app-error.ts";
import { shortLine } from "../../text/markdown-writing.ts";
import { frontMatterEnd } from "../page/front-matter.ts";
import { formatOf } from "../page/page-format.ts";
import { parsePage } from "../page/parse-page.ts";
import type { Block } from "../page/parsed-page.ts";
import { safeMarkdown } from "./safe-markdown.ts";

/** Where a text goes: to an end of the page, or to a section that its heading names. `below`: right behind the heading. `under`: as the last of that section. */
export type InsertPlace =
  | { at: "start" | "end" }
  | { at: "before" | "after" | "below" | "under"; heading: string };

export type Insertion = {
  place: InsertPlace;
  /** Left out: a text without a heading of its own. */
  heading?: string | undefined;
  text: string;
};

/** The page with a section or a text more; everything else stays, line ends too. */
export function insertText(path: string, source: string, insertion: Insertion): string {
  const format = formatOf(path);
  const headings = parsePage(source, format).blocks.filter((block) => block.kind === "heading");
  const { place } = insertion;
  const { heading, level } = writtenHeading(insertion.heading);
  const spot = spotOf(path, source, headings, { ...place, isSection: heading !== undefined });
  if (heading !== undefined && headings.some((own) => isNamed(own, heading)))
    throw new AppError("conflict", `${path} has a section “${shortLine(heading, 80)}” already.`);
  const parts =
    heading === undefined
      ? []
      : [`${"#".repeat(level ?? spot.level)} ${safeMarkdown(shortLine(heading, 200), format)}`];
  const eol = source.includes("\r\n") ? "\r\n" : "\n";
  const text = [...parts, safeMarkdown(insertion.text, format)].join("\n\n").replaceAll("\n", eol);
  const lines = source.split("\n");
  const head = lines.slice(0, spot.line).join("\n").trimEnd();
  const tail = lines
    .slice(spot.line)
    .join("\n")
    .replace(/^(?:[ \t]*\r?\n)+/, "");
  const before = head === "" ? "" : `${head}${eol}${eol}`;
  return tail.trim() === "" ? `${before}${text}${eol}` : `${before}${text}${eol}${eol}${tail}`;
}

/** `### Limits` says its level. */
function writtenHeading(written: string | undefined): { heading?: string; level?: number } {
  const [, marks, words = ""] = /^\s*(#{1,6})[ \t]+(\S.*)$/s.exec(written ?? "") ?? [];
  if (marks !== undefined) return { heading: words, level: marks.length };
  return written === undefined ? {} : { heading: written };
}

/** The text goes behind this many lines; a heading of its own has this level. */
type Spot = { line: number; level: number };

type Wanted = InsertPlace & { isSection: boolean };

function spotOf(path: string, source: string, headings: Block[], place: Wanted): Spot {
  const lineCount = source.split("\n").length;
  const usual = Math.min(...headings.map(({ level }) => level).filter((level) => level > 1), 6);
  const level = usual === 6 ? 2 : usual;
  if (!("heading" in place)) {
    // Before the lead, a section would make it its own text.
    const first = headings.find((own) => own.level > 1);
    const top = place.isSection ? (first?.startLine ?? lineCount + 1) - 1 : topOf(source, headings);
    return { line: place.at === "end" ? lineCount : top, level };
  }
  const { heading } = place;
  const index = only(path, headings, heading);
  const own = headings[index];
  if (own === undefined) throw noHeading(path, heading);
  if (place.at === "below") return { line: own.endLine, level: Math.min(6, own.level + 1) };
  if (place.at === "before") return { line: own.startLine - 1, level: own.level };
  const next = headings.find((other, at) => at > index && other.level <= own.level);
  const line = next === undefined ? lineCount : next.startLine - 1;
  return { line, level: Math.min(6, own.level + (place.at === "under" ? 1 : 0)) };
}

/** Behind the front matter and the page's title. */
function topOf(source: string, headings: Block[]): number {
  const title = headings[0];
  if (title?.level === 1) return title.endLine;
  return source.slice(0, frontMatterEnd(source)).split("\n").length - 1;
}

function only(path: string, headings: Block[], name: string): number {
  const found = headings.flatMap((own, index) => (isNamed(own, name) ? [index] : []));
  if (found.length > 1)
    throw new AppError("conflict", `${path} has more than one section “${shortLine(name, 80)}”.`);
  if (found[0] === undefined) throw noHeading(path, name);
  return found[0];
}

function noHeading(path: string, name: string): AppError {
  return new AppError("not_found", `${path} has no section “${shortLine(name, 80)}”.`);
}

function isNamed({ text }: Block, name: string): boolean {
  const plain = (own: string) =>
    own
      .replace(/^\s*#{1,6}\s/, "")
      .trimEnd()
      .replace(/\{[^{}]*\}$/, "")
      .replace(/[`*_\s]+/g, " ")
      .trim()
      .toLowerCase();
  return plain(text) === plain(name);
}
