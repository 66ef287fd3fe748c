export type CodeKind =
  | ""
  | "comment"
  | "string"
  | "number"
  | "keyword"
  | "name"
  | "property"
  | "heading"
  | "strong"
  | "link"
  | "tag"
  | "punctuation";

export type CodeToken = {
  text: string;
  kind: CodeKind;
  /** Column of the token, which is also its name among the tokens of a line. */
  at: number;
  isMarked?: boolean;
};

/** The same tokens, cut so that the columns from `start` up to `end` are marked. */
export function markColumns(tokens: CodeToken[], start: number, end: number): CodeToken[] {
  return tokens.flatMap((token) => {
    const from = Math.max(start - token.at, 0);
    const to = Math.min(end - token.at, token.text.length);
    if (from >= to) return [token];
    const pieces = [
      { ...token, text: token.text.slice(0, from) },
      { ...token, text: token.text.slice(from, to), at: token.at + from, isMarked: true },
      { ...token, text: token.text.slice(to), at: token.at + to },
    ];
    return pieces.filter((piece) => piece.text !== "");
  });
}
