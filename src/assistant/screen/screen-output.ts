import { type Blocks, noBlocks, readLine } from "./screen-blocks.ts";

/** Text on its way out, and what a renderer makes of its lines so far. */
export type Output = {
  /** Writes what is safe as it stands. */
  write(text: string): void;
  /** The beginning of the unfinished last line: all of it, unless it is long. */
  lineHead(): string;
  /** What was open before that line. */
  blocks(): Blocks;
  last(): string;
  /** This line has code that would come apart if it were the head of a table. */
  forbidTable(): void;
  /** Whether the line before this one has such code. */
  isTableForbidden(): boolean;
  /** What was written since the last call. */
  take(): string;
  text(): string;
};

const longestHead = 400;

export function createOutput(): Output {
  let blocks = noBlocks;
  let line = "";
  let head = "";
  let fresh = "";
  let taken = "";
  let last = "";
  let isForbidden = false;
  let wasForbidden = false;
  return {
    write(text) {
      if (text === "") return;
      const pieces = text.split("\n");
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) {
          blocks = readLine(blocks, line).after;
          line = "";
          head = "";
          wasForbidden = isForbidden;
          isForbidden = false;
        }
        line += piece;
        if (head.length < longestHead) head = line.slice(0, longestHead);
      }
      fresh += text;
      last = text.slice(-1);
    },
    lineHead: () => head,
    blocks: () => blocks,
    last: () => last,
    forbidTable() {
      isForbidden = true;
    },
    isTableForbidden: () => wasForbidden,
    take() {
      const text = fresh;
      taken += text;
      fresh = "";
      return text;
    },
    text: () => taken + fresh,
  };
}
