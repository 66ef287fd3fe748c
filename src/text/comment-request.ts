import { blockQuote } from "./markdown-writing.ts";

export type CommentRequest = { who: string; number: number; where: string; text: string };

/** What somebody asked for in a comment on a pull request: quoted, so that none of it passes for words around it. */
export function commentRequest({ who, number, where, text }: CommentRequest): string {
  return `${who} wrote on pull request ${number}${where}:\n\n${blockQuote(text)}`;
}

const longestOpening = 600;
const opening =
  /^.{1,250} wrote on pull request \d{1,12}(?:, about line \d{1,12} of ".{0,250})?:$/u;

/** The text with such requests as their writers worded them. */
export function withoutCommentQuotes(text: string): string {
  let isQuoted = false;
  const lines = text.split("\n");
  const kept = lines.flatMap((line, index) => {
    if (isOpening(lines, index)) {
      isQuoted = true;
      return [];
    }
    const isIn = isQuoted && (line.startsWith(">") || isOpening(lines, index - 1));
    isQuoted = isIn;
    return [isIn ? line.replace(/^> ?/, "") : line];
  });
  return kept.join("\n").trim();
}

function isOpening(lines: string[], index: number): boolean {
  const line = lines[index] ?? "";
  if (line.length > longestOpening || !opening.test(line)) return false;
  return lines[index + 1] === "" && lines[index + 2]?.startsWith(">") === true;
}
