import { normalForm } from "../../lib/normal-form.ts";
import { codeSpan } from "../markdown-writing.ts";
import { domainDot } from "./bare-address.ts";
import { brokenClosing } from "./commit-text.ts";
import { visibleLine, visibleText } from "./visible-text.ts";

/** The headings that Docent itself puts into the body of a change. */
export const ownHeadings = {
  task: "Task",
  pages: "Pages",
  checks: "Checks",
  questions: "Questions",
  verify: "Please verify",
} as const;

/**
 * Markdown of others as a forge may show it: it notifies nobody, refers to no issue, gives no command, loads no image
 * and holds no HTML, it links to nothing outside the repository, it hides nothing, and it cannot swallow or pass for what
 * comes after it. Code stays as it is.
 *
 * Forges read mentions and references from the finished page, so escapes do not stop them and code does. What counts
 * as code here must therefore be code to every reader of Markdown: blocks whose fence stands at the start of a line,
 * and spans that begin and end in one line.
 */
export function defuseMarkdown(text: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of visibleText(text).trim().split("\n")) {
    if (fence !== undefined) {
      if (closesFence(line, fence)) fence = undefined;
      lines.push(brokenClosing(line));
      continue;
    }
    fence = fenceOf(line);
    if (isUnderline(line) && !isBlank(lines.at(-1))) lines.push("");
    lines.push(fence === undefined ? withoutCommand(defuseBlock(line)) : fenceLine(line, fence));
  }
  return [...lines, ...(fence === undefined ? [] : [fence])].join("\n");
}

/** One line of Markdown that may stand in a list item or a sentence. */
export function defuseInline(text: string): string {
  return defuseStart(visibleLine(text));
}

/** A text of others as inline code, however long: anything else would not keep a forge from reading it. */
export function defuseCode(text: string): string {
  return codeSpan(brokenClosing(visibleLine(text)), Number.POSITIVE_INFINITY);
}

function fenceOf(line: string): string | undefined {
  const match = /^(?:(`{3,})[^`]*$|(~{3,}))/.exec(line);
  return match?.[1] ?? match?.[2];
}

function fenceLine(line: string, fence: string): string {
  return fence + (/^[\w+#.-]{0,40}/.exec(line.slice(fence.length).trim())?.[0] ?? "");
}

/** Blanks and tabs may follow a closing fence, and no other space: behind one of those the code goes on. */
function closesFence(line: string, fence: string): boolean {
  const closing = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1] ?? "";
  return closing.length >= fence.length && closing.startsWith(fence);
}

function isBlank(line = ""): boolean {
  return /^[ \t]*$/.test(line);
}

/** A line that begins with a slash and a word is a command to some forges. */
function withoutCommand(line: string): string {
  return line.replace(/^(\s*)\/(?=[A-Za-z])/, "$1\\/");
}

/**
 * A line of others outside code. Its heading ranks below ours, and is none where it has the words of ours. It defines no
 * link or footnote, because readers never see a definition.
 */
function defuseBlock(line: string): string {
  const { marks, rest } = partsOf(line);
  const heading = /^(#{1,6})((?:[ \t].*)?)$/.exec(rest);
  if (heading) return marks + lowerHeading(heading[1]?.length ?? 1, heading[2] ?? "");
  return defuseLine(isDefinition(rest) || /^=+[ \t]*$/.test(rest) ? `${marks}\\${rest}` : line);
}

/** A line of dashes makes a heading of the paragraph right above it. */
function isUnderline(line: string): boolean {
  return line.includes("-") && /^-*[ \t]*$/.test(partsOf(line).rest);
}

/** A line that stands in a list item begins no other block there. */
function defuseStart(line: string): string {
  if (isDefinition(line) || /^[#>+*=|-]|^_[ _]*$/.test(line)) return defuseLine(`\\${line}`);
  return defuseLine(line.replace(/^(\d{1,9})(?=[.)](?: |$))/, "$1\\"));
}

const blockMarks = /^(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/;

function partsOf(line: string): { marks: string; rest: string } {
  const marks = blockMarks.exec(line)?.[0] ?? "";
  return { marks, rest: line.slice(marks.length) };
}

function lowerHeading(level: number, words: string): string {
  const plain = lettersOf(words);
  const own = Object.values(ownHeadings).find((heading) => lettersOf(heading) === plain);
  if (own !== undefined) return `**${own}**`;
  return "#".repeat(Math.min(6, Math.max(3, level + 1))) + defuseLine(words);
}

function lettersOf(words: string): string {
  return normalForm(words.replace(/\]\([^()]*\)/g, ""), "NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The label of a definition ends at the first bracket that no backslash stands before, maybe on a later line. */
function isDefinition(rest: string): boolean {
  return rest.startsWith("[") && !/^\[[^\][\\]*\](?!:)/.test(rest);
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
    /\]\((?:[^\s()<>`\\]*\))?/,
    /[[\]]/,
    /(?:(?:https?:|ftp:)?\/\/(?!\/)|www\.)[^\s<>`\\()[\]!]+/,
    domainDot,
    /@/,
    /#\d+/,
    /(?<![A-Za-z])GH\\?-\d+/,
  ]
    .map((part) => (typeof part === "string" ? part : part.source))
    .join("|"),
  "giu",
);

/** Markdown of others within one line. */
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
    if (match[0].startsWith("](")) {
      add(linkEnd(match[0]));
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
  if (/[fhw/]/i.test(first)) return { piece: `\`${brokenClosing(text)}\``, end };
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

/** What follows a letter or digit is part of a mail address, which would be a link. */
function readName(line: string, at: number, before: string): Piece {
  if (/[A-Za-z0-9]/.test(before)) return { piece: "`@`", end: at + 1 };
  const name = /^@(?:[\w.][\w./-]*\w|\w)/.exec(line.slice(at, at + 200))?.[0];
  if (name !== undefined) return { piece: `\`${name}\``, end: at + name.length };
  const isAlone = /^\s?$/.test(line.charAt(at + 1));
  return { piece: isAlone ? "@" : "`@`", end: at + 1 };
}

/** The end of a link, from its bracket on. A target outside the repository is shown instead of linked. */
function linkEnd(end: string): string {
  const target = end.slice(2, -1);
  // A title or an odd target: nobody sees the one, and readers of Markdown do not agree on the other.
  if (!end.endsWith(")")) return "] (";
  const leadsOut = issueAddress.test(target) || isAbsolute(target);
  return leadsOut ? `] (\`${brokenClosing(target)}\`)` : `](${quietAddress(target)})`;
}

function quietAddress(text: string): string {
  return text.replaceAll("@", "%40").replace(/&(?=#?\w{1,40};)/g, "%26");
}

function isAbsolute(target: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i.test(target);
}
