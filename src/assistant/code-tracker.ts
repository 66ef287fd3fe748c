import { closesFence, type Fence, openFence } from "../markdown/fence.ts";

/** Follows Markdown as it is written and tells whether its end lies inside code. */
export type CodeTracker = {
  add(text: string): void;
  isInside(): boolean;
  /** The last line so far closes a fence; more text on that line would open it again. */
  isOnClosingLine(): boolean;
};

const longestFenceLine = 1_000;

export function createCodeTracker(): CodeTracker {
  let fence: Fence | undefined;
  let line = "";
  let openTicks = 0;
  let ticks = 0;

  function endLine(): void {
    if (fence === undefined) fence = openFence(line);
    else if (closesFence(line, fence)) fence = undefined;
    line = "";
    openTicks = 0;
    ticks = 0;
  }

  function addCharacter(character: string): void {
    if (line.length < longestFenceLine) line += character;
    if (character === "`") {
      ticks += 1;
      return;
    }
    openTicks = afterRun(openTicks, ticks);
    ticks = 0;
  }

  return {
    add(text) {
      for (const character of text) {
        if (character === "\n") endLine();
        else addCharacter(character);
      }
    },
    isInside() {
      if (fence !== undefined) return !closesFence(line, fence);
      return openFence(line) !== undefined || afterRun(openTicks, ticks) > 0;
    },
    isOnClosingLine: () => fence !== undefined && closesFence(line, fence),
  };
}

/** A run of backticks opens a code span, which only a run of the same length closes. */
function afterRun(open: number, run: number): number {
  if (run === 0) return open;
  if (open === 0) return run;
  return open === run ? 0 : open;
}
