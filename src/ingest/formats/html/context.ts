import type { Element, Node } from "./element.ts";

/** Where in the page the writer stands. */
export type Context = {
  /** How many elements are around; text below `maxDepth` of them is written without form. */
  depth: number;
  /** How many lists and quotes are around. Beyond `maxNesting` text moves no further to the right. */
  nesting: number;
  /** How many descriptions of program parts are around, each under a heading of its own. */
  signatures: number;
  /** Level of the last heading that was written. */
  heading: { level: number };
  /** Elements with a block somewhere inside, which are not part of a line. */
  holders: ReadonlySet<Element>;
  /** Labels of tab panels. */
  labels: ReadonlyMap<Element, string>;
};

export type WriteBlocks = (nodes: Node[], context: Context) => string[];

export const maxDepth = 150;
export const maxNesting = 8;

export function nested(context: Context): Context {
  return { ...context, nesting: context.nesting + 1 };
}
