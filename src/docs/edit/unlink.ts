import { readTag } from "../page/markup/read-tag.ts";
import { type Effort, effortFor } from "../page/markup/script-scan.ts";
import type { Page } from "../page/page.ts";
import type { PageLink } from "../page/page-links.ts";
import { readTarget } from "../page/read-target.ts";
import { definitionRange, isEscaped, normalised, type References } from "../page/references.ts";
import type { TextEdit } from "./text-edit.ts";

/** Takes links out of a page and leaves their text; says why where that cannot be done. */
export function unlinker(page: Page): (target: PageLink) => TextEdit[] | string {
  // As the links were read: places are the same, line ends of Windows are blanks.
  const text = page.source.replace(/[\r\uFEFF]/g, " ");
  const reading: Reading = { text, effort: effortFor(text) };
  return (target) => {
    if (target.form === "inline") return inlineEdits(reading, target);
    if (target.form === "attribute") return tagEdits(reading, target);
    if (target.form === "definition") return definitionEdits(text, target, page.references);
    const what = target.form === "import" ? "imported here" : "named in the front matter here";
    return `${target.target} is ${what}: edit this page by hand.`;
  };
}

type Reading = { text: string; effort: Effort };

function inlineEdits({ text, effort }: Reading, target: PageLink): TextEdit[] | string {
  const paren = text.lastIndexOf("(", target.start - 1);
  const close = paren - 1;
  const open = close - target.label.length - 1;
  const end = readTarget(text, paren, effort)?.close;
  if (text[close] !== "]" || text[open] !== "[" || end === undefined) return byHand(target);
  const start = target.isImage && !isEscaped(text, open - 1) ? open - 1 : open;
  return [
    { start, end: open + 1, text: "" },
    { start: close, end, text: "" },
  ];
}

function byHand({ target }: PageLink): string {
  return `${target} could not be taken out safely: edit this line by hand.`;
}

const linkTags = new Set(["a", "link", "navlink"]);
const longestTag = 20_000;
const mostAttempts = 20;

/** `<a href="…">text</a>` becomes its text. Other tags need somebody who knows what they are for. */
function tagEdits({ text, effort }: Reading, target: PageLink): TextEdit[] | string {
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
