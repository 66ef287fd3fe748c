import { AppError } from "../../lib/app-error.ts";
import type { EditableFiles } from "../tree/docs-files.ts";

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

/** Everything that has to be written, and what cannot be repaired. */
export type Repairs = { files: FileRepair[]; problems: Problem[] };

/**
 * Writes the repaired files. One that may not be changed becomes a problem. When there is no room for them all, they
 * are taken back and it is thrown.
 */
export function writeRepairs(overlay: EditableFiles, repairs: Repairs): Repairs {
  const written: Repairs = { files: [], problems: [...repairs.problems] };
  for (const file of repairs.files) {
    try {
      overlay.write(file.path, file.after, { before: file.before, byVerb: true });
      written.files.push(file);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "forbidden") {
        takeBack(overlay, written.files);
        throw error;
      }
      const reason = `It names the file, but may not be changed. ${error.message}`;
      written.problems.push({ path: file.path, line: file.lines[0] ?? 1, reason });
    }
  }
  return written;
}

/** The last one first: the way back then passes only through states that had room before. */
export function takeBack(overlay: EditableFiles, files: FileRepair[]): void {
  for (const { path, before } of files.toReversed())
    overlay.write(path, before, { before, byVerb: true });
}
