import { emitLine, emitMark, type Layout } from "./layout.ts";
import type { Mark } from "./mark.ts";

/** What is known while a line of text is laid out. */
export type TextPass = {
  layout: Layout;
  /** What the next line of the output begins with: indentation, and the marks of quotes and list items once. */
  lead: string;
  nextLead: string;
  /** The column at which the text begins. */
  column: number;
  /** What was read of the text and not put out yet. */
  text: string;
  /** Nothing but tags stood on the line so far. */
  isFirst: boolean;
  hasText: boolean;
  /** Nothing was put out for the line so far. */
  isBare: boolean;
  /** A heading or a row of a table, which elements between blocks would tear apart. */
  isInlineOnly: boolean;
};

/** Puts out the text so far, on lines of its own. */
export function flush(pass: TextPass): void {
  const { layout, text } = pass;
  pass.text = "";
  if (text.trim() === "") return;
  const [first = "", ...others] = text.split("\n");
  emitLine(layout, pass.lead + (pass.isBare ? first : first.trimStart()), layout.at - 1);
  for (const line of others) emitLine(layout, pass.nextLead + line.trimStart(), layout.at - 1);
  pass.lead = pass.nextLead;
  pass.hasText = true;
  pass.isBare = false;
}

/** Puts out the text so far and a mark behind it. */
export function flushMark(pass: TextPass, mark: Mark): void {
  flush(pass);
  emitMark(pass.layout, pass.lead, mark);
  pass.lead = pass.nextLead;
  pass.isBare = false;
}
