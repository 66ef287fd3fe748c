/** A tag, a directive or a shortcode of the page, whatever it is written in. */
export type MarkElement = {
  /** In lower case. */
  name: string;
  attributes: ReadonlyMap<string, string>;
  flags: ReadonlySet<string>;
};

/** Code as it is written, without the marks around it. Lines are those of the page. */
export type WrittenCode = { info: string; lines: string[]; firstLine: number; lastLine: number };

/** What a place holder in the laid-out text stands for. */
export type Mark =
  | { kind: "open" | "empty"; element: MarkElement; line: number }
  | { kind: "close"; name: string; line: number }
  | { kind: "code"; code: WrittenCode };

/** Characters of the private use area: those of the page itself are taken out before. */
export const blockStart = "\uE000";
export const inlineStart = "\uE002";
export const markEnd = "\uE001";

export function withoutMarks(text: string): string {
  return text.replace(/[\uE000-\uE002]/g, "\uFFFD");
}

/** The number of the mark that begins at the place, and where it ends. */
export function readMark(text: string, at: number): { index: number; end: number } | undefined {
  const end = text.indexOf(markEnd, at + 1);
  if (end === -1 || end - at > 12) return undefined;
  return { index: Number(text.slice(at + 1, end)), end: end + 1 };
}
