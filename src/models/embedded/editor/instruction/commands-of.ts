import type { Paragraph } from "./paragraphs-of.ts";
import type { Quote } from "./quotes.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** What belongs to one request, from as many sentences as it takes. */
export type Command = { tokens: Token[] };

/** Cuts an instruction into requests: what stands before a verb leads to it, what follows without one says more about it. */
export function commandsOf(
  paragraphs: Paragraph[],
  quotes: Quote[],
  isWide: (tokens: Token[]) => boolean,
): Command[] {
  const commands: Command[] = [];
  let header: Token[] = [];
  let pending: Token[] = [];
  for (const [index, paragraph] of paragraphs.entries()) {
    const tokens = tokensOf(paragraph.text, quotes, commands.length > 0);
    const isHeader =
      !paragraph.isItem && paragraphs[index + 1]?.isItem === true && tokens.at(-1)?.is === ":";
    if (isHeader || !paragraph.isItem) header = [];
    if (isHeader) {
      header = tokens.slice(0, -1);
      continue;
    }
    for (const piece of piecesOf(tokens)) {
      const isNext =
        hasVerb(piece) && !(isMore(piece) && (pending.length > 0 || commands.length > 0));
      if (
        isNext ||
        (pending.some(({ is }) => is !== "aside") && piece.some(({ is }) => is === "apply")) ||
        (paragraph.isItem &&
          header.some(({ is }) => is.startsWith("!")) &&
          piece.some(({ quote }) => quote))
      ) {
        commands.push({ tokens: [...header, ...pending, ...piece] });
        pending = [];
      } else if (isMore(piece) && pending.length > 0) {
        commands.push({ tokens: [...pending, ...piece] });
        pending = [];
      } else if (commands.length === 0 || piece.every(({ is }) => is === "aside" || is === ","))
        pending.push(...piece);
      else
        for (const command of wanted(commands, piece, isWide))
          command.tokens = [...command.tokens, comma(piece), ...piece];
    }
  }
  const last = commands.at(-1);
  if (pending.length > 0) {
    if (last === undefined) commands.push({ tokens: pending });
    else last.tokens = [...last.tokens, ...pending];
  }
  return commands.filter(({ tokens }) => tokens.some(({ is }) => !/^[,.:]$/.test(is)));
}

/** "It should be “b”": more about what was said before. */
function isMore(piece: Token[]): boolean {
  const [first, second] = piece;
  if (first?.is === "it" && second?.is === "should-be") return true;
  return /^(?:its|text)$/.test(first?.is ?? "") && piece.some(({ is }) => is === "should-be");
}

function comma(piece: Token[]): Token {
  return {
    is: ";",
    text: piece[0]?.text ?? "",
    start: piece[0]?.start ?? 0,
    end: piece[0]?.start ?? 0,
  };
}

const scopeStart = /^(?:except|not|leave|only|also|but|part|exact-case|in|everywhere)$/;

/** How far it goes is said of all requests before it that can be narrowed. */
function wanted(
  commands: Command[],
  piece: Token[],
  isWide: (tokens: Token[]) => boolean,
): Command[] {
  const isScope =
    scopeStart.test(piece[0]?.is ?? "") || piece.some(({ is }) => is === "stays" || is === "too");
  const wide = isScope ? commands.filter(({ tokens }) => isWide(tokens)) : [];
  return wide.length > 0 ? wide : commands.slice(-1);
}

const ends: ReadonlySet<string> = new Set([".", ";", "-"]);

/** Sentences, and within them each verb that a joint leads to. */
function piecesOf(tokens: Token[]): Token[][] {
  const pieces: Token[][] = [[]];
  for (const token of tokens) {
    const piece = pieces.at(-1) ?? [];
    if (ends.has(token.is)) {
      pieces.push([]);
      continue;
    }
    const isJoined = /^(?:and|,|but|:|also|only)$/.test(piece.at(-1)?.is ?? "");
    if (token.is.startsWith("!") && hasVerb(piece) && isJoined && !isUse(token, piece)) {
      while (/^(?:and|,|but|also)$/.test(piece.at(-1)?.is ?? "")) piece.pop();
      pieces.push([token]);
      continue;
    }
    piece.push(token);
  }
  return pieces.filter((piece) => piece.some(({ is }) => is !== ","));
}

/** "Instead of “a”, use “b”", "“a” is wrong, make it “b”" */
function isUse(token: Token, piece: Token[]): boolean {
  if (token.is === "!fix" && piece.some(({ is }) => is === "!check")) return true;
  return (
    (token.is === "!use" || token.is === "!write" || token.is === "!make") &&
    !piece.some(({ is }) => is.startsWith("!"))
  );
}

function hasVerb(piece: Token[]): boolean {
  const isPair = piece.some(({ is }) => is === "should-be" || is === "becomes" || is === "->");
  return (
    isPair ||
    piece.some(
      ({ is }, at) =>
        is.startsWith("!") ||
        (is === "new" && at === 0 && /^(?:page|section|place|heading-q)$/.test(piece[1]?.is ?? "")),
    )
  );
}
