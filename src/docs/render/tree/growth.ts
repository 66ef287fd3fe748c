import type { Mark } from "../layout/mark.ts";
import type { PageElement, PageNode } from "./page-node.ts";
import { element } from "./page-node.ts";

export type OpeningMark = Extract<Mark, { kind: "open" | "empty" }>;

/** An element that is being filled: of Markdown, or of a mark. */
export type Frame = { element: PageElement; mark: OpeningMark | undefined };

export type Growth = {
  /** Open elements, outermost first. */
  readonly frames: Frame[];
  /** What a mark and all that stands in it is shown as. */
  shape(mark: OpeningMark, built: PageElement): PageNode[];
};

export function openFrame(growth: Growth, built: PageElement): void {
  growth.frames.push({ element: built, mark: undefined });
}

const deepest = 400;

/** Past a certain depth only what elements hold is shown. */
export function openMark(growth: Growth, mark: OpeningMark): void {
  if (growth.frames.length >= deepest && mark.kind === "open") return;
  const lines = { first: mark.line, last: mark.line };
  growth.frames.push({ element: element(mark.element.name, {}, [], lines), mark });
  if (mark.kind === "empty") finish(growth, mark.line);
}

/** Ends the innermost element of this name, unless a block of Markdown stands between. */
export function closeMark(growth: Growth, { name, line }: { name: string; line: number }): void {
  let index = growth.frames.length - 1;
  for (; growth.frames[index]?.mark !== undefined; index -= 1)
    if (growth.frames[index]?.mark?.element.name === name) break;
  if (growth.frames[index]?.mark === undefined) return;
  while (growth.frames.length > index) finish(growth, line);
}

/** Ends the innermost element, and puts what it is shown as into the one around it. */
export function finish({ frames, shape }: Growth, line: number | undefined): void {
  const frame = frames.pop();
  const parent = frames.at(-1);
  if (frame === undefined || parent === undefined) return;
  const { element: built, mark } = frame;
  const last = line ?? lastLine(built.children) ?? built.lines?.last;
  if (mark !== undefined && built.lines !== undefined && last !== undefined)
    built.lines = { first: built.lines.first, last: Math.max(built.lines.first, last) };
  if (mark !== undefined) push(parent, shape(mark, built));
  else if (built.name === "") push(parent, built.children);
  else parent.element.children.push(built);
}

function push(parent: Frame, nodes: PageNode[]): void {
  for (const node of nodes) parent.element.children.push(node);
}

function lastLine(children: PageNode[]): number | undefined {
  const last = children.findLast((child) => typeof child === "object" && child.lines !== undefined);
  return typeof last === "object" ? last.lines?.last : undefined;
}
