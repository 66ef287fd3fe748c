import { brokenClosing } from "./commit-text.ts";
import { bareAddress, issuePath, linkEnd } from "./defuse-link.ts";

const token = new RegExp(
  [
    `\\\\?${issuePath}\\\\?/\\d+`,
    /\\[!-/:-@[-`{-~]/,
    /`+/,
    /<(?=[A-Za-z/!?])/,
    /&(?=#?\w{1,40};)/,
    /!(?=\[)/,
    /~{3,}/,
    /\]\((?:[^\s()<>`\\]*\))?/,
    /[[\]]/,
    /https?:\/\/[^\s<>`\\()[\]!]+/,
    /@/,
    /#\d+/,
    /(?<![A-Za-z])GH\\?-\d+/,
  ]
    .map((part) => (typeof part === "string" ? part : part.source))
    .join("|"),
  "gi",
);

/** Markdown of others within one line. */
export function defuseLine(line: string): string {
  const opened: number[] = [];
  const pieces: string[] = [];
  const add = (piece: string) => {
    // Two code spans without a space between them would be one, and one behind a backslash would be none.
    if (piece.startsWith("`") && /[`\\]$/.test(pieces.at(-1) ?? "")) pieces.push(" ");
    if (piece !== "") pieces.push(piece);
  };
  for (let at = 0; at < line.length; ) {
    token.lastIndex = at;
    const match = token.exec(line);
    add(line.slice(at, match?.index ?? line.length));
    if (match === null) break;
    if (match[0] === "[") opened.push(pieces.length);
    if (match[0] === "]") opened.pop();
    if (match[0].startsWith("](")) {
      add(
        linkEnd(match[0], opened.length === 0 ? undefined : pieces.slice(opened.at(-1)).join("")),
      );
      // No link stands in another one.
      opened.length = 0;
      at = match.index + match[0].length;
      continue;
    }
    const before = pieces.at(-1)?.at(-1) ?? "";
    const { piece, end } = readToken({ line, at: match.index, text: match[0], before });
    add(piece);
    at = end;
  }
  return pieces.join("");
}

/** `before` is the last character that was written. */
type Token = { line: string; at: number; text: string; before: string };
type Piece = { piece: string; end: number };

function readToken({ line, at, text, before }: Token): Piece {
  const end = at + text.length;
  const first = text.charAt(0);
  if (/^\\?[/G].*\d$/i.test(text)) return { piece: `\`${text.replaceAll("\\", "")}\``, end };
  if (first === "\\") return readEscape(line, at, text);
  if (first === "`") return readCode(line, at, text);
  if (first === "@") return readName(line, at, before);
  if (first === "[" || first === "]") return { piece: text, end };
  if (first === "h" || first === "H") return { piece: bareAddress(text), end };
  if (first === "#") return { piece: `\`${text}\``, end };
  return { piece: text.replace(/./g, "\\$&"), end };
}

/** An escaped mention is still one on the finished page. */
function readEscape(line: string, at: number, text: string): Piece {
  if (text === "\\@") return readName(line, at + 1, "\\");
  if (text !== "\\#") return { piece: text, end: at + 2 };
  const number = /^#\d*/.exec(line.slice(at + 1, at + 20))?.[0] ?? "#";
  const piece = number === "#" ? text : `\`${number}\``;
  return { piece, end: at + 1 + number.length };
}

function readCode(line: string, at: number, ticks: string): Piece {
  const start = at + ticks.length;
  const runs = /`+/g;
  runs.lastIndex = start;
  for (let run = runs.exec(line); run !== null; run = runs.exec(line)) {
    if (run[0].length !== ticks.length) continue;
    const content = brokenClosing(line.slice(start, run.index));
    return { piece: `${ticks}${content}${ticks}`, end: run.index + ticks.length };
  }
  return { piece: ticks.replaceAll("`", "\\`"), end: start };
}

/** What follows a letter or digit is part of an address. */
function readName(line: string, at: number, before: string): Piece {
  if (/[A-Za-z0-9]/.test(before)) return { piece: "@", end: at + 1 };
  const name = /^@(?:[\w.][\w./-]*\w|\w)/.exec(line.slice(at, at + 200))?.[0];
  if (name !== undefined) return { piece: `\`${name}\``, end: at + name.length };
  const isAlone = /^\s?$/.test(line.charAt(at + 1));
  return { piece: isAlone ? "@" : "`@`", end: at + 1 };
}
