import type { SkippedFile, SourceFile } from "./source.ts";

export type Candidate = { path: string; size: number; contentId?: string; problem?: string };

export type Selection = {
  files: SourceFile[];
  skipped: SkippedFile[];
  /** Path of a selected file as the source itself spells it, by its path in `files`. */
  origins: Map<string, string>;
};

export const maxPageBytes = 2 * 1024 * 1024;

/** The candidates that are pages, under the one spelling of their paths that the rest of the program uses. */
export function selectPages(candidates: Iterable<Candidate>): Selection {
  const selection: Selection = { files: [], skipped: [], origins: new Map() };
  for (const candidate of candidates) {
    if (!isPagePath(candidate.path)) continue;
    const path = candidate.path.normalize("NFC");
    const reason = refusal(candidate, selection.origins.has(path));
    if (reason !== undefined) {
      selection.skipped.push({ path, reason });
      continue;
    }
    selection.origins.set(path, candidate.path);
    selection.files.push({ path, size: candidate.size, contentId: candidate.contentId });
  }
  selection.files.sort(byPath);
  selection.skipped.sort(byPath);
  return selection;
}

/** Whether a path names a page: Markdown or MDX, and in no hidden or dependency folder. */
export function isPagePath(path: string): boolean {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  return hasPageEnding(name) && !folders.some(isIgnoredFolder);
}

export function hasPageEnding(name: string): boolean {
  return /\.mdx?$/i.test(name);
}

export function isIgnoredFolder(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

/** Why no page can have this path, if so. */
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
  return candidate.size > maxPageBytes ? "The file is larger than 2 MiB." : undefined;
}

function byPath(left: { path: string }, right: { path: string }): number {
  if (left.path === right.path) return 0;
  return left.path < right.path ? -1 : 1;
}
