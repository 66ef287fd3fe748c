import { defuseLine } from "./defuse-line.ts";

/** The headings that Docent itself puts into the body of a change. */
export const ownHeadings = {
  task: "Task",
  pages: "Pages",
  checks: "Checks",
  verify: "Please verify",
} as const;

/**
 * A line of others outside code. Its heading ranks below ours, and is none where it has the words of ours. It defines no
 * link or footnote, because readers never see a definition.
 */
export function defuseBlock(line: string): string {
  const { marks, rest } = partsOf(line);
  const heading = /^(#{1,6})((?:[ \t].*)?)$/.exec(rest);
  if (heading) return marks + lowerHeading(heading[1]?.length ?? 1, heading[2] ?? "");
  return defuseLine(isDefinition(rest) || /^=+[ \t]*$/.test(rest) ? `${marks}\\${rest}` : line);
}

/** A line of dashes makes a heading of the paragraph right above it. */
export function isUnderline(line: string): boolean {
  return line.includes("-") && /^-*[ \t]*$/.test(partsOf(line).rest);
}

/** A line that stands in a list item begins no other block there. */
export function defuseStart(line: string): string {
  if (isDefinition(line) || /^[#>+*=|-]|^_[ _]*$/.test(line)) return defuseLine(`\\${line}`);
  return defuseLine(line.replace(/^(\d{1,9})(?=[.)](?: |$))/, "$1\\"));
}

const blockMarks = /^(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/;

function partsOf(line: string): { marks: string; rest: string } {
  const marks = blockMarks.exec(line)?.[0] ?? "";
  return { marks, rest: line.slice(marks.length) };
}

function lowerHeading(level: number, words: string): string {
  const plain = lettersOf(words);
  const own = Object.values(ownHeadings).find((heading) => lettersOf(heading) === plain);
  if (own !== undefined) return `**${own}**`;
  return "#".repeat(Math.min(6, Math.max(3, level + 1))) + defuseLine(words);
}

function lettersOf(words: string): string {
  return words
    .replace(/\]\([^()]*\)/g, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The label of a definition ends at the first bracket that no backslash stands before, maybe on a later line. */
function isDefinition(rest: string): boolean {
  return rest.startsWith("[") && !/^\[[^\][\\]*\](?!:)/.test(rest);
}
