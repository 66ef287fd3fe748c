import type { Block } from "../../docs/page/parsed-page.ts";
import { plainText } from "../../docs/page/plain-text.ts";
import { countWords } from "../../text/count-words.ts";
import { sentences } from "../../text/sentences.ts";

/** A block, or a part of one with its size in words. `content` is set where it is only a part of a line. */
export type Piece = Block & { words?: number; content?: string };

const mostWords = 1200;
const mostWordsOfCode = 6000;
const wordsOfPart = 220;
/** Text without spaces has few words, so characters count too. */
const charactersOfWord = 12;
const longestHeading = 500;
const longestHeader = 2_000;

/** Cuts a block that no passage can hold: between rows, items, lines, and sentences where a line alone is too long. */
export function splitBlock(block: Block, lines: string[]): Piece[] {
  const most = block.kind === "code" ? mostWordsOfCode : mostWords;
  if (block.text.length < most || weightOf(block.text) <= most) return [block];
  if (block.kind === "heading") return [shortened(block)];
  const cuts = cutsOf(block, lines);
  if (cuts.length === 1) return splitLine(block, most);
  const header = block.kind === "table" ? headerOf(block.text) : undefined;
  return cuts.flatMap((startLine, index) => {
    const endLine = (cuts[index + 1] ?? block.endLine + 1) - 1;
    const text = textOfLines(block, lines.slice(startLine - 1, endLine));
    if (text === "") return [];
    const full = header === undefined || index === 0 ? text : `${header}\n${text}`;
    return splitLine({ ...block, text: full, words: weightOf(full), startLine, endLine }, most);
  });
}

/** What stands above every part of a table; a very long one would make more of the table than it is. */
function headerOf(text: string): string | undefined {
  const header = text.split("\n", 1)[0] ?? "";
  return header.length > longestHeader ? undefined : header;
}

function weightOf(text: string): number {
  return Math.max(countWords(text), Math.ceil(text.length / charactersOfWord));
}

function shortened(block: Block): Piece {
  const text = block.text.slice(0, longestHeading).toWellFormed();
  return { ...block, text, content: text };
}

/** The first lines of the parts, each of about the size of a passage. */
function cutsOf(block: Block, lines: string[]): number[] {
  const own = lines.slice(block.startLine - 1, block.endLine);
  const partSize = block.kind === "code" ? mostWordsOfCode : wordsOfPart;
  const itemStart = block.kind === "list" ? itemPattern(own[0] ?? "") : undefined;
  const cuts = [block.startLine];
  let size = 0;
  for (const [index, line] of own.entries()) {
    const lineSize = weightOf(line);
    const isItem = itemStart === undefined || itemStart.test(line) || size > mostWords;
    if (size > 0 && size + lineSize > partSize && isItem && index > 1) {
      cuts.push(block.startLine + index);
      size = 0;
    }
    size += lineSize;
  }
  return cuts;
}

function itemPattern(first: string): RegExp {
  const indent = Math.min(first.length - first.trimStart().length, 20);
  return new RegExp(`^\\s{0,${indent}}(?:[-*+]|\\d{1,9}[.)])\\s`);
}

function textOfLines(block: Block, own: string[]): string {
  if (block.kind !== "code")
    return block.kind === "table" ? rowsText(own) : plainText(own.join("\n"));
  return own
    .filter((line) => !/^[\s>]*(?:`{3,}|~{3,})/.test(line))
    .join("\n")
    .trimEnd();
}

function rowsText(rows: string[]): string {
  const cells = rows.filter((row) => /[^\s|:>-]/.test(row)).map((row) => row.split(/(?<!\\)\|/));
  const texts = cells.map((row) => row.map((cell) => cell.trim()).filter((cell) => cell !== ""));
  return plainText(texts.map((row) => row.join(" \t")).join("\n\n"));
}

function splitLine(piece: Piece, most: number): Piece[] {
  if (weightOf(piece.text) <= most) return [piece];
  const longest = wordsOfPart * charactersOfWord;
  const parts: string[] = [];
  let part = "";
  let size = 0;
  for (const { text } of sentences(piece.text)) {
    const sentenceSize = weightOf(text);
    if (size > 0 && size + sentenceSize > wordsOfPart) {
      parts.push(part);
      part = "";
      size = 0;
    }
    part = part === "" ? text : `${part} ${text}`;
    size += sentenceSize;
  }
  parts.push(part);
  return parts
    .flatMap((text) => (weightOf(text) <= mostWords ? [text] : slices(text, longest)))
    .map((text) => ({ ...piece, text, words: weightOf(text), content: text }));
}

function slices(text: string, longest: number): string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length; ) {
    const limit = start + longest;
    const space = limit >= text.length ? -1 : text.lastIndexOf(" ", limit);
    const end = space > start + longest / 2 ? space : limit;
    found.push(text.slice(start, end).toWellFormed().trim());
    start = end;
  }
  return found.filter((part) => part !== "");
}
