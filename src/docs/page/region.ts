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

/** `[text][label]`: where its two brackets stand, and where the label ends. Whether the label is defined is not known. */
export type ReferenceUse = { open: number; close: number; end: number };

/** A piece of a page. Everything that is neither code, address, markup nor front matter is text for a reader. */
export type Region = (Range & { kind: "front-matter" | "text" | "code" | "markup" }) | TargetRegion;
