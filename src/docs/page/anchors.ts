import type { Block } from "./parsed-page.ts";
import { createSlugger, type SlugStyle, slugger } from "./slug.ts";

export type HeadingAnchor = { anchor: string; text: string; line: number };

export type PageAnchors = {
  /** Headings in order, each with GitHub's anchor or the id written after it. */
  headings: HeadingAnchor[];
  /** Everything a link may point to: the headings, ids in tags, and titles of components. */
  all: Set<string>;
};

const tagAnchor = /\s(id|name|title|label)\s{0,5}=\s{0,5}(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')/g;

export function pageAnchors(source: string, blocks: readonly Block[]): PageAnchors {
  const lines = source.split("\n");
  const slug = createSlugger();
  const headings: HeadingAnchor[] = [];
  for (const block of blocks) {
    if (block.kind !== "heading") continue;
    const written = /\{#([^{}\s]{1,200})\}\s*$/.exec(
      (lines[block.startLine - 1] ?? "").slice(-300),
    );
    const anchor = written?.[1] ?? slug(block.text);
    headings.push({ anchor, text: block.text, line: block.startLine });
  }
  const all = new Set(headings.map((heading) => heading.anchor));
  for (const match of source.matchAll(tagAnchor)) {
    const value = match[2] ?? match[3] ?? "";
    all.add(match[1] === "id" || match[1] === "name" ? value : createSlugger()(value));
  }
  return { headings, all };
}

const listedId = /^(?:\/\*\s{0,9}|:?\s{0,9}(?:\.[^\s#{}]{1,100}\s{1,9}){0,5})#([^{}\s*]{1,200})/;

/** The id a heading names itself: `## Text {#id}`, `## Text { .class #id }` or `## Text {/* #id *\/}`. */
export function writtenId(
  lines: string[],
  { startLine, endLine }: Pick<Block, "startLine" | "endLine">,
): string | undefined {
  for (const line of lines.slice(startLine - 1, endLine)) {
    const list = /\{([^{}]{1,300})\}[\s#]{0,50}$/.exec(line.slice(-400))?.[1];
    const id = listedId.exec(list ?? "")?.[1];
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The anchor of each heading by the line it begins on, as citations name them. */
export function headingAnchors(
  source: string,
  blocks: readonly Block[],
  style: SlugStyle,
): Map<number, string> {
  const lines = source.split("\n");
  const slug = slugger(style);
  const headings = blocks.filter(({ kind }) => kind === "heading");
  return new Map(
    headings.map((block) => [block.startLine, writtenId(lines, block) ?? slug(block.text)]),
  );
}
