import { type JsonNode, memberOf, readJsonText } from "../../docs/values/json-text.ts";
import { lineCounter } from "../../docs/values/line-counter.ts";
import { fenceAround } from "../../text/markdown-writing.ts";
import type { FileText, PageText } from "./format.ts";

/** A run of text and the lines of the file that it stands on; `code` is set off by fences on the lines around it. */
type Piece = {
  code: string | undefined;
  /** Lines of the brackets around the text, from 0. */
  open: number;
  close: number;
  lines: { at: number; text: string }[];
};

const mostOutputLines = 12;
const mostOutputCharacters = 800;

/** The cells of a notebook as Markdown, each line where the file has it. Nothing in it is run. Never throws. */
export function readNotebook({ path, text: source }: FileText): {
  pages: PageText[];
  reason?: string;
} {
  const text = source.replace(/^\uFEFF/, "");
  const root = readJsonText(text);
  if (root === undefined) return { pages: [], reason: "The notebook is not valid JSON." };
  const cells = memberOf(root, "cells");
  if (cells?.kind !== "array")
    return {
      pages: [],
      reason: "The notebook has no cells: formats before version 4 are not read.",
    };
  const lineOf = lineCounter(text);
  const language = languageOf(root);
  const pieces = cells.items.flatMap((cell) => piecesOf(cell, language, (at) => lineOf(at) - 1));
  if (pieces.length === 0) return { pages: [] };
  const content = inPlace(pieces, text.split("\n").length) ?? oneByOne(pieces);
  return { pages: [{ path, content: content.toWellFormed().replaceAll("\0", ""), problems: [] }] };
}

function languageOf(root: JsonNode): string {
  const metadata = memberOf(root, "metadata");
  const named = [
    memberOf(memberOf(metadata, "language_info"), "name"),
    memberOf(memberOf(metadata, "kernelspec"), "language"),
  ].map(textOf);
  return named.find((name) => /^[\w+#.-]{1,30}$/.test(name)) ?? "python";
}

function textOf(node: JsonNode | undefined): string {
  return node?.kind === "string" ? node.value : "";
}

type LineOf = (at: number) => number;

function piecesOf(cell: JsonNode, language: string, lineOf: LineOf): Piece[] {
  const kind = textOf(memberOf(cell, "cell_type"));
  const source = pieceOf(memberOf(cell, "source"), lineOf);
  const metadata = memberOf(cell, "metadata");
  const tags = tagsOf(metadata);
  if (tags.some((tag) => /^(?:remove|hide|hidden)(?:[-_]cell)?$/.test(tag))) return [];
  if (kind === "markdown") return source === undefined ? [] : [withWords(source)];
  // Tools that make pages of notebooks leave cells out that begin with this comment.
  if (kind !== "code" || /^#\s?\|?\s?hide\b/.test(source?.lines[0]?.text ?? "")) return [];
  const isHidden =
    tags.some((tag) => /^(?:remove|hide)[-_]input$/.test(tag)) ||
    isTrue(memberOf(memberOf(metadata, "jupyter"), "source_hidden"));
  const showsOutput = !tags.some((tag) => /^(?:remove|hide)[-_]output/.test(tag));
  const code = source === undefined || isHidden ? [] : [{ ...source, code: language }];
  return showsOutput ? [...code, ...outputsOf(memberOf(cell, "outputs"), lineOf)] : code;
}

/** Books made of notebooks refer to their parts as `<<chapter_intro>>`. */
function withWords({ lines, ...piece }: Piece): Piece {
  const words = (_: string, name: string) => name.replace(/[-_]+/g, " ");
  const shown = lines.map(({ at, text }) => ({
    at,
    text: text.replace(/<<([\w-]{1,100})>>/g, words),
  }));
  return { ...piece, lines: shown };
}

function isTrue(node: JsonNode | undefined): boolean {
  return node?.kind === "other" && node.end - node.start === 4;
}

function tagsOf(metadata: JsonNode | undefined): string[] {
  const tags = memberOf(metadata, "tags");
  return tags?.kind === "array" ? tags.items.map(textOf) : [];
}

/** Short text that the code gave; pictures, tables of HTML and errors are left out. */
function outputsOf(outputs: JsonNode | undefined, lineOf: LineOf): Piece[] {
  if (outputs?.kind !== "array") return [];
  return outputs.items.flatMap((output) => {
    const data = memberOf(output, "data");
    const isPlain = data?.kind === "object" && data.members.length === 1;
    const isStream = textOf(memberOf(output, "name")) === "stdout";
    const node = isStream
      ? memberOf(output, "text")
      : isPlain
        ? memberOf(data, "text/plain")
        : undefined;
    const piece = pieceOf(node, lineOf);
    const length = piece?.lines.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
    const isShort = (piece?.lines.length ?? 0) <= mostOutputLines && length <= mostOutputCharacters;
    return piece === undefined || !isShort || /^<[\w.][^>]*>$/.test(piece.lines[0]?.text ?? "")
      ? []
      : [{ ...piece, code: "text" }];
  });
}

/** Text as a notebook keeps it: a list of lines, or one string. */
function pieceOf(node: JsonNode | undefined, lineOf: LineOf): Piece | undefined {
  if (node?.kind !== "array" && node?.kind !== "string") return undefined;
  const strings = node.kind === "array" ? node.items : [node];
  const lines = strings.flatMap((item) => {
    const at = lineOf(item.start);
    const texts = textOf(item)
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
    return item.kind === "string" ? texts.map((text) => ({ at, text: withoutColours(text) })) : [];
  });
  if (lines.every(({ text }) => text.trim() === "")) return undefined;
  return { code: undefined, open: lineOf(node.start), close: lineOf(node.end), lines };
}

function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are told colours with it.
  return text.replace(/\u001b\[[\d;]{0,20}m/g, "");
}

/** Every line where the file has it; undefined where the file has several on one line. */
function inPlace(pieces: Piece[], count: number): string | undefined {
  const out: string[] = Array.from({ length: count }, () => "");
  const taken = new Set<number>();
  for (const { code, open, close, lines } of pieces) {
    const fence = fenceFor(lines);
    const own =
      code === undefined
        ? lines
        : [{ at: open, text: fence + code }, ...lines, { at: close, text: fence }];
    for (const { at, text } of own) {
      if (taken.has(at)) return undefined;
      taken.add(at);
      out[at] = text;
    }
  }
  return out.join("\n");
}

function fenceFor(lines: Piece["lines"]): string {
  return fenceAround(lines.map(({ text }) => text).join("\n")).split("\n", 1)[0] ?? "```";
}

function oneByOne(pieces: Piece[]): string {
  const texts = pieces.map(({ code, lines }) => {
    const text = lines.map((line) => line.text).join("\n");
    return code === undefined ? text : fenceAround(text, code);
  });
  return `${texts.join("\n\n")}\n`;
}
