import { AppError } from "../lib/app-error.ts";
import { saysNo } from "./ask-git.ts";
import { startGit } from "./git.ts";
import { outputLines } from "./output-lines.ts";

export type GrepMatch = { path: string; line: number; text: string };

export type GrepCommit = {
  repository: string;
  commit: string;
  /** Looked for as it stands: a text of one line, not a pattern. */
  query: string;
  /** "" for the whole commit. */
  folder: string;
  caseSensitive: boolean;
  timeoutMs: number;
  signal?: AbortSignal;
};

const maxLineBytes = 64 * 1024;

/** The lines of a commit's text files that hold the query, whole up to 64 KiB. Links and submodules are not looked into. */
export async function* grepCommit(grep: GrepCommit): AsyncGenerator<GrepMatch> {
  const { signal, timeoutMs } = grep;
  const git = startGit(grepArguments(grep), {
    gitDirectory: grep.repository,
    timeoutMs,
    ...(signal && { signal }),
  });
  git.stdin.end();
  try {
    for await (const line of outputLines(git, maxLineBytes)) {
      const match = parseMatch(line, `${grep.commit}:`);
      if (match !== undefined) yield match;
    }
  } catch (error) {
    if (!saysNo(error)) throw explainLate(error);
  }
}

// Every setting that a repository's config could turn is named, so that the output has one form.
function grepArguments({ commit, query, folder, caseSensitive }: GrepCommit): string[] {
  return [
    "grep",
    ...["--fixed-strings", "--line-number", "-I", "--null", "--full-name", "--no-textconv"],
    ...["--no-color", "--no-column", "--no-heading", "--no-break", "--no-recurse-submodules"],
    caseSensitive ? "--no-ignore-case" : "--ignore-case",
    ...["-e", query, commit, "--"],
    ...(folder === "" ? [] : [folder]),
  ];
}

function explainLate(error: unknown): unknown {
  const isLate = error instanceof AppError && error.message.includes("took longer");
  if (!isLate) return error;
  const advice = "The search took too long. Search in one folder, or for a longer text.";
  return new AppError("unavailable", advice, { cause: error });
}

function parseMatch(line: string, prefix: string): GrepMatch | undefined {
  const [name = "", number = "", ...text] = line.split("\0");
  if (!name.startsWith(prefix) || !/^\d+$/.test(number)) return undefined;
  return { path: name.slice(prefix.length), line: Number(number), text: text.join("\0") };
}
