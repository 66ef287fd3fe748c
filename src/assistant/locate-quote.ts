import { plainText } from "../markdown/plain-text.ts";
import { sentences } from "../text/sentences.ts";
import { terms } from "../text/terms.ts";

export type Quote = { text: string; startLine: number; endLine: number };

type Source = { content: string; startLine: number };
type Word = { word: string; line: number };

const longestQuote = 400;

/** Finds the lines of a passage that a statement was taken from; when it is not a quotation, the lines closest to it. */
export function locateQuote(statement: string, passage: Source): Quote {
  const lines = passage.content.split("\n");
  const words = lines.flatMap((line, index) =>
    wordsOf(plainText(line)).map((word) => ({ word, line: passage.startLine + index })),
  );
  const found = piecesOf(statement).flatMap((piece) => findRun(words, piece));
  if (found.length > 0) return quoteLines(passage, Math.min(...found), Math.max(...found));
  const closest = closestLines(statement, lines);
  return quoteLines(passage, passage.startLine + closest.start, passage.startLine + closest.end);
}

function piecesOf(statement: string): string[][] {
  const pieces = statement
    .split("\n")
    .flatMap((line) => sentences(plainText(line)))
    .map((sentence) => wordsOf(sentence.text));
  return pieces.filter((words) => words.length > 0);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function findRun(words: Word[], piece: string[]): number[] {
  const last = words.length - piece.length;
  for (let start = 0; start <= last; start++) {
    if (!piece.every((word, offset) => words[start + offset]?.word === word)) continue;
    return words.slice(start, start + piece.length).map((word) => word.line);
  }
  return [];
}

function closestLines(statement: string, lines: string[]): { start: number; end: number } {
  const wanted = new Set(terms(statement));
  const overlap = lines.map(
    (line) => new Set(terms(plainText(line)).filter((term) => wanted.has(term))).size,
  );
  const best = Math.max(...overlap);
  if (best === 0) return { start: 0, end: lines.length - 1 };
  const index = overlap.indexOf(best);
  return { start: index, end: index };
}

function quoteLines(passage: Source, startLine: number, endLine: number): Quote {
  const lines = passage.content
    .split("\n")
    .slice(startLine - passage.startLine, endLine - passage.startLine + 1);
  const text = lines.join("\n").trim();
  return {
    text: text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text,
    startLine,
    endLine,
  };
}
