import type { Output } from "./screen-output.ts";
import { codeSpan, longestConstruct } from "./screen-pieces.ts";
import { safeTarget } from "./screen-target.ts";

/**
 * Prose on its way out. Nothing in it may become a tag, an entity, a link or a definition in a renderer: tags show as text,
 * addresses that are not allowed as code. Holds back no more than the end that could become one of these.
 */
export type Plain = {
  add(text: string): void;
  /** What follows is not prose: everything held is decided now. */
  settle(follows: "link" | "line" | "other"): void;
  held(): string;
};

const kept = /^&(?:amp|lt|gt|quot|apos|nbsp|copy|[mn]dash|hellip|#39|#x27);$/i;
const fileEndings =
  "js|ts|md|py|sh|rs|go|rb|cs|cc|pl|ps|so|db|gz|xz|hs|kt|ml|mk|vb|jl|ex|tf|ms|kb|mb|gb";
const domains = `com|net|org|edu|gov|biz|info|pro|web|xxx|aero|asia|coop|museum|name|shop|xn--[a-z0-9-]{1,59}|(?!(?:${fileEndings})(?![a-z]))[a-z]{2}`;
const trigger = new RegExp(
  [
    String.raw`(?<address>(?<![a-z])(?:https?|ftp):\/\/|\/\/(?=[^\s/])|(?<![\p{L}\p{N}])www\.)`,
    "(?<entity>&#?[a-z0-9]{1,32};)",
    String.raw`(?<domain>(?<=[\p{L}\p{N}])\.(?=(?:${domains})(?![\p{L}\p{N}])))`,
    String.raw`[<@\\!(:]`,
  ].join("|"),
  "giu",
);
/** The end of a text that could become a trigger. */
const unfinished = new RegExp(
  [
    String.raw`(?<![a-z])(?:h(?:t(?:t(?:ps?(?::\/?)?)?)?)?|f(?:t(?:p(?::\/?)?)?)?|w{1,3})`,
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

export function createPlain(
  output: Output,
  allowedUrl: (url: string) => string | undefined,
): Plain {
  let held = "";
  let isAddress = false;

  function write(text: string, next: string): void {
    const whole = output.last() + text;
    let at = output.last().length;
    for (let match = triggerIn(whole, at); match; match = triggerIn(whole, at)) {
      output.write(whole.slice(at, match.index));
      at = match.index + match[0].length;
      const shown = broken(match, whole[match.index - 1] ?? "", whole[at] ?? next);
      if (shown.startsWith("`")) writeSpan(output, shown);
      else output.write(shown);
    }
    output.write(whole.slice(at));
  }

  function broken(match: RegExpExecArray, before: string, after: string): string {
    const [sign] = match;
    if (match.groups?.entity) return kept.test(sign) ? sign : `&amp;${sign.slice(1)}`;
    if (match.groups?.domain) return "\\.";
    if (sign === "<") return /\s/.test(after) ? "<" : "&lt;";
    if (sign === "@") return /[^\s("'[<,;]/.test(before) && /\S/.test(after) ? "`@`" : "@";
    // An address may begin with one of these letters, and then code would follow the backslash.
    if (sign === "\\") return /[[\p{L}\p{N} \n]--[hfwHFW]]/v.test(after) ? "\\" : "\\\\";
    if (sign === "!") return after === "[" ? "\\!" : "!";
    if (sign === "(") return before === "]" ? "\\(" : "(";
    if (sign === ":") return before === "]" && opensLine(output.lineHead()) ? "\\:" : ":";
    return sign;
  }

  /** Writes the address that begins the held text, if its end is known; a `next` of "" says that more may come. */
  function passAddress(next: string): boolean {
    const length = held.slice(0, longestConstruct).search(addressEnd);
    isAddress = length === -1 && next === "" && held.length < longestConstruct;
    if (isAddress) return false;
    const whole = held.slice(0, length === -1 ? longestConstruct : length);
    const address = whole.slice(0, trailing.exec(whole)?.index ?? whole.length);
    held = held.slice(address.length);
    writeSpan(output, shownAddress(address, allowedUrl));
    return true;
  }

  function advance(next: string): void {
    const startOf = () => addressStart(output.last(), held);
    for (let start = startOf(); start !== -1; start = startOf()) {
      const before = held.slice(0, start);
      held = held.slice(start);
      write(before, held.charAt(0));
      if (!passAddress(next)) return;
    }
    const end = next === "" ? unfinishedAt(output.last(), held) : held.length;
    const ready = held.slice(0, end);
    held = held.slice(end);
    write(ready, held.charAt(0) || next);
  }

  return {
    add(text) {
      held += text;
      if (isAddress && held.length < longestConstruct && !addressEnd.test(text)) return;
      if (held !== "") advance("");
    },
    settle(follows) {
      const next = follows === "link" ? "[" : follows === "line" ? "\n" : "*";
      if (held !== "") advance(next);
      isAddress = false;
    },
    held: () => held,
  };
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
function shownAddress(address: string, allowedUrl: (url: string) => string | undefined): string {
  const url = /^https?:\/\//i.test(address) ? allowedUrl(address) : undefined;
  const safe = url === undefined ? undefined : safeTarget(url);
  return safe === undefined ? codeSpan(address) : `<${safe}>`;
}

/** Backticks that touch would be read as one run. */
export function writeSpan(output: Output, span: string): void {
  output.write(output.last() === "`" && span.startsWith("`") ? ` ${span}` : span);
}

/** A bracket that begins a line could be read as the label of a link definition. */
function opensLine(line: string): boolean {
  return /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t]){0,200}\\?\[/.test(line);
}
