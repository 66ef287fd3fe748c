/** What the model's text is cut into before it may leave. */
export type Piece =
  /** Prose; whatever a renderer would turn into a link, a tag or a character of its own is broken on the way out. */
  | { kind: "plain"; text: string }
  /** Safe as it stands. */
  | { kind: "raw"; text: string }
  /** A code span with its backticks. */
  | { kind: "code"; text: string }
  /** A link to an allowed place begins here. */
  | { kind: "link"; text: string }
  /** The end of a line. */
  | { kind: "line" }
  /** Numbers of passages; `gap` is the space before them. */
  | { kind: "marks"; numbers: number[]; gap: string };

export type Sink = (piece: Piece) => void;

/** After this much of a construct without its end, it is taken for plain text. */
export const longestConstruct = 2_000;

/** Text as inline code, whatever backticks are in it. */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = "`".repeat(longest + 1);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${ticks}${space}${text}${space}${ticks}`;
}
