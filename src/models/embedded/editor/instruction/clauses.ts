import type { Masked } from "./quotes.ts";

/** One sentence of the instruction, masked. */
export type Clause = {
  text: string;
  /** A paragraph or list item begins with it. */
  opens: boolean;
  /** The mark of the list item it stands in, such as "- "; "" outside lists. */
  mark: string;
};

const maxClauses = 300;
const listMark = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s+/;
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|approx|etc)\.$/i;

/** Cuts the instruction into sentences; quoted text is never cut. */
export function clauses({ text, quotes }: Masked): Clause[] {
  const found: Clause[] = [];
  for (const { mark, lines } of paragraphs(text)) {
    const paragraph = lines.join(" ");
    let start = 0;
    for (const end of [...sentenceEnds(paragraph, quotes), paragraph.length]) {
      const sentence = paragraph.slice(start, end).trim();
      if (sentence !== "") found.push({ text: sentence, opens: start === 0, mark });
      start = end;
    }
  }
  return found.slice(0, maxClauses);
}

type Paragraph = { mark: string; lines: string[] };

/** Blank lines, list marks and commands begin a new paragraph; other line ends are only where a line was full. */
function paragraphs(text: string): Paragraph[] {
  const result: Paragraph[] = [];
  let current: Paragraph | undefined;
  for (const line of text.split(/\r?\n/)) {
    const mark = listMark.exec(line)?.[0].trim() ?? "";
    const content = line.replace(listMark, "").replace(/\s+/g, " ").trim();
    if (content === "") {
      current = undefined;
      continue;
    }
    if (current === undefined || mark !== "" || startsCommand(content)) {
      current = { mark: mark === "" ? "" : `${mark} `, lines: [] };
      result.push(current);
    }
    current.lines.push(content);
  }
  return result;
}

function startsCommand(line: string): boolean {
  return /^(?:please |then |also )?(?:replace|rename|change|add|create|write|fix|repair|fill|insert)\b/i.test(
    line,
  );
}

function sentenceEnds(paragraph: string, quotes: Masked["quotes"]): number[] {
  const ends: number[] = [];
  for (const match of paragraph.matchAll(
    /([.!?;]|\uE000(\d{1,5})\uE001) (?=[\p{Lu}\uE000\d])|; /gu,
  )) {
    const end = match.index + match[0].length;
    const quote = match[2] === undefined ? undefined : quotes[Number(match[2])];
    if (match[2] !== undefined && !/[.!?]$/.test(quote?.text ?? "")) continue;
    if (match[1] === "." && abbreviation.test(paragraph.slice(Math.max(0, end - 12), end - 1)))
      continue;
    ends.push(end);
  }
  return ends;
}
