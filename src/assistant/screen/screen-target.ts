export type Target = { url: string; end: number };

const space = /[ \t]/;
const deepest = 32;

/**
 * The `(address "title")` that begins at `open`, on one line. `incomplete` when more text could finish it, undefined when
 * it is none. What this refuses is written so that no renderer takes it for a link either.
 */
export function readTarget(text: string, open: number): Target | "incomplete" | undefined {
  if (!text.includes(")", open)) return text.includes("\n", open) ? undefined : "incomplete";
  let at = skipSpace(text, open + 1);
  const isAngled = text[at] === "<";
  const start = isAngled ? at + 1 : at;
  const end = isAngled ? angleEnd(text, start) : plainEnd(text, start);
  if (end === "incomplete" || end === undefined) return end;
  at = skipSpace(text, isAngled ? end + 1 : end);
  const isSpaced = at > (isAngled ? end + 1 : end);
  if (isSpaced && /["'(]/.test(text[at] ?? "")) {
    const close = titleEnd(text, at);
    if (close === "incomplete" || close === undefined) return close;
    at = skipSpace(text, close);
  }
  if (at >= text.length) return "incomplete";
  return text[at] === ")" ? { url: text.slice(start, end), end: at + 1 } : undefined;
}

/** An address that means the same to every renderer; undefined for anything but the web. */
export function safeTarget(url: string): string | undefined {
  if (!/^https?:\/\/[^\s\\]/i.test(url)) return undefined;
  return url
    .toWellFormed()
    .replace(/[^\w\-.~:/?#@$&'*+,;=%!]/gu, (character) =>
      character.charCodeAt(0) < 128
        ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
        : encodeURIComponent(character),
    )
    .replace(/&(?=#?\w+;)/g, "%26");
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (space.test(text[at] ?? "")) at += 1;
  return at;
}

function angleEnd(text: string, start: number): number | "incomplete" | undefined {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === ">") return at;
    if (text[at] === "\\") at += 1;
    if (text[at] === "\n" || text[at] === "<") return undefined;
  }
  return "incomplete";
}

function plainEnd(text: string, start: number): number | "incomplete" | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "\n" || character === "[" || depth > deepest) return undefined;
    if (space.test(character)) return depth === 0 ? at : undefined;
    if (character === "\\") at += 1;
    if (character === "(") depth += 1;
    if (character === ")" && depth === 0) return at;
    if (character === ")") depth -= 1;
  }
  return "incomplete";
}

function titleEnd(text: string, start: number): number | "incomplete" | undefined {
  const close = text[start] === "(" ? ")" : text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === close) return at + 1;
    if (text[at] === "\\") at += 1;
    if (text[at] === "\n") return undefined;
  }
  return "incomplete";
}
