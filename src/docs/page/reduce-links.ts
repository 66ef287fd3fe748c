import { readCodeSpan } from "./code-span.ts";
import { closesFence, type Fence, openFence } from "./fence.ts";

const longestTarget = 2000;
const maxOpenBrackets = 100;

/** Markdown with each link and image replaced by its text; fenced code and code spans are left alone. */
export function reduceLinks(markdown: string): string {
  const output: string[] = [];
  let prose: string[] = [];
  let fence: Fence | undefined;
  const flush = () => {
    if (prose.length > 0) output.push(reduceProse(prose.join("\n")));
    prose = [];
  };
  for (const line of markdown.split("\n")) {
    const opened = fence === undefined ? openFence(line) : undefined;
    if (fence === undefined && opened === undefined) {
      prose.push(line);
      continue;
    }
    flush();
    output.push(line);
    fence = fence !== undefined && closesFence(line, fence) ? undefined : (fence ?? opened);
  }
  flush();
  return output.join("\n");
}

type Bracket = { piece: number; at: number };

function reduceProse(text: string): string {
  const pieces: string[] = [];
  const open: Bracket[] = [];
  const special = /[\\`[\]<]|!\[/g;
  let at = 0;
  while (at < text.length) {
    special.lastIndex = at;
    const match = special.exec(text);
    const next = match?.index ?? text.length;
    pieces.push(text.slice(at, next));
    at = match === null ? text.length : reduceAt(text, next, pieces, open);
  }
  return pieces.join("");
}

/** Handles the special character at `at` and says where to go on. */
function reduceAt(text: string, at: number, pieces: string[], open: Bracket[]): number {
  const character = text[at];
  if (character === "]") return closeBracket(text, at, pieces, open);
  let end = at + 1;
  if (character === "\\") end = at + 2;
  if (character === "`") end = readCodeSpan(text, at).end;
  if (character === "!") end = at + 2;
  if (character === "<") return dropAngle(text, at, pieces);
  const isBracket = character === "[" || character === "!";
  const definitionEnd = isBracket ? endOfDefinition(text, at) : undefined;
  if (definitionEnd !== undefined) return definitionEnd;
  if (isBracket && open.length < maxOpenBrackets) open.push({ piece: pieces.length, at });
  pieces.push(text.slice(at, end));
  return end;
}

function closeBracket(text: string, at: number, pieces: string[], open: Bracket[]): number {
  const bracket = open.pop();
  const end = bracket === undefined ? undefined : endOfTarget(text, at + 1, bracket.at);
  if (bracket === undefined || end === undefined) {
    pieces.push("]");
    return at + 1;
  }
  pieces[bracket.piece] = "";
  pieces.push("\n".repeat(text.slice(at, end).split("\n").length - 1));
  return end;
}

/** Where the `(address)` or `[label]` after a link text ends. */
function endOfTarget(text: string, start: number, bracketAt: number): number | undefined {
  if (text[start] === "(") return endOfParentheses(text, start);
  if (text[start] !== "[" || /[\w\]]/.test(text.charAt(bracketAt - 1))) return undefined;
  const label = /^\[[^[\]\n]{0,200}\]/.exec(text.slice(start, start + 210))?.[0];
  return label === undefined ? undefined : start + label.length;
}

function endOfParentheses(text: string, start: number): number | undefined {
  const limit = Math.min(text.length, start + longestTarget);
  let depth = 0;
  for (let index = start; index < limit; index += 1) {
    const character = text[index];
    if (character === "\\") index += 1;
    if (character === "\n" && text[index + 1] === "\n") return undefined;
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth === 0) return index + 1;
  }
  return undefined;
}

/** `[label]: address` on a line of its own shows nothing to a reader. */
function endOfDefinition(text: string, at: number): number | undefined {
  const before = at < 4 ? `\n${text.slice(0, at)}` : text.slice(at - 4, at);
  if (!/\n {0,3}$/.test(before)) return undefined;
  const line = text.slice(at, at + longestTarget).split("\n", 1)[0] ?? "";
  return /^\[[^[\]^][^[\]]{0,200}\]:[ \t]*\S+(?:[ \t]+["'(].*)?$/.test(line)
    ? at + line.length
    : undefined;
}

/** `<https://…>` loses its brackets. */
function dropAngle(text: string, at: number, pieces: string[]): number {
  const address = /^<([a-z][a-z0-9+.-]{1,20}:[^\s<>]{1,1000})>/i.exec(text.slice(at, at + 1100));
  pieces.push(address?.[1] ?? "<");
  return at + (address?.[0].length ?? 1);
}
