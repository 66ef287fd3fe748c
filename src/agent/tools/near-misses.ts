import { cutText } from "../../text/bounded.ts";
import { placesOf } from "./find-text.ts";

const mostNear = 3;
const longestLine = 200;
const mostSteps = 3_000_000;
const mostOldLines = 200;

/** Why a text is not found, for whoever has to correct it: blanks that differ, or else the lines most like it. */
export function nearMisses(text: string, old: string): string {
  const lines = text.split("\n");
  const wanted = old.split("\n").slice(0, mostOldLines);
  const room = { left: mostSteps };
  const atEnds = placeOf({ lines, wanted, room }, (line) => line.trimEnd());
  if (atEnds !== undefined) {
    return `It is there when blanks at the ends of lines are ignored: ${range(atEnds, wanted)}. Copy these lines as they are, or leave the ends of lines out.`;
  }
  const indented = placeOf({ lines, wanted, room }, (line) => line.trim());
  if (indented !== undefined) {
    return `It is there when indentation is ignored: ${range(indented, wanted)}. Copy these lines with their indentation: ${shown(lines, indented)}`;
  }
  const near = nearest(lines, wanted);
  if (near.length === 0)
    return "No line is like it. Read the file again and copy the text from there.";
  return `The lines most like it are: ${near.map((index) => shown(lines, index)).join(" ")} Read the file around them and copy the text from there.`;
}

function range(index: number, wanted: string[]): string {
  if (wanted.length === 1) return `line ${index + 1}`;
  return `lines ${index + 1} to ${index + wanted.length}`;
}

function shown(lines: string[], index: number): string {
  return `${index + 1}: ${JSON.stringify(cutText(lines[index] ?? "", longestLine))}`;
}

type Search = { lines: string[]; wanted: string[]; room: { left: number } };

/** First and last line may be parts of theirs; those between must be whole. */
function placeOf(
  { lines, wanted, room }: Search,
  clean: (line: string) => string,
): number | undefined {
  const parts = wanted.map(clean);
  const last = parts.length - 1;
  if (parts.every((part) => part.trim() === "")) return undefined;
  const fits = (line: string, index: number) => {
    const own = clean(line);
    const part = parts[index] ?? "";
    if (last === 0) return placesOf(own, part, 1).length > 0;
    if (index === 0) return own.endsWith(part);
    return index === last ? own.startsWith(part) : own === part;
  };
  for (let start = 0; start + last < lines.length; start += 1) {
    let index = 0;
    while (index <= last && fits(lines[start + index] ?? "", index)) index += 1;
    room.left -= index + 1;
    if (index > last) return start;
    if (room.left < 0) return undefined;
  }
  return undefined;
}

/** Lines that share most words with the longest line of the text. */
function nearest(lines: string[], wanted: string[]): number[] {
  const longest = wanted.reduce((best, line) => (line.length > best.length ? line : best), "");
  const words = new Set(wordsOf(longest));
  if (words.size === 0) return [];
  const scored = lines.flatMap((line, index) => {
    const own = new Set(wordsOf(line));
    const shared = [...own].filter((word) => words.has(word)).length;
    const score = (2 * shared) / (own.size + words.size);
    return score >= 0.3 ? [{ index, score }] : [];
  });
  return scored
    .sort((left, right) => right.score - left.score || left.index - right.index)
    .slice(0, mostNear)
    .map(({ index }) => index)
    .sort((left, right) => left - right);
}

function wordsOf(line: string): string[] {
  return (
    line
      .slice(0, 2_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
