/** Something that was left as it is, and why. */
export type Problem = { path: string; line: number; reason: string };

/** What happened to one file. Lines are those of the new text. */
export type FileRepair = {
  /** Where the file stands now. */
  path: string;
  before: string;
  after: string;
  lines: number[];
  problems: Problem[];
};
