import { codeSpan } from "../../text/markdown-writing.ts";
import { domainDot } from "../../text/safe/bare-address.ts";
import { type Blocks, noBlocks, readLine } from "./read-line.ts";

/** What the model's text is cut into before it may leave. */
export type Piece =
  /** Prose; whatever a renderer would turn into a link, a tag or a character of its own is broken on the way out. */
  | { kind: "plain"; text: string }
  /** Safe as it stands. */
  | { kind: "raw"; text: string }
  /** A code span with its backticks. */
  | { kind: "code"; text: string }
  /** A link to an allowed place begins here. */
  | { kind: "link"; text: string }
  /** The end of a line. */
  | { kind: "line" }
  /** Numbers of passages; `gap` is the space before them. */
  | { kind: "marks"; numbers: number[]; gap: string };

export type Output = ReturnType<typeof createOutput>;

/** The address that a link may lead to, safe for every renderer; undefined for a link that shall be text. */
export type AllowedUrl = (url: string) => string | undefined;

/** After this much of a construct without its end, it is taken for plain text. */
export const longestConstruct = 2_000;
const longestHead = 400;

/** Pieces on their way out, and what a renderer makes of the lines so far. */
export function createOutput(allowedUrl: AllowedUrl) {
  const written = createWritten();
  const prose = createProse(written, allowedUrl);
  return {
    ...written,
    /** Decides all prose that is held, because of what follows it. */
    settle: prose.settle,
    /** Prose that is not decided yet. */
    held: prose.held,
    add(piece: Exclude<Piece, { kind: "marks" }>) {
      if (piece.kind === "plain") return prose.add(piece.text);
      prose.settle(piece.kind === "link" || piece.kind === "line" ? piece.kind : "other");
      if (piece.kind === "code") written.writeSpan(piece.text);
      else written.write(piece.kind === "line" ? "\n" : piece.text);
    },
    /** The beginning of the unfinished last line, with what is held: all of it, unless it is long. */
    line: () => written.lineHead() + prose.held(),
  };
}

/** Text that is decided. */
function createWritten() {
  let blocks = noBlocks;
  let line = "";
  let head = "";
  let fresh = "";
  let taken = "";
  let last = "";
  let isForbidden = false;
  let wasForbidden = false;

  function endLine(): void {
    blocks = readLine(blocks, line).after;
    line = "";
    head = "";
    wasForbidden = isForbidden;
    isForbidden = false;
  }

  /** Writes what is safe as it stands. */
  function write(text: string): void {
    if (text === "") return;
    for (const [index, piece] of text.split("\n").entries()) {
      if (index > 0) endLine();
      line += piece;
      if (head.length < longestHead) head = line.slice(0, longestHead);
    }
    fresh += text;
    last = text.slice(-1);
  }

  return {
    write,
    /** Backticks that touch would be read as one run. */
    writeSpan: (span: string) => write(last === "`" && span.startsWith("`") ? ` ${span}` : span),
    /** The beginning of the unfinished last line. */
    lineHead: () => head,
    /** What was open before that line. */
    blocks: (): Blocks => blocks,
    last: () => last,
    /** This line has code that would come apart if it were the head of a table. */
    forbidTable() {
      isForbidden = true;
    },
    /** Whether the line before this one has such code. */
    isTableForbidden: () => wasForbidden,
    /** What was written since the last call. */
    take() {
      const text = fresh;
      taken += text;
      fresh = "";
      return text;
    },
    text: () => taken + fresh,
  };
}

