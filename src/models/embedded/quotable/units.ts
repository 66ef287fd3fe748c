import { sentences } from "../../../text/sentences.ts";
import { terms } from "../../../text/terms.ts";
import type { QuotableBlock } from "./blocks.ts";
import type { QuotablePassage } from "./quotable-passage.ts";
import { withoutMarkers } from "./without-markers.ts";
import { wordCount } from "./word-count.ts";

/** The smallest thing an answer quotes: a sentence, a list item, or one row of a table under its header. */
export type Unit = {
  form: "sentence" | "item" | "row";
  text: string;
  terms: ReadonlySet<string>;
  words: number;
  passage: QuotablePassage;
  /** Index of its block in the passage, and of the unit in that block. */
  block: number;
  index: number;
  /** Place among the units of its passage. */
  place: number;
  /** Terms of the nearest heading above it. */
  heading: ReadonlySet<string>;
  /** Terms of all headings and the title above it. */
  context: ReadonlySet<string>;
};

export function units(passage: QuotablePassage): Unit[] {
  const found: Unit[] = [];
  let heading = passage.headings.at(-1) ?? passage.title;
  for (const [block, own] of passage.blocks.entries()) {
    if (own.kind === "heading") {
      heading = own.text;
      continue;
    }
    const context = new Set(terms([passage.title, ...passage.headings, heading].join("\n")));
    for (const [index, piece] of pieces(own).entries()) {
      found.push({
        ...piece,
        terms: new Set(terms(piece.measured ?? piece.text)),
        words: wordCount(piece.text),
        passage,
        block,
        index,
        place: found.length,
        heading: new Set(terms(heading)),
        context,
      });
    }
  }
  return found;
}

/** The units of one block's prose, cleaned for quoting. */
export function blockSentences(block: QuotableBlock): string[] {
  if (block.kind !== "paragraph" && block.kind !== "quote") return [];
  return split(block.text);
}

type Piece = { form: Unit["form"]; text: string; measured?: string };

function pieces(block: QuotableBlock): Piece[] {
  if (block.kind === "paragraph" || block.kind === "quote") {
    return split(block.text).map((text) => ({ form: "sentence", text }));
  }
  if (block.kind === "list" || block.kind === "steps") {
    return block.items.flatMap((item) => itemPiece(item));
  }
  if (block.kind === "table") return rowPieces(block);
  return [];
}

function split(text: string): string[] {
  return sentences(text.replace(/(?:\\| {2,9})?\n/g, " "))
    .map((sentence) => balanced(withoutMarkers(sentence.text)).trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** The opening paragraph of a list item; nested lists and code are left to quoting the list whole. */
function itemPiece(item: string): Piece[] {
  const lines = item.split("\n");
  const end = lines.findIndex(
    (line, index) => index > 0 && /^(?:$|[-*+] |\d{1,9}[.)] |```|~~~)/.test(line),
  );
  const own = end === -1 ? lines : lines.slice(0, end);
  const text = balanced(withoutMarkers(own.join(" ")))
    .replace(/^\[[ xX]\] /, "")
    .trim();
  return /[\p{L}\p{N}]/u.test(text) ? [{ form: "item", text }] : [];
}

function rowPieces(block: QuotableBlock): Piece[] {
  const [header = "", ...rows] = block.items;
  const delimiter = block.text.split("\n")[1] ?? "";
  return rows.map((row) => ({
    form: "row",
    text: withoutMarkers([header, delimiter, row].join("\n")),
    measured: row,
  }));
}

/** Splitting can cut bold text in two; a lone mark would embolden the rest of the answer. */
function balanced(text: string): string {
  const marks = text.match(/\*\*/g)?.length ?? 0;
  return marks % 2 === 0 ? text : text.replaceAll("**", "");
}
