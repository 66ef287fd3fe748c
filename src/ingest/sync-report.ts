import type { SourceProblem } from "../store/tables.ts";
import type { SkippedFile } from "./sources/source.ts";

export type SyncReport = {
  revisionId: string;
  generator: string;
  pages: number;
  added: string[];
  changed: string[];
  removed: string[];
  skipped: SkippedFile[];
  /** How many documents are in formats that are not read, in one line; "" for none. */
  unread: string;
  /** What is wrong with the site's own files. Faults inside pages are stored with the pages. */
  problems: SourceProblem[];
};
