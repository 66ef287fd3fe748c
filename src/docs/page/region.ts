import type { Effort } from "./markup/script-scan.ts";

/** A piece of a text, in UTF-16 units. */
export type Range = { start: number; end: number };

/** The address of a link or image, as written in the page. */
export type TargetRegion = Range & {
  kind: "target";
  form: "inline" | "definition" | "attribute" | "bare";
  /** Markdown between the brackets; "" where the form has none. */
  label: string;
  isImage: boolean;
};

/** A piece of a page. Everything that is neither code, address, markup nor front matter is text for a reader. */
export type Region = (Range & { kind: "front-matter" | "text" | "code" | "markup" }) | TargetRegion;

/** What the walk through a page knows. `text` has the page's length, so positions hold in the page too. */
export type Scan = {
  readonly text: string;
  readonly isMdx: boolean;
  readonly effort: Effort;
  readonly found: Region[];
  /** Square brackets of the current paragraph that nothing has closed. */
  readonly brackets: number[];
  at: number;
  /** Indented lines belong to a list, an admonition or a component, and are no code. */
  isInContainer: boolean;
  previous: "blank" | "text" | "code" | "statement";
};
