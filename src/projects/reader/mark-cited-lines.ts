export type LineRange = { start: number; end: number };

/** A tag, from where to where it is written. */
type Tag = { from: number; to: number };

const tags = /<([^<>]*)>/g;
const voidElements = new Set(["br", "hr", "img", "wbr"]);

/** Marks the blocks of a rendered page that come from these lines: of blocks within blocks the innermost. */
export function markCitedLines(html: string, lines: LineRange): string {
  let marked = "";
  let from = 0;
  for (const tag of innermostTags(html, lines)) {
    marked += html.slice(from, tag.from) + withClass(html.slice(tag.from, tag.to));
    from = tag.to;
  }
  return marked + html.slice(from);
}

/** A rendered page closes all that it opens, and has neither `<` nor `>` within a tag. */
function innermostTags(html: string, lines: LineRange): Tag[] {
  const open: (Tag & { isMeant: boolean; holdsMeant: boolean })[] = [];
  const found: Tag[] = [];
  for (const { 0: whole, 1: tag = "", index } of html.matchAll(tags)) {
    if (!tag.startsWith("/")) {
      const place = { from: index, to: index + whole.length };
      open.push({ ...place, isMeant: isMeant(tag, lines), holdsMeant: false });
      if (!voidElements.has(tag.split(" ", 1)[0] ?? "")) continue;
    }
    const closed = open.pop();
    if (!closed?.isMeant && !closed?.holdsMeant) continue;
    if (!closed.holdsMeant) found.push(closed);
    const around = open.at(-1);
    if (around) around.holdsMeant = true;
  }
  return found.sort((left, right) => left.from - right.from);
}

const place = / data-lines="(\d{1,9})-(\d{1,9})"/;

function isMeant(tag: string, { start, end }: LineRange): boolean {
  const match = place.exec(tag);
  return match !== null && Number(match[1]) <= end && Number(match[2]) >= start;
}

export const citedClass = "dx-cited";

function withClass(tag: string): string {
  const named = / class="([^"]*)"/.exec(tag);
  if (named) return tag.replace(named[0], ` class="${named[1]} ${citedClass}"`);
  return tag.replace(/^<\w+/, (name) => `${name} class="${citedClass}"`);
}

/** `12-18`, or `12` alone, as an address has it. */
export function readLineRange(text: string | null): LineRange | undefined {
  const match = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text ?? "");
  if (!match) return undefined;
  const start = Number(match[1]);
  const end = Number(match[2] ?? match[1]);
  return start >= 1 && end >= start ? { start, end } : undefined;
}
