import { endingOfName, fileUse, maxBytesOf } from "./file-kinds.ts";
import type { SkippedFile, SourceFile } from "./source.ts";

export type Candidate = { path: string; size: number; contentId?: string; problem?: string };

export type Selection = {
  files: SourceFile[];
  support: SourceFile[];
  skipped: SkippedFile[];
  /** Path of a selected file as the source itself spells it, by its path in `files` or `support`. */
  origins: Map<string, string>;
  /** How many documents there are in formats that are not read, by the ending of their names. */
  unread: Map<string, number>;
};

/** The candidates that are pages or support them, under the one spelling of their paths that the rest of the program uses. */
export function selectFiles(candidates: Iterable<Candidate>): Selection {
  const selection: Selection = {
    files: [],
    support: [],
    skipped: [],
    origins: new Map(),
    unread: new Map(),
  };
  for (const candidate of candidates) {
    const use = fileUse(candidate.path);
    if (use === undefined) continue;
    if (use === "unread") {
      const ending = endingOfName(candidate.path);
      selection.unread.set(ending, (selection.unread.get(ending) ?? 0) + 1);
      continue;
    }
    const path = candidate.path.normalize("NFC");
    const reason = refusal(candidate, selection.origins.has(path));
    if (reason !== undefined) {
      // Support that cannot be read matters only where a page asks for it, and then the page says so.
      if (use === "page") selection.skipped.push({ path, reason });
      continue;
    }
    selection.origins.set(path, candidate.path);
    const file = { path, size: candidate.size, contentId: candidate.contentId };
    (use === "page" ? selection.files : selection.support).push(file);
  }
  for (const list of [selection.files, selection.support, selection.skipped]) list.sort(byPath);
  return selection;
}

/** Why no file of the docs can have this path, if so. */
export function pathProblem(path: string): string | undefined {
  if (path.includes("\uFFFD")) return "The file name is not valid UTF-8.";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such a name could forge a line in a log.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) return "The file name holds a control character.";
  if (path.length > 1000) return "The path is longer than 1,000 characters.";
  return undefined;
}

function refusal(candidate: Candidate, taken: boolean): string | undefined {
  if (taken) return "Another file has the same name, spelled with other Unicode characters.";
  const problem = pathProblem(candidate.path) ?? candidate.problem;
  if (problem !== undefined) return problem;
  const most = maxBytesOf(candidate.path);
  if (candidate.size <= most) return undefined;
  return `The file is larger than ${most / 1024 / 1024} MiB.`;
}

function byPath(left: { path: string }, right: { path: string }): number {
  if (left.path === right.path) return 0;
  return left.path < right.path ? -1 : 1;
}
