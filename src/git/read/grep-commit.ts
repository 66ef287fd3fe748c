import { AppError } from "../../lib/app-error.ts";
import { saysNo } from "../run/ask-git.ts";
import { startGit } from "../run/git.ts";
import { outputLines } from "../run/output-lines.ts";

export type GrepMatch = { path: string; line: number; text: string };

/** A match in a commit, with the first byte of it in its line, from 1. */
export type CommitMatch = GrepMatch & { column: number };

export type GrepCommit = {
  repository: string;
  commit: string;
  /** One line, looked for as it stands unless `isPattern`. */
  query: string;
  /** The query is an extended regular expression of POSIX. */
  isPattern?: boolean;
  /** "" for the whole commit. */
  folder: string;
  caseSensitive: boolean;
  timeoutMs: number;
  signal?: AbortSignal;
};

const maxLineBytes = 64 * 1024;

/** The lines of a commit's text files that hold the query, whole up to 64 KiB. Links and submodules are not looked into. */
export async function* grepCommit(grep: GrepCommit): AsyncGenerator<CommitMatch> {
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
    if (!saysNo(error)) throw explain(error, grep);
  }
}

// Every setting that a repository's config could turn is named, so that the output has one form.
function grepArguments(grep: GrepCommit): string[] {
  const { commit, query, isPattern, folder, caseSensitive } = grep;
  return [
    "grep",
    isPattern === true ? "--extended-regexp" : "--fixed-strings",
    ...["--line-number", "--column", "-I", "--null", "--full-name", "--no-textconv"],
    ...["--no-color", "--no-heading", "--no-break", "--no-recurse-submodules"],
    caseSensitive ? "--no-ignore-case" : "--ignore-case",
    ...["-e", query, commit, "--"],
    ...(folder === "" ? [] : [folder]),
  ];
}

function explain(error: unknown, { isPattern, query }: GrepCommit): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.message.includes("took longer")) {
    const advice = "The search took too long. Search in one folder, or for a longer text.";
    return new AppError("unavailable", advice, { cause: error });
  }
  const isUnread = isPattern === true && error.message.includes("-e option");
  if (!isUnread) return error;
  const reason = error.message.slice(error.message.lastIndexOf(":") + 1).trim();
  return new AppError(
    "invalid_request",
    `${JSON.stringify(query)} is no extended regular expression (${reason}). Put a backslash before ( ) [ ] { } + * ? . that are meant as themselves, or search for plain text.`,
    { cause: error },
  );
}

function parseMatch(line: string, prefix: string): CommitMatch | undefined {
  const [name = "", number = "", column = "", ...text] = line.split("\0");
  if (!name.startsWith(prefix) || !/^\d+$/.test(number) || !/^\d+$/.test(column)) return undefined;
  const path = name.slice(prefix.length);
  return { path, line: Number(number), column: Number(column), text: text.join("\0") };
}
