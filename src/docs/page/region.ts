/** A piece of a text, in UTF-16 units. */
export type Range = { start: number; end: number };

/** The address of a link or image, as written in the page. */
export type TargetRegion = Range & {
  kind: "target";
  form: "inline" | "definition" | "attribute" | "bare";
  /** Markdown between the brackets; "" where the form has none. */
  label: string;
  isImage: boolean;
  /** The whole of it, brackets included. */
  around: Range;
};

/** Square brackets of the text in the order they are closed: a link, or one by reference if its label is defined. */
export type BracketPair = {
  open: number;
  close: number;
  /** Where the `(address)` or the `[label]` behind it ends; behind the bracket when there is neither. */
  end: number;
  isInline: boolean;
  isImage: boolean;
};

/** A piece of a page. Everything that is neither code, address, markup nor front matter is text for a reader. */
export type Region = (Range & { kind: "front-matter" | "text" | "code" | "markup" }) | TargetRegion;
