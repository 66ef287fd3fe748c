import type { PageFormat } from "../page/page-format.ts";
import type { TextEdit } from "./text-edit.ts";

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
  /^([-_*])(?:[ \t]*\1){2,}\s*$/,
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
