import { readTag } from "../page/markup/read-tag.ts";
import { type Effort, effortFor } from "../page/markup/script-scan.ts";
import type { Page } from "../page/page.ts";
import type { PageLink } from "../page/page-links.ts";
import { definitionRange, normalised, type References } from "../page/references.ts";
import type { TextEdit } from "./text-edit.ts";

/** Takes links out of a page and leaves their text; says why where that cannot be done. */
export function unlinker(page: Page): (target: PageLink) => TextEdit[] | string {
  // As the links were read: places are the same, line ends of Windows are blanks.
  const text = page.source.replace(/[\r\uFEFF]/g, " ");
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
