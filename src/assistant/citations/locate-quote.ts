import { plainText } from "../../docs/page/plain-text.ts";
import { cutText } from "../../text/bounded.ts";
import { sentences } from "../../text/sentences.ts";
import { terms } from "../../text/terms.ts";

export type Quote = { text: string; startLine: number; endLine: number };

type Lines = { first: number; last: number };

export type QuotedSource = ReturnType<typeof readQuotedSource>;

const longestQuote = 400;
const searchedLines = 3_000;
const searchedCharacters = 200_000;
const searchedPieces = 100;
const tellingWords = 3;
const nearbyLines = 3;

/** A passage made ready for many look-ups. Lines count from 0 here. */
export function readQuotedSource({ content, startLine }: { content: string; startLine: number }) {
  const lines = content.slice(0, searchedCharacters).split("\n", searchedLines);
  /** Where each line's words begin in `words`, which has them all, each with a space before it. */
  const offsets: number[] = [];
  let words = "";
  for (const line of lines) {
    offsets.push(words.length);
    for (const word of wordsOf(readable(line))) words += ` ${word}`;
  }
  return { startLine, lines, words: `${words} `, offsets };
}

/** Finds the lines of a passage that a statement was taken from; when it is not a quotation, the lines closest to it. */
export function locateQuote(statement: string, source: QuotedSource): Quote {
  const pieces = piecesOf(statement);
  const telling = pieces.filter((words) => words.length >= tellingWords);
  const found = telling.flatMap((words) => findRun(source, words) ?? []);
  const sure = found.length > 0 ? found : pieces.flatMap((words) => findRun(source, words) ?? []);
  const whole = sure.reduce<Lines | undefined>(spanning, undefined);
  if (whole === undefined) return quoteLines(source, closestLines(statement, source));
  const short = pieces.filter((words) => words.length < tellingWords);
  return quoteLines(
    source,
    short.reduce((lines, words) => widened(source, lines, words), whole),
  );
}

function piecesOf(statement: string): string[][] {
  const pieces = statement
    .split("\n")
    .flatMap((line) => sentences(readable(line)))
    .map((sentence) => wordsOf(sentence.text));
  return pieces.filter((words) => words.length > 0).slice(-searchedPieces);
}

/** Parsing Markdown costs a thousand times more than looking for the signs that make it necessary. */
function readable(line: string): string {
  if (/[[<&{\\]/.test(line)) return plainText(line);
  return line.replace(/^\s{0,99}(?:[-*+]|\d{1,9}[.)])\s/, "");
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function findRun(source: QuotedSource, words: string[], from = 0, to?: number): Lines | undefined {
  const run = ` ${words.join(" ")} `;
  const at = source.words.slice(from, to).indexOf(run);
  if (at === -1) return undefined;
  const lineAt = (place: number) => source.offsets.findLastIndex((offset) => offset <= place);
  return { first: lineAt(from + at), last: lineAt(from + at + run.length - 2) };
}

function spanning(whole: Lines | undefined, part: Lines): Lines {
  if (whole === undefined) return part;
  return { first: Math.min(whole.first, part.first), last: Math.max(whole.last, part.last) };
}

/** One or two words stand everywhere: they count where they adjoin what is sure. */
function widened(source: QuotedSource, lines: Lines, words: string[]): Lines {
  const from = source.offsets[Math.max(lines.first - nearbyLines, 0)] ?? 0;
  const to = source.offsets[lines.last + nearbyLines + 1];
  const found = findRun(source, words, from, to === undefined ? undefined : to + 1);
  return found ? spanning(lines, found) : lines;
}

function closestLines(statement: string, { lines }: QuotedSource): Lines {
  const wanted = new Set(terms(statement));
  let closest: Lines = { first: 0, last: lines.length - 1 };
  let most = 0;
  for (const [index, line] of lines.entries()) {
    const shared = new Set(terms(readable(line)).filter((term) => wanted.has(term))).size;
    if (shared <= most) continue;
    most = shared;
    closest = { first: index, last: index };
  }
  return closest;
}

function quoteLines(source: QuotedSource, { first, last }: Lines): Quote {
  const text = source.lines
    .slice(first, last + 1)
    .join("\n")
    .trim();
  return {
    text: cutText(text, longestQuote),
    startLine: source.startLine + first,
    endLine: source.startLine + last,
  };
}
