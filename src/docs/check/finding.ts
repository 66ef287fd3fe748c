import type { ChangeCheck } from "../../contract/changes.ts";

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

/** What was found in a change. Only what the change broke counts against it. */
export type CheckReport = {
  /** Findings that the base did not have. */
  broken: Finding[];
  /** How many findings the base had already, in what was looked at. */
  knownBefore: number;
  /** Every check by name, passed or not, for the change and its page. */
  checks: ChangeCheck[];
};
