import { agreementOf, type BundledEmbedder } from "../../models/vectors/static/embedder.ts";

/** A passage by the tokens of its parts. */
export type CutPassage = {
  /** Of the page's title and the headings above it. */
  names: Uint32Array;
  /** Of the last of them. */
  heading: Uint32Array;
  /** The last of them as it is written, without marks. */
  called: string;
  /** Of every paragraph, list item, table row and code block. */
  blocks: Uint32Array[];
  /** All of them, in rising order. */
  tokens: Uint32Array;
};

/** How far a passage speaks of a question, as a whole and in its parts, from 0 to 1. */
export type PassageComparison = {
  /** Share of the question that it has, in these or related words. */
  agreement: number;
  /** Share of the question that the one block with most of it has, under its heading. */
  focus: number;
  /** Share that the page's title and the headings have alone. */
  naming: number;
};

export const incomparable: PassageComparison = { agreement: 0, focus: 0, naming: 0 };

const mostBlocks = 40;

export function cutPassage(
  { tokens }: Pick<BundledEmbedder, "tokens">,
  { names, content }: { names: string[]; content: string },
): CutPassage {
  const blocks = blocksOf(content).map(tokens);
  const named = tokens(names.join("\n"));
  const all = new Set(named);
  for (const block of blocks) for (const token of block) all.add(token);
  const last = names.at(-1) ?? "";
  const parts = { names: named, heading: tokens(last), called: plainName(last), blocks };
  return { ...parts, tokens: Uint32Array.from(all).sort() };
}

/** A heading, or a question that is one: the same letters whatever the marks around them. */
export function plainName(text: string): string {
  return text
    .slice(0, 200)
    .replace(/[\s\p{P}\p{S}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** Each token of the question is compared once with those of all parts; the rest is taking the best of them. */
export function comparePassages(
  { nearness }: Pick<BundledEmbedder, "nearness">,
  question: string,
  passages: CutPassage[],
): PassageComparison[] {
  const parts = passages.flatMap(({ names, heading, blocks }) => [names, heading, ...blocks]);
  const { importance, nearest } = nearness(question, parts);
  const share = (near: Float32Array) => agreementOf(importance, near);
  let at = 0;
  return passages.map(({ blocks }) => {
    const nothing = new Float32Array(importance.length);
    const [names = nothing, heading = nothing] = nearest.slice(at, at + 2);
    const inBlocks = nearest.slice(at + 2, at + 2 + blocks.length);
    at += 2 + blocks.length;
    const naming = share(names);
    const focus = Math.max(naming, ...inBlocks.map((block) => share(nearer(heading, block))));
    return { agreement: share(inBlocks.reduce(nearer, names)), focus, naming };
  });
}

function nearer(one: Float32Array, other: Float32Array): Float32Array {
  const nearest = new Float32Array(one.length);
  for (let at = 0; at < one.length; at += 1) nearest[at] = Math.max(one[at] ?? 0, other[at] ?? 0);
  return nearest;
}

/** Paragraphs, list items, table rows and code blocks, as far as blank lines and markers show them. */
function blocksOf(content: string): string[] {
  const blocks: string[] = [];
  let block = "";
  for (const line of content.split("\n")) {
    const isBorder = line.trim() === "" || /^\s{0,20}(?:[-*+|]|\d{1,3}[.)])/.test(line);
    if (isBorder && block !== "" && blocks.length + 1 < mostBlocks) {
      blocks.push(block);
      block = "";
    }
    block += `${line}\n`;
  }
  return [...blocks, block].filter((one) => one.trim() !== "");
}
