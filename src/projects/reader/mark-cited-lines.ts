export type LineRange = { start: number; end: number };

const place = / data-lines="(\d{1,9})-(\d{1,9})"/g;

/**
 * Marks the blocks of a rendered page that come from these lines: of blocks within blocks the innermost. The first one
 * can be named by its id, where it has none.
 */
export function markCitedLines(html: string, { start, end }: LineRange): string {
  const blocks = [...html.matchAll(place)].map((match) => ({
    at: match.index,
    first: Number(match[1]),
    last: Number(match[2]),
  }));
  const meant = blocks.filter(({ first, last }) => first <= end && last >= start);
  const innermost = meant.filter(({ first, last }, index) => {
    const next = meant[index + 1];
    return next === undefined || next.first < first || next.last > last;
  });
  let marked = "";
  let from = 0;
  for (const { at } of innermost) {
    const open = html.lastIndexOf("<", at);
    const close = html.indexOf(">", at);
    if (open < from || close === -1) continue;
    marked += html.slice(from, open) + withClass(html.slice(open, close));
    from = close;
  }
  return marked + html.slice(from);
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
