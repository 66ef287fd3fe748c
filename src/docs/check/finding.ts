import type { ChangeCheck } from "../../contract/changes.ts";
import { cutText } from "../../text/bounded.ts";

export const checkIds = [
  "page",
  "front-matter",
  "link",
  "anchor",
  "image",
  "navigation",
  "unlisted",
  "orphan",
  "fence",
] as const;
export type CheckId = (typeof checkIds)[number];

/** One thing that is wrong with the docs. */
export type Finding = {
  check: CheckId;
  /** From the top of the repository. */
  path: string;
  line: number;
  /** One sentence that says what is wrong and what would be right. */
  message: string;
};

/**
 * What a check does not say of the docs, neither right nor wrong: a layout it does not understand, a page it did not
 * look into, or a link of which only building the site would tell.
 */
export type Remark = {
  kind: "layout" | "not-checked" | "unknown";
  path: string;
  line: number;
  message: string;
};

/** What was found in a change. Only what the change broke counts against it. */
export type CheckReport = {
  /** Findings that the base did not have. */
  broken: Finding[];
  /** How many findings the base had already, in what was looked at. */
  knownBefore: number;
  /** Every check by name, passed or not, for the change and its page. */
  checks: ChangeCheck[];
};

type Place = { path: string; line: number };

/** A finding and what it is about: with one subject in common, two findings of a page are the same one. */
export type Found = Finding & { subjects: string[] };

const longest = 150;
const mostLines = 5;

/** More findings of one page are left out. */
export const mostPerPage = 1_000;

/** Text of a page as it can stand in a sentence: one line, bounded. */
export function shown(text: string): string {
  return cutText(text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").toWellFormed(), longest);
}

/** The same fault in several lines of a page as one finding that names them. */
export function onceEach(found: Found[]): Found[] {
  const groups = Map.groupBy(found, ({ check, path, subjects }) =>
    JSON.stringify([check, path, subjects[0]]),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const lines = [...new Set(others.map((one) => one.line))].filter((line) => line !== first.line);
    if (lines.length === 0) return [first];
    const left = lines.length - mostLines;
    const named = lines.slice(0, mostLines).join(", ") + (left > 0 ? ` and ${left} more` : "");
    const word = lines.length === 1 ? "line" : "lines";
    return [{ ...first, message: `${first.message} (also in ${word} ${named})` }];
  });
}

export function byPlace(one: Place, other: Place): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.line - other.line;
}
