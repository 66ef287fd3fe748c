import { readTag } from "../../markdown/read-tag.ts";
import { readTarget } from "../../markdown/read-target.ts";
import { pageRegions } from "../../markdown/regions.ts";
import { effortFor } from "../../markdown/script-scan.ts";
import type { PageFormat } from "../../markdown/strip-markup.ts";
import type { PageTarget } from "./page-targets.ts";
import type { TextEdit } from "./text-edit.ts";

/** Takes links out of a page and leaves their text; says why where that cannot be done. */
export function unlinker(
  source: string,
  format: PageFormat,
): (target: PageTarget) => TextEdit[] | string {
  let desk: Desk | undefined;
  let references: References | undefined;
  return (target) => {
    desk ??= deskFor(source);
    if (target.form === "inline") return inlineEdits(desk, target);
    if (target.form === "attribute") return tagEdits(desk, target);
    if (target.form === "definition") {
      references ??= readReferences(desk.text, format);
      return definitionEdits(source, target, references);
    }
    const what = target.form === "import" ? "imported here" : "named in the front matter here";
    return `${target.target} is ${what}: edit this page by hand.`;
  };
}

type Desk = { text: string; effort: ReturnType<typeof effortFor> };

/** As the links were read: places are the same, line ends of Windows are blanks. */
function deskFor(source: string): Desk {
  const text = source.replace(/[\r\uFEFF]/g, " ");
  return { text, effort: effortFor(text) };
}

function inlineEdits({ text, effort }: Desk, target: PageTarget): TextEdit[] | string {
  const paren = text.lastIndexOf("(", target.start - 1);
  const close = paren - 1;
  const open = close - target.label.length - 1;
  const end = readTarget(text, paren, effort)?.close;
  if (text[close] !== "]" || text[open] !== "[" || end === undefined) return byHand(target);
  const start = target.isImage ? open - 1 : open;
  return [
    { start, end: open + 1, text: "" },
    { start: close, end, text: "" },
  ];
}

function byHand({ target }: PageTarget): string {
  return `${target} could not be taken out safely: edit this line by hand.`;
}

const linkTags = new Set(["a", "link", "navlink"]);
const longestTag = 20_000;
const mostAttempts = 20;

/** `<a href="…">text</a>` becomes its text. Other tags need somebody who knows what they are for. */
function tagEdits({ text, effort }: Desk, target: PageTarget): TextEdit[] | string {
  let start = text.lastIndexOf("<", target.start);
  let tag = start === -1 ? undefined : readTag(text, start, effort);
  for (let attempt = 0; attempt < mostAttempts && start > 0; attempt += 1) {
    if (tag !== undefined && tag.end > target.end) break;
    start = text.lastIndexOf("<", start - 1);
    if (start === -1 || target.start - start > longestTag) return byHand(target);
    tag = readTag(text, start, effort);
  }
  if (tag === undefined || tag.end <= target.end) return byHand(target);
  if (!linkTags.has(tag.name.toLowerCase()) || tag.name === "link") {
    return `<${tag.name}> names ${target.target}: take it out or give it another address.`;
  }
  if (tag.kind === "empty") return [{ start, end: tag.end, text: "" }];
  const closing = `</${tag.name}`;
  const close = text.indexOf(closing, tag.end);
  const end = close === -1 ? -1 : text.indexOf(">", close);
  if (end === -1 || close - tag.end > longestTag) return byHand(target);
  return [
    { start, end: tag.end, text: "" },
    { start: close, end: end + 1, text: "" },
  ];
}

/** `[text][label]`, `[label][]` or `[label]`; `text` is the place of what a reader sees. */
type Use = { start: number; end: number; text: { start: number; end: number } };
/** By label: the uses, and where the first definition stands, which is the one that counts. */
type References = { uses: Map<string, Use[]>; definitions: Map<string, number> };

function definitionEdits(source: string, target: PageTarget, references: References): TextEdit[] {
  const label = normalised(target.label);
  const lineStart = source.lastIndexOf("\n", target.start - 1) + 1;
  const lineBreak = source.indexOf("\n", target.end);
  const line = {
    start: lineStart,
    end: lineBreak === -1 ? source.length : lineBreak + 1,
    text: "",
  };
  if ((references.definitions.get(label) ?? lineStart) < lineStart) return [line];
  const uses = references.uses.get(label) ?? [];
  const edits = uses.map(({ start, end, text }) => ({
    start,
    end,
    text: source.slice(text.start, text.end),
  }));
  return [...edits, line];
}

const reference = /!?\[([^[\]]{0,500})\](?:\[([^[\]]{0,200})\])?/g;

function readReferences(text: string, format: PageFormat): References {
  const masked = withoutCode(text, format);
  const found: References = { uses: new Map(), definitions: new Map() };
  for (const match of masked.matchAll(reference)) {
    const start = match.index;
    const end = start + match[0].length;
    const open = masked.indexOf("[", start) + 1;
    const shown = { start: open, end: open + (match[1]?.length ?? 0) };
    const own = text.slice(shown.start, shown.end);
    const isAlone = match[2] === undefined;
    if (isAlone && masked.charAt(end) === ":") {
      const label = normalised(own);
      if (!found.definitions.has(label)) found.definitions.set(label, start);
    }
    if (isAlone && /[(:]/.test(masked.charAt(end))) continue;
    const label = normalised(match[2] ? text.slice(shown.end + 2, end - 1) : own);
    const uses = found.uses.get(label) ?? [];
    found.uses.set(label, uses);
    uses.push({ start, end, text: shown });
  }
  return found;
}

/** The page with code as blanks, so that every place stays where it is. */
function withoutCode(text: string, format: PageFormat): string {
  const pieces: string[] = [];
  for (const { kind, start, end } of pageRegions(text, format)) {
    const isHidden = kind === "code" || kind === "front-matter";
    pieces.push(isHidden ? " ".repeat(end - start) : text.slice(start, end));
  }
  return pieces.join("");
}

function normalised(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
