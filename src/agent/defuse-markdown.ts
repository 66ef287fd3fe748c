import { brokenClosing, oneLine, plainText } from "./defuse-text.ts";

/**
 * Markdown of others as a forge may show it: it notifies nobody, refers to no issue, gives no command, loads no image
 * and holds no HTML, and it cannot swallow what comes after it. Code stays as it is.
 *
 * Forges read mentions and references from the finished page, so escapes do not stop them and code does. What counts
 * as code here must therefore be code to every reader of Markdown: blocks whose fence stands at the start of a line,
 * and spans that begin and end in one line.
 */
export function defuseMarkdown(text: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of plainText(text).trim().split("\n")) {
    if (fence !== undefined) {
      if (closesFence(line, fence)) fence = undefined;
      lines.push(brokenClosing(line));
      continue;
    }
    fence = fenceOf(line);
    lines.push(fence === undefined ? withoutCommand(defuseLine(line)) : fenceLine(line, fence));
  }
  return [...lines, ...(fence === undefined ? [] : [fence])].join("\n");
}

/** One line of Markdown that may stand in a list item or a sentence. */
export function defuseInline(text: string): string {
  return defuseLine(oneLine(text)).replace(/^[#>+*=|-]/, "\\$&");
}

/** A text as inline code, whatever backticks it holds. */
export function inlineCode(text: string): string {
  const content = brokenClosing(oneLine(text));
  if (content === "") return "";
  const runs = content.match(/`+/g) ?? [];
  const ticks = "`".repeat(1 + runs.reduce((longest, run) => Math.max(longest, run.length), 0));
  const space = content.startsWith("`") || content.endsWith("`") ? " " : "";
  return `${ticks}${space}${content}${space}${ticks}`;
}

function fenceOf(line: string): string | undefined {
  const match = /^(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line);
  return match?.[1] ?? match?.[2];
}

function fenceLine(line: string, fence: string): string {
  return fence + (/^[\w+#.-]{0,40}/.exec(line.slice(fence.length).trim())?.[0] ?? "");
}

function closesFence(line: string, fence: string): boolean {
  const bare = line.replace(/^ {1,3}/, "").trimEnd();
  return bare.length >= fence.length && bare === fence.charAt(0).repeat(bare.length);
}

/** A line that begins with a slash and a word is a command to some forges. */
function withoutCommand(line: string): string {
  return line.replace(/^(\s*)\/(?=[A-Za-z])/, "$1\\/");
}

const issuePath = "\\/(?:issues|pulls?|merge_requests|work_items|discussions)";
const issueAddress = new RegExp(`${issuePath}/\\d`, "i");
const token = new RegExp(
  [
    `\\\\?${issuePath}\\\\?/\\d+`,
    /\\[!-/:-@[-`{-~]/,
    /`+/,
    /<(?=[A-Za-z/!?])/,
    /&(?=#?\w{1,40};)/,
    /!(?=\[)/,
    /~{3,}/,
    /\]\([^\s()<>`\\]*\)/,
    /https?:\/\/[^\s<>`\\()[\]!]+/,
    /@/,
    /#\d+/,
    /(?<![A-Za-z])GH\\?-\d+/,
  ]
    .map((part) => (typeof part === "string" ? part : part.source))
    .join("|"),
  "gi",
);

function defuseLine(line: string): string {
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
  if (first === "]") return { piece: quietAddress(text), end };
  if (first === "h" || first === "H") return readAddress(text, end);
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

function readAddress(text: string, end: number): Piece {
  return { piece: issueAddress.test(text) ? `\`${text}\`` : quietAddress(text), end };
}

function quietAddress(text: string): string {
  return text.replaceAll("@", "%40").replace(/&(?=#?\w{1,40};)/g, "%26");
}
