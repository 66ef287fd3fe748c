/** A text whose lines end alike, with the way back to the places of the original. */
export type PlainText = {
  text: string;
  /** The place in the original. */
  originalAt(at: number): number;
};

/** Line ends of Windows count as plain ones, so that a text is found whichever kind it was copied with. */
export function plainText(original: string): PlainText {
  if (!original.includes("\r\n")) return { text: original, originalAt: (at) => at };
  const text = original.replaceAll("\r\n", "\n");
  /** For each break of Windows, its place in the plain text: what comes after it stands one further in the original. */
  const breaks: number[] = [];
  for (let at = original.indexOf("\r\n"); at !== -1; at = original.indexOf("\r\n", at + 2)) {
    breaks.push(at - breaks.length);
  }
  return { text, originalAt: (at) => at + countBelow(breaks, at) };
}

/** Where a text begins, each time it occurs; occurrences may overlap. No more than `limit` are looked for. */
export function placesOf(text: string, part: string, limit: number): number[] {
  return find({ text, part, limit, mayOverlap: true });
}

/** The same without overlaps: after one occurrence the next begins behind it. */
export function placesApart(text: string, part: string, limit: number): number[] {
  return find({ text, part, limit, mayOverlap: false });
}

type Search = { text: string; part: string; limit: number; mayOverlap: boolean };

function find(search: Search): number[] {
  const { text, part, limit, mayOverlap } = search;
  if (part.length > longestPart) return findLong(search);
  const step = mayOverlap ? 1 : part.length;
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1 && places.length < limit; ) {
    places.push(at);
    at = text.indexOf(part, at + step);
  }
  return places;
}

const longestPart = 100;

/** `indexOf` takes minutes for a long text that almost repeats itself; this takes each character once (Knuth, Morris, Pratt). */
function findLong({ text, part, limit, mayOverlap }: Search): number[] {
  const borders = bordersOf(part);
  const places: number[] = [];
  let length = 0;
  for (let at = 0; at < text.length && places.length < limit; at += 1) {
    const code = text.charCodeAt(at);
    while (length > 0 && part.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (part.charCodeAt(length) === code) length += 1;
    if (length < part.length) continue;
    places.push(at + 1 - length);
    length = mayOverlap ? (borders[length - 1] ?? 0) : 0;
  }
  return places;
}

/** For each beginning of the text, how long the longest piece is with which it both begins and ends. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at += 1) {
    const code = part.charCodeAt(at);
    while (length > 0 && part.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (part.charCodeAt(length) === code) length += 1;
    borders[at] = length;
  }
  return borders;
}

export function lineAt(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < place; at = text.indexOf("\n", at + 1)) {
    line += 1;
  }
  return line;
}

function countBelow(sorted: number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
