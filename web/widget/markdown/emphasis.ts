import type { MarkdownNode, MarkdownTag } from "../../shared/markdown/markdown-node.ts";

export type Delimiter = {
  mark: "*" | "_" | "~";
  count: number;
  canOpen: boolean;
  canClose: boolean;
};

/** How far back a closing mark looks for its opening one. */
const farthest = 60;

/** The run of marks at a place, and whether words may begin or end with it. */
export function delimiterAt(text: string, at: number): Delimiter | undefined {
  const mark = text.charAt(at);
  if (mark !== "*" && mark !== "_" && mark !== "~") return undefined;
  let end = at;
  while (text[end] === mark) end += 1;
  const count = end - at;
  if (mark === "~" && count !== 2) return undefined;
  const before = text.slice(Math.max(0, at - 1), at);
  const after = text.charAt(end);
  const isLeft = flanks(after, before);
  const isRight = flanks(before, after);
  if (mark !== "_") return { mark, count, canOpen: isLeft, canClose: isRight };
  return {
    ...{ mark, count },
    canOpen: isLeft && (!isRight || isPunctuation(before)),
    canClose: isRight && (!isLeft || isPunctuation(after)),
  };
}

/** Whether marks cling to the character on one side, given the one on the other. */
function flanks(near: string, far: string): boolean {
  if (isSpace(near)) return false;
  return !isPunctuation(near) || isSpace(far) || isPunctuation(far);
}

function isSpace(character: string): boolean {
  return character === "" || /\s/.test(character);
}

function isPunctuation(character: string): boolean {
  return /[\p{P}\p{S}]/u.test(character);
}

type Open = { at: number; left: number } & Delimiter;

/** Marks that belong together become elements around what is between them; the others stay text. */
export function pairUp(pieces: (MarkdownNode | Delimiter)[]): MarkdownNode[] {
  const out: MarkdownNode[] = [];
  const opened: Open[] = [];
  for (const piece of pieces) {
    if ("type" in piece) {
      out.push(piece);
      continue;
    }
    const rest = piece.canClose ? closeWith(piece, out, opened) : piece.count;
    if (rest === 0) continue;
    if (piece.canOpen) opened.push({ ...piece, at: out.length, left: rest });
    out.push({ type: "text", text: piece.mark.repeat(rest) });
  }
  return out;
}

/** Closes what it can and says how many of its marks are left. */
function closeWith(closer: Delimiter, out: MarkdownNode[], opened: Open[]): number {
  let left = closer.count;
  for (let index = opened.length - 1; index >= 0 && left > 0; ) {
    const open = opened[index];
    if (!open || opened.length - index > farthest) break;
    if (open.mark !== closer.mark || isUneven(open, closer)) {
      index -= 1;
      continue;
    }
    const used = open.left >= 2 && left >= 2 ? 2 : 1;
    wrap(out, open, used, tagOf(closer.mark, used));
    opened.length = index + 1;
    open.left -= used;
    left -= used;
    if (open.left === 0) {
      opened.length = index;
      index -= 1;
    }
  }
  return left;
}

/** `**a*b*` and its like: marks that both open and close pair up only where their lengths fit. */
function isUneven(open: Open, closer: Delimiter): boolean {
  const isBoth = (open.canOpen && open.canClose) || (closer.canOpen && closer.canClose);
  const isThird = (open.count + closer.count) % 3 === 0;
  return isBoth && isThird && (open.count % 3 !== 0 || closer.count % 3 !== 0);
}

function wrap(out: MarkdownNode[], open: Open, used: number, tag: MarkdownTag): void {
  const children = out.splice(open.at + 1);
  const rest = open.left - used;
  if (rest === 0) out.pop();
  else out[open.at] = { type: "text", text: open.mark.repeat(rest) };
  out.push({ type: "element", tag, start: 1, children });
}

function tagOf(mark: Delimiter["mark"], used: number): MarkdownTag {
  if (mark === "~") return "s";
  return used === 2 ? "strong" : "em";
}
