import { type AllowedUrl, longestConstruct, type Piece } from "./output.ts";

export type Brackets = ReturnType<typeof createBrackets>;

type Opening = { at: number; isImage: boolean; isActive: boolean };

const mostOpen = 50;
const space = /[ \t]/;
const deepest = 32;

/** Holds what stands behind an open bracket until it is known whether a link begins there. */
export function createBrackets(sink: (piece: Piece) => void, allowedUrl: AllowedUrl) {
  let pieces: Piece[] = [];
  let openings: Opening[] = [];
  let length = 0;

  function flush(): void {
    const ready = pieces;
    pieces = [];
    openings = [];
    length = 0;
    for (const piece of ready) sink(piece);
  }

  /** No bracket that is still open will be closed. */
  function release(): void {
    for (const { at, isImage } of openings) pieces[at] = opened(isImage, "\\[");
    flush();
  }

  function add(piece: Piece) {
    if (openings.length === 0) return sink(piece);
    pieces.push(piece);
    length += "text" in piece ? piece.text.length : 1;
    if (length > longestConstruct) release();
  }

  function closeWith(opening: Opening, target: string | undefined) {
    if (target === undefined) {
      pieces[opening.at] = opened(opening.isImage, "[");
      return add({ kind: "raw", text: "]" });
    }
    const url = opening.isImage || !opening.isActive ? undefined : allowedUrl(target);
    if (url === undefined || pieces.length === opening.at + 1) return;
    // A link cannot lie inside another one: the brackets around this one stay brackets.
    for (const outer of openings) outer.isActive = false;
    pieces[opening.at] = { kind: "link", text: "[" };
    add({ kind: "raw", text: `](${url})` });
  }

  return {
    add,
    isOpen: () => openings.length > 0,
    open(isImage: boolean): void {
      if (openings.length >= mostOpen) release();
      openings.push({ at: pieces.length, isImage, isActive: true });
      add({ kind: "plain", text: "" });
    },
    /** Closes the innermost bracket: with a target it was a link or an image, without one plain brackets. */
    close(target: string | undefined) {
      const opening = openings.at(-1);
      if (opening === undefined) return sink({ kind: "plain", text: "]" });
      closeWith(opening, target);
      openings.pop();
      if (openings.length === 0) flush();
    },
    release,
  };
}

/** Without a definition, which never leaves, brackets alone are no link; an image's mark is kept apart from them all the same. */
function opened(isImage: boolean, bracket: string): Piece {
  return { kind: "raw", text: isImage ? `\\!${bracket}` : bracket };
}

/**
 * The `(address "title")` that begins at `open`, on one line. `incomplete` when more text could finish it, undefined when
 * it is none. What this refuses is written so that no renderer takes it for a link either.
 */
export function readTarget(
  text: string,
  open: number,
): { url: string; end: number } | "incomplete" | undefined {
  if (!text.includes(")", open)) return text.includes("\n", open) ? undefined : "incomplete";
  let at = skipSpace(text, open + 1);
  const isAngled = text[at] === "<";
  const start = isAngled ? at + 1 : at;
  const end = isAngled
    ? endAt(text, start, { close: ">", refused: /[\n<]/ })
    : plainEnd(text, start);
  if (end === "incomplete" || end === undefined) return end;
  at = skipSpace(text, isAngled ? end + 1 : end);
  const isSpaced = at > (isAngled ? end + 1 : end);
  if (isSpaced && /["'(]/.test(text[at] ?? "")) {
    const close = endAt(text, at + 1, {
      close: text[at] === "(" ? ")" : text.charAt(at),
      refused: /\n/,
    });
    if (close === "incomplete" || close === undefined) return close;
    at = skipSpace(text, close + 1);
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

/** The first place of `close` that no backslash stands before; undefined when something that is refused comes first. */
function endAt(
  text: string,
  start: number,
  { close, refused }: { close: string; refused: RegExp },
): number | "incomplete" | undefined {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === close) return at;
    if (text[at] === "\\") at += 1;
    if (refused.test(text[at] ?? "")) return undefined;
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
