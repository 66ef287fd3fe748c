import { sentences } from "../text/sentences.ts";

/** A sentence of a page, or a line of its code, with the lines it stands on; the first line is 1. */
export type Statement = { text: string; startLine: number; endLine: number; isCode: boolean };

const mostLines = 20_000;
const fence = /^\s{0,20}(?:```|~~~)/;
const heading = /^\s{0,3}#{1,6}\s/;
/** A line that stands for itself: a heading, an item, a row of a table, a quotation, a directive. */
const ownLine = /^\s{0,20}(?:#{1,6}\s|[-*+]\s|\d{1,3}[.)]\s|\||>|:::|<)/;

/** Paragraphs are taken together first, so that another width of the lines changes nothing. */
export function statementsOf(page: string): Statement[] {
  const found: Statement[] = [];
  let paragraph: string[] = [];
  let isInCode = false;
  const lines = page.split("\n", mostLines);
  const settle = (endLine: number) => {
    if (paragraph.length > 0) found.push(...sentencesOf(paragraph, endLine - paragraph.length + 1));
    paragraph = [];
  };
  for (const [index, line] of lines.entries()) {
    const isFence = fence.test(line);
    const stands = isInCode || isFence || line.trim() === "" || ownLine.test(line);
    if (stands) settle(index);
    if (isFence) isInCode = !isInCode;
    else if (isInCode && line.trim() !== "") found.push(lineOf(line, index + 1));
    else if (line.trim() !== "") paragraph.push(line);
    if (heading.test(line)) settle(index + 1);
  }
  settle(lines.length);
  return found;
}

function lineOf(line: string, at: number): Statement {
  return { text: line.trim(), startLine: at, endLine: at, isCode: true };
}

/** A sentence gets the lines that it begins and ends on. */
function sentencesOf(lines: string[], firstLine: number): Statement[] {
  const ends: number[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.length + 1;
    ends.push(length);
  }
  const lineAt = (place: number) =>
    firstLine +
    Math.max(
      ends.findIndex((end) => place < end),
      0,
    );
  return sentences(lines.join(" ")).map(({ text, start, end }) => {
    const [startLine, endLine] = [lineAt(start), lineAt(end - 1)];
    return { text, startLine, endLine, isCode: false };
  });
}