const kept = /^&(?:amp|lt|gt|quot|apos|nbsp|copy|[mn]dash|hellip|#39|#x27);$/i;
const trigger = new RegExp(
  [
    String.raw`(?<address>(?<![a-z])(?:https?|ftp):\/\/|\/\/(?=[^\s/])|www\.)`,
    "(?<entity>&#?[a-z0-9]{1,32};)",
    `(?<domain>${domainDot.source})`,
    String.raw`[<@\\!(:]`,
  ].join("|"),
  "giu",
);
/** The end of a text that could become a trigger. */
const unfinished = new RegExp(
  [
    String.raw`(?<![a-z])(?:h(?:t(?:t(?:ps?(?::\/?)?)?)?)?|f(?:t(?:p(?::\/?)?)?)?)|w{1,3}`,
    "&#?[a-z0-9]{0,32}",
    String.raw`(?<=[\p{L}\p{N}])\.(?:[a-z]{0,6}|xn?-{0,2}|xn--[a-z0-9-]{0,59})`,
    String.raw`\/{1,3}|[@<\\!]`,
  ]
    .map((source) => `(?:${source})$`)
    .join("|"),
  "iu",
);
const longestTail = 80;
const addressEnd = /[\s<>`|]/;
const trailing = /[.,;:!?'")\]}*_~]{1,100}$/;

/**
 * Prose on its way out. Nothing in it may become a tag, an entity, a link or a definition in a renderer: tags show as text,
 * addresses that are not allowed as code. Holds back no more than the end that could become one of these.
 */
function createProse(written: ReturnType<typeof createWritten>, allowedUrl: AllowedUrl) {
  let held = "";
  let isAddress = false;

  function write(text: string, next: string): void {
    const whole = written.last() + text;
    let at = written.last().length;
    for (let match = triggerIn(whole, at); match; match = triggerIn(whole, at)) {
      written.write(whole.slice(at, match.index));
      at = match.index + match[0].length;
      const before = whole[match.index - 1] ?? "";
      const line = written.lineHead();
      const shown = broken(match, { before, after: whole[at] ?? next, line });
      if (shown.startsWith("`")) written.writeSpan(shown);
      else written.write(shown);
    }
    written.write(whole.slice(at));
  }

  /** Writes the address that begins the held text, if its end is known; a `next` of "" says that more may come. */
  function passAddress(next: string): boolean {
    const length = held.slice(0, longestConstruct).search(addressEnd);
    isAddress = length === -1 && next === "" && held.length < longestConstruct;
    if (isAddress) return false;
    const whole = held.slice(0, length === -1 ? longestConstruct : length);
    const address = whole.slice(0, trailing.exec(whole)?.index ?? whole.length);
    held = held.slice(address.length);
    written.writeSpan(shownAddress(address, allowedUrl));
    return true;
  }

  function advance(next: string): void {
    const startOf = () => addressStart(written.last(), held);
    for (let start = startOf(); start !== -1; start = startOf()) {
      const before = held.slice(0, start);
      held = held.slice(start);
      write(before, held.charAt(0));
      if (!passAddress(next)) return;
    }
    const end = next === "" ? unfinishedAt(written.last(), held) : held.length;
    const ready = held.slice(0, end);
    held = held.slice(end);
    write(ready, held.charAt(0) || next);
  }

  return {
    add(text: string): void {
      held += text;
      if (isAddress && held.length < longestConstruct && !addressEnd.test(text)) return;
      if (held !== "") advance("");
    },
    settle(follows: "link" | "line" | "other"): void {
      const next = follows === "link" ? "[" : follows === "line" ? "\n" : "*";
      if (held !== "") advance(next);
      isAddress = false;
    },
    held: () => held,
  };
}

/** A sign as it may leave: what a renderer would take for more than text is escaped or shown as code. */
function broken(
  match: RegExpExecArray,
  { before, after, line }: { before: string; after: string; line: string },
): string {
  const [sign] = match;
  if (match.groups?.entity) return kept.test(sign) ? sign : `&amp;${sign.slice(1)}`;
  if (match.groups?.domain) return "\\.";
  if (sign === "<") return /\s/.test(after) ? "<" : "&lt;";
  if (sign === "@") return /[^\s("'[<,;]/.test(before) && /\S/.test(after) ? "`@`" : "@";
  // An address may begin with one of these letters, and then code would follow the backslash.
  if (sign === "\\") return /[[\p{L}\p{N} \n]--[hfwHFW]]/v.test(after) ? "\\" : "\\\\";
  if (sign === "!") return after === "[" ? "\\!" : "!";
  if (sign === "(") return before === "]" ? "\\(" : "(";
  if (sign === ":") return before === "]" && opensLine(line) ? "\\:" : ":";
  return sign;
}

function triggerIn(text: string, from: number): RegExpExecArray | null {
  trigger.lastIndex = from;
  return trigger.exec(text);
}

function addressStart(before: string, text: string): number {
  const whole = before + text;
  if (!/\/\/|www\./i.test(whole)) return -1;
  let at = before.length;
  for (let match = triggerIn(whole, at); match; match = triggerIn(whole, at)) {
    if (match.groups?.address) return match.index - before.length;
    at = match.index + match[0].length;
  }
  return -1;
}

function unfinishedAt(before: string, text: string): number {
  const at = (before + text.slice(-longestTail)).search(unfinished);
  if (at === -1) return text.length;
  return Math.max(0, text.length - Math.min(text.length, longestTail) + at - before.length);
}

/** Renderers see the end of a bare address in different places, some of them behind a backslash or a backtick. */
function shownAddress(address: string, allowedUrl: AllowedUrl): string {
  const url = /^https?:\/\//i.test(address) ? allowedUrl(address) : undefined;
  return url === undefined ? codeSpan(address) : `<${url}>`;
}

/** A bracket that begins a line could be read as the label of a link definition. */
function opensLine(line: string): boolean {
  return /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t]){0,200}\\?\[/.test(line);
}
