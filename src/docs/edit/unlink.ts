import { blankedEnds } from "../page/line-ends.ts";
import { readTag } from "../page/markup/read-tag.ts";
import { type Effort, effortFor } from "../page/markup/script-scan.ts";
import type { Page } from "../page/page.ts";
import type { PageFormat } from "../page/page-format.ts";
import type { PageLink } from "../page/page-links.ts";
import { definitionRange, normalised, type References } from "../page/references.ts";
import type { TextEdit } from "./text-edit.ts";

/** Takes links out of a page and leaves their text; says why where that cannot be done. */
export function unlinker(page: Page): (target: PageLink) => TextEdit[] | string {
  // As the links were read: places are the same, line ends of Windows are blanks.
  const text = blankedEnds(page.source);
  const reading: Reading = { text, effort: effortFor(text) };
  return (target) => {
    if (target.form === "inline") return inlineEdits(target);
    if (target.form === "attribute") return tagEdits(reading, target);
    if (target.form === "definition") return definitionEdits(text, target, page.references);
    const what = target.form === "import" ? "imported here" : "named in the front matter here";
    return `${target.target} is ${what}: edit this page by hand.`;
  };
}

type Reading = { text: string; effort: Effort };

function inlineEdits({ around, label, isImage }: PageLink): TextEdit[] {
  const textStart = around.start + (isImage ? 2 : 1);
  return [
    { start: around.start, end: textStart, text: "" },
    { start: textStart + label.length, end: around.end, text: "" },
  ];
}

function byHand({ target }: PageLink): string {
  return `${target} could not be taken out safely: edit this line by hand.`;
}

const linkTags = new Set(["a", "link", "navlink"]);
const longestTag = 20_000;

/** `<a href="…">text</a>` becomes its text. Other tags need somebody who knows what they are for. */
function tagEdits({ text, effort }: Reading, target: PageLink): TextEdit[] | string {
  const { start } = target.around;
  const tag = readTag(text, start, effort);
  if (tag === undefined) return byHand(target);
  if (!linkTags.has(tag.name.toLowerCase()) || tag.name === "link") {
    return `<${tag.name}> names ${target.target}: take it out or give it another address.`;
  }
  if (tag.kind === "empty") return [{ start, end: tag.end, text: "" }];
  const next = new RegExp(`<${tag.name}[\\s/>]|</${tag.name}\\s{0,20}>`);
  const found = next.exec(text.slice(tag.end, tag.end + longestTag));
  if (!found?.[0].startsWith("</")) return byHand(target);
  const close = tag.end + found.index;
  return [
    { start, end: tag.end, text: "" },
    { start: close, end: close + found[0].length, text: "" },
  ];
}

/** Lines that are text only because a definition stands right before them: else code, or an empty item of a list. */
const changesWithout =
  /^(?:(?: {4}| {0,3}\t)[ \t]*[^ \t\n]|[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*(?:\n|$))/;

function definitionEdits(
  text: string,
  target: PageLink,
  { uses, definitions }: References,
): TextEdit[] | string {
  const range = definitionRange(text, target);
  if (range === undefined || changesWithout.test(text.slice(range.end, range.end + 200))) {
    return byHand(target);
  }
  const lines = { ...range, text: "" };
  const label = normalised(target.label);
  if (definitions.get(label) !== range.start) return [lines];
  const marks = (uses.get(label) ?? []).flatMap(({ open, close }) => [open, close]);
  return [...marks.map((mark) => ({ ...mark, text: "" })), lines];
}

/**
 * The text of a link that is taken out at the start of a line may read as a heading, a list, a quote or a statement.
 * These are the further edits by which it stays text. `edits` take pieces out and put nothing in their place.
 */
export function lineStartEdits(
  source: string,
  edits: readonly TextEdit[],
  format: PageFormat,
): TextEdit[] {
  const sorted = edits
    .filter(({ end }) => source[end - 1] !== "\n")
    .sort((left, right) => left.start - right.start);
  const made: TextEdit[] = [];
  let lineEnd = -1;
  for (const [index, { start }] of sorted.entries()) {
    if (start <= lineEnd) continue;
    const lineBreak = source.indexOf("\n", start);
    lineEnd = lineBreak === -1 ? source.length : lineBreak;
    const lineStart = start === 0 ? 0 : source.lastIndexOf("\n", start - 1) + 1;
    if (start - lineStart > longestPrefix) continue;
    if (!container.test(source.slice(lineStart, start))) continue;
    made.push(...escapes(source, placesFrom(source, sorted, index), format));
  }
  return made;
}

const longestPrefix = 200;
const container = /^[ \t\uFEFF>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?:>[ \t]*)*)*$/;

const longestHead = 300;

/** Where the first characters of the line stand that are left from this edit on. */
function placesFrom(source: string, sorted: readonly TextEdit[], first: number): number[] {
  const places: number[] = [];
  let at = sorted[first]?.start ?? 0;
  for (let next = first; places.length < longestHead && at < source.length; ) {
    const edit = sorted[next];
    if (edit !== undefined && edit.start <= at) {
      at = Math.max(at, edit.end);
      next += 1;
      continue;
    }
    if (source[at] === "\n") break;
    places.push(at);
    at += 1;
  }
  return places;
}

const blockMarks = [
  /^#{1,6}(?=\s|$)/,
  /^>/,
  /^[-+*](?=\s|$)/,
  /^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})\r?$/,
  /^(?:=+|-+|\+{3})\s*$/,
  /^(?:~{3,}|`{3,}[^`]*$|:{3,})/,
  /^(?:!{3}|\?{3}\+?|={3}|:)(?=[ \t])/,
  /^\[[^\]]{1,200}\]:/,
];
const numbered = /^\d{1,9}(?=[.)](?:\s|$))/;
const statement = /^(?:import|export)\b/;

function escapes(source: string, places: number[], format: PageFormat): TextEdit[] {
  const head = places.map((place) => source.charAt(place)).join("");
  const bare = head.trimStart();
  const blanks = head.length - bare.length;
  if (bare === "") return [];
  const made = places.slice(0, blanks).map((at) => ({ start: at, end: at + 1, text: "" }));
  const digits = numbered.exec(bare)?.[0].length ?? 0;
  const isMark = digits > 0 || blockMarks.some((mark) => mark.test(bare));
  const at = places[blanks + digits] ?? 0;
  if (isMark) made.push({ start: at, end: at, text: "\\" });
  // No backslash goes before a letter.
  const letter = `&#${bare.charCodeAt(0)};`;
  if (format === "mdx" && statement.test(bare)) made.push({ start: at, end: at + 1, text: letter });
  return made;
}
