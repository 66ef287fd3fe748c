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
      header = saysWhatFollows(tokens) ? [] : tokens.slice(0, -1);
      continue;
    }
    for (const piece of piecesOf(tokens)) {
      const last = commands.at(-1);
      if (last !== undefined && isUpdate(piece, last)) {
        last.tokens = [...last.tokens, comma(piece), ...asScope(piece)];
        continue;
      }
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

/** "Two pages lack a summary:" leads to requests that are whole by themselves; it names no place, no term and no verb. */
function saysWhatFollows(tokens: Token[]): boolean {
  const isCounted =
    /^(?:two|three|four|five|six|some|several|a few|a couple of|these|\d) (?:\w+ ){0,2}(?:pages?|files?|places)\b/i;
  const names = /^(?:pages|files|places|lacking|field|other|number|:|is)$/;
  return isCounted.test(tokens[0]?.text ?? "") && tokens.every(({ is }) => names.test(is));
}

/** "We renamed “a” to “b”, please update x.md and y.md", "we now say “b” instead of “a”, please update x.md" */
function isUpdate(piece: Token[], { tokens }: Command): boolean {
  const [verb, ...places] = piece;
  const has = (wanted: string) => tokens.some(({ is }) => is === wanted);
  const isStated = has("!renamed") || (has("!use") && has("instead-of"));
  if (verb?.is !== "!update" || !isStated || places.length === 0) return false;
  return places.every(({ is, place }) => place !== undefined || /^(?:and|,|language)$/.test(is));
}

function asScope([verb, ...places]: Token[]): Token[] {
  return verb === undefined ? [] : [{ ...verb, is: "in" }, ...places];
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
  const leads = new Map<Token[], Token[]>();
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
      leads.set(pieces.at(-1) ?? [], leads.get(piece) ?? leadOf(piece, token));
      continue;
    }
    piece.push(token);
  }
  return pieces
    .filter((piece) => piece.some(({ is }) => is !== ","))
    .map((piece) => (isPlaced(piece) ? piece : [...(leads.get(piece) ?? []), ...piece]));
}

/** "In a.md, replace … and replace …": where all requests of the sentence apply. Behind "replace … in a.md and replace …" it is anybody's guess, which no request takes. */
function leadOf(piece: Token[], next: Token): Token[] {
  const [first, place] = piece;
  const isLead = first?.is === "in" && place?.place !== undefined;
  if (isLead) return [first, place, comma([next])];
  const isReplaced = next.is === "!replace" && piece.some(({ is }) => is === "!replace");
  const isBounded = piece.some(({ is }, at) => is === "in" && piece[at + 1]?.place !== undefined);
  return isReplaced && isBounded ? [{ ...comma([next]), is: "where?" }] : [];
}

function isPlaced(piece: Token[]): boolean {
  return piece.some(({ is, place }) => place !== undefined || /^(?:its?|everywhere)$/.test(is));
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
