import { setImmediate } from "node:timers/promises";
import { normalForm } from "../../lib/normal-form.ts";
import { anywayBytes, endingOfName, fileUse, maxBytesOf } from "./file-kinds.ts";
import type { SkippedFile, SourceFile } from "./source.ts";

export type Candidate = {
  path: string;
  size: number;
  contentId?: string;
  problem?: string;
  /** It stands under another path as well, or may. */
  isLinked?: boolean;
};

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
  const selection = emptySelection();
  for (const candidate of candidates) select(selection, candidate);
  return sorted(selection);
}

const selectedAtOnce = 2_000;

/** The same for lists of any length: others have the process in between. */
export async function selectInTurns(candidates: Candidate[]): Promise<Selection> {
  const selection = emptySelection();
  for (const [index, candidate] of candidates.entries()) {
    select(selection, candidate);
    if (index % selectedAtOnce === 0) await setImmediate();
  }
  return sorted(selection);
}

function emptySelection(): Selection {
  return { files: [], support: [], skipped: [], origins: new Map(), unread: new Map() };
}

function select(selection: Selection, candidate: Candidate): void {
  const use = fileUse(candidate.path);
  if (use === undefined) return;
  if (use === "unread") {
    const ending = endingOfName(candidate.path);
    selection.unread.set(ending, (selection.unread.get(ending) ?? 0) + 1);
    return;
  }
  const path = normalForm(candidate.path, "NFC");
  const reason = refusal(candidate, selection.origins.has(path));
  if (reason !== undefined) {
    // Support that cannot be read matters only where a page asks for it, and then the page says so.
    if (use === "page") selection.skipped.push({ path, reason });
    return;
  }
  selection.origins.set(path, candidate.path);
  const file = { path, size: candidate.size, contentId: candidate.contentId };
  (use === "page" ? selection.files : selection.support).push(file);
}

function sorted(selection: Selection): Selection {
  for (const list of [selection.files, selection.support, selection.skipped]) list.sort(byPath);
  return selection;
}

const deepest = 50;

/** Why no file of the docs can have this path, if so. */
export function pathProblem(path: string): string | undefined {
  if (path.includes("\uFFFD")) return "The file name is not valid UTF-8.";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such a name could forge a line in a log.
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) return "The file name holds a control character.";
  if (path.length > 1000) return "The path is longer than 1,000 characters.";
  if (path.split("/").length > deepest) return `The file is more than ${deepest} folders deep.`;
  return undefined;
}

/** Whether a path has one spelling only, and nothing speaks against it. */
export function isPlainName(path: string): boolean {
  return pathProblem(path) === undefined && normalForm(path, "NFD") === path;
}

function refusal(candidate: Candidate, taken: boolean): string | undefined {
  if (taken) return "Another file has the same name, spelled with other Unicode characters.";
  const problem = pathProblem(candidate.path) ?? candidate.problem;
  if (problem !== undefined) return problem;
  if (fits(candidate)) return undefined;
  return `The file is larger than ${maxBytesOf(candidate.path) / 1024 / 1024} MiB.`;
}

export function fits({ path, size }: Pick<Candidate, "path" | "size">): boolean {
  return size <= anywayBytes || size <= maxBytesOf(path);
}

function byPath(left: { path: string }, right: { path: string }): number {
  if (left.path === right.path) return 0;
  return left.path < right.path ? -1 : 1;
}
