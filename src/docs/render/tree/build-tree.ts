import type { Token } from "markdown-it";
import { codeBlock } from "../code/code-block.ts";
import type { LaidOut } from "../layout/lay-out-page.ts";
import type { Mark } from "../layout/mark.ts";
import type { PageAddresses } from "../page-addresses.ts";
import { groupSiblings } from "../shapes/group-siblings.ts";
import { shapeMark } from "../shapes/shape-mark.ts";
import { addInline } from "./add-inline.ts";
import { closeMark, type Frame, finish, type Growth, openFrame, openMark } from "./growth.ts";
import { element, type LineRange, type PageNode } from "./page-node.ts";

/** The page as a tree: Markdown's blocks, with components in the places of their marks. */
export function buildTree(tokens: Token[], laid: LaidOut, addresses: PageAddresses): PageNode[] {
  const root: Frame = { element: element("", {}, []), mark: undefined };
  const growth: Growth = {
    frames: [root],
    shape: (mark, built) => shapeMark(mark, built, addresses),
  };
  for (const token of tokens) addToken(growth, token, { laid, addresses });
  while (growth.frames.length > 1) finish(growth, undefined);
  return groupSiblings(root.element.children);
}

type Context = { laid: LaidOut; addresses: PageAddresses };

function addToken(growth: Growth, token: Token, context: Context): void {
  const lines = linesOf(token, context.laid);
  if (token.type === "inline") {
    addInline(growth, token.children ?? [], context);
  } else if (token.type === "page_mark") {
    addMark(growth, context.laid.marks[Number(token.info)]);
  } else if (token.type === "code_block" || token.type === "fence") {
    const { first, last } = lines ?? { first: 1, last: 1 };
    const written = token.content.replace(/\n$/, "").split("\n");
    put(growth, codeBlock({ info: token.info, lines: written, firstLine: first, lastLine: last }));
  } else if (token.nesting === 1) {
    openFrame(growth, element(token.hidden ? "" : token.tag, attributesOf(token), [], lines));
  } else if (token.nesting === -1) {
    closeBlock(growth);
  } else {
    put(growth, element(token.tag, {}, [], lines));
  }
}

function put(growth: Growth, node: PageNode): void {
  growth.frames.at(-1)?.element.children.push(node);
}

/** Whatever marks opened inside a block of Markdown ends with it. */
function closeBlock(growth: Growth): void {
  for (let frame = growth.frames.at(-1); frame?.mark !== undefined; frame = growth.frames.at(-1))
    finish(growth, undefined);
  if (growth.frames.length > 1) finish(growth, undefined);
}

export function addMark(growth: Growth, mark: Mark | undefined): void {
  if (mark === undefined) return;
  if (mark.kind === "code") put(growth, codeBlock(mark.code));
  else if (mark.kind === "close") closeMark(growth, mark);
  else openMark(growth, mark);
}

const alignments: Record<string, string> = {
  "text-align:center": "dx-center",
  "text-align:right": "dx-right",
};

function attributesOf(token: Token): Record<string, string> {
  const start = token.attrGet("start");
  const style = token.attrGet("style");
  const alignment = typeof style === "string" ? alignments[style] : undefined;
  return {
    ...(start !== null && token.tag === "ol" && { start: String(start) }),
    ...(alignment !== undefined && { class: alignment }),
  };
}

/** The lines of the page that a block comes from, without the empty ones behind it. */
function linesOf({ map, hidden }: Token, { lines, lineNumbers }: LaidOut): LineRange | undefined {
  if (map === null || hidden) return undefined;
  const [start, end] = map;
  let last = Math.min(end, lines.length) - 1;
  while (last > start && (lines[last] ?? "").trim() === "") last -= 1;
  const first = lineNumbers[start];
  return first === undefined ? undefined : { first, last: lineNumbers[last] ?? first };
}
