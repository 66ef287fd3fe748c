/** How a file is written, apart from what it says. */
type TextHabits = {
  hasBom: boolean;
  /** What its lines end with; "mixed" where both kinds occur. */
  lineEnd: "\n" | "\r\n" | "mixed";
  /** The kind most of its lines have. */
  usualEnd: "\n" | "\r\n";
  endsWithBreak: boolean;
};

export function habitsOf(text: string): TextHabits {
  const windows = text.split("\r\n").length - 1;
  const all = text.split("\n").length - 1;
  const usualEnd = windows * 2 > all ? "\r\n" : "\n";
  return {
    hasBom: text.startsWith("\uFEFF"),
    lineEnd: windows > 0 && windows < all ? "mixed" : usualEnd,
    usualEnd,
    endsWithBreak: text.endsWith("\n"),
  };
}

/** The text in the habits of the file it replaces. */
export function withHabits(text: string, habits: TextHabits): string {
  const bare = withoutBom(text);
  // Who knows both kinds of line ends has seen them in the file.
  const isAware = habits.lineEnd === "mixed" && habitsOf(bare).lineEnd === "mixed";
  const lines = isAware ? bare : withLineEnds(bare, habits.usualEnd);
  return (habits.hasBom ? "\uFEFF" : "") + withFinalBreak(lines, habits);
}

export function withLineEnds(text: string, lineEnd: "\n" | "\r\n"): string {
  const plain = text.replaceAll("\r\n", "\n");
  return lineEnd === "\n" ? plain : plain.replaceAll("\n", "\r\n");
}

export function withoutBom(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function withFinalBreak(text: string, { endsWithBreak, usualEnd }: TextHabits): string {
  if (text === "") return text;
  if (endsWithBreak) return text.endsWith("\n") ? text : text + usualEnd;
  return text.replace(/\r?\n$/, "");
}
