/** One block of a page. Lines are 1-based and inclusive, counted in the file as it is stored. */
export type Block = {
  kind: "heading" | "paragraph" | "list" | "code" | "table" | "quote";
  /** Heading level 1 to 6; 0 for other blocks. */
  level: number;
  /** Readable text: no Markdown or MDX syntax; code and table cells keep their words. */
  text: string;
  startLine: number;
  endLine: number;
};

/** A problem that did not stop the page from being read. */
export type PageProblem = { line: number; message: string };

export type ParsedPage = {
  /** Front matter `title`, else the first heading, else "". */
  title: string;
  description: string;
  /** Front matter as plain JSON values. */
  metadata: Record<string, unknown>;
  /** Front matter asks to keep the page out: `hidden: true`, `published: false`, `search: { exclude: true }` and their like. */
  hidden: boolean;
  blocks: Block[];
  problems: PageProblem[];
};

/** Where a heading stands, and the anchor that leads there. */
export type HeadingPlace = { line: number; heading: string; anchor: string };

/** A run of blocks that is searched and cited as one. */
export type PassageDraft = {
  /** Headings above the passage, outermost first; the page title is not repeated here. */
  headings: string[];
  /** Anchor of the nearest heading ("" at the top of the page): GitHub's slug rules, duplicates numbered. */
  anchor: string;
  /** Headings of further sections in it, in order: tiny neighbours share a passage. */
  laterHeadings: HeadingPlace[];
  startLine: number;
  endLine: number;
  /** The page's own lines startLine..endLine, unchanged; only the part's text where a line is longer than a passage. */
  content: string;
  /** What search reads: the readable text of the blocks. */
  text: string;
};
