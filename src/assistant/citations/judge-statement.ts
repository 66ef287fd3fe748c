import { sentences } from "../../text/sentences.ts";
import { terms } from "../../text/terms.ts";

/** What a marker vouches for: the last paragraph, list, table or code before it. */
export type Statement = {
  sentences: string[];
  /** The lines of a code block, when that is what was cited. */
  code: string[];
  /** The marker stands below a block and means all of it. */
  isBlock: boolean;
};

const longest = 4_000;
const mostSentences = 30;
const fence = /^\s*(?:`{3,}|~{3,})/;

export function readStatement(text: string): Statement {
  const read = text.slice(-longest).trimEnd();
  const blocks = read.split(/\n[ \t]*\n/);
  const last = blocks.at(-1) ?? "";
  if (fence.test(last.split("\n").at(-1) ?? ""))
    return { sentences: [], code: codeOf(read), isBlock: true };
  const isBlock = /\n[ \t]*\n\s*$/.test(text) || /^\s*\|/.test(last);
  const found = last
    .split("\n")
    .filter((line) => !/^[\s|:-]*$/.test(line))
    .flatMap((line) => sentences(bare(line)));
  const rows = isBlock && /^\s*\|/.test(last) ? found.slice(1) : found;
  return {
    sentences: joined(rows.map((one) => one.text)).slice(-mostSentences),
    code: [],
    isBlock,
  };
}

function codeOf(text: string): string[] {
  const lines = text.split("\n");
  const start = lines.slice(0, -1).findLastIndex((line) => fence.test(line));
  return lines
    .slice(start + 1, -1)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function bare(line: string): string {
  return line.replace(/^[\s>]{0,50}(?:[-*+]|\d{1,9}[.)]|#{1,6})\s/, "");
}

/** A sentence that says too little to be judged, such as "Yes.", belongs to the one before it. */
function joined(texts: string[]): string[] {
  const found: string[] = [];
  for (const text of texts) {
    const previous = found.at(-1);
    if (previous !== undefined && terms(text).length < 2)
      found[found.length - 1] = `${previous} ${text}`;
    else found.push(text);
  }
  return found;
}
