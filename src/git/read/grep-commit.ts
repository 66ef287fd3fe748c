import { AppError } from "../../lib/app-error.ts";
import { startGit } from "../run/git.ts";
import { saysNo } from "../run/git-failure.ts";
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
  signal?: AbortSignal | undefined;
};

const maxLineBytes = 64 * 1024;

/** The lines of a commit's text files that hold the query, whole up to 64 KiB. Links and submodules are not looked into. */
export async function* grepCommit(grep: GrepCommit): AsyncGenerator<CommitMatch> {
  const { repository: gitDirectory, signal, timeoutMs } = grep;
  const git = startGit(grepArguments(grep), { gitDirectory, timeoutMs, signal });
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

const maxPatternLength = 300;
const maxRepeats = 1_000;
const maxDepth = 20;
/** What counted repeats may make of the pattern, in characters. */
const maxExpanded = 20_000;

/**
 * Refuses patterns that take a regular-expression library without limits of its own gigabytes or hours: counted
 * repeats inside each other multiply, and back-references make it try every way.
 */
export function requirePattern(pattern: string): void {
  if (pattern.length > maxPatternLength) {
    throw refusal(`is longer than ${maxPatternLength} characters. Search for a part of it`);
  }
  const plain = pattern.replace(/\\[^1-9]/g, "");
  if (/\\[1-9]/.test(plain)) {
    throw refusal("refers back to a group, which is not supported. Write the text out instead");
  }
  let repeats = 1;
  for (const [, least = "", most = ""] of plain.matchAll(/\{(\d*)(?:,(\d*))?\}/g)) {
    repeats *= Math.max(1, Number(least), Number(most));
  }
  const depth = plain.split("(").length - 1;
  const isLarge = repeats > 1 && repeats * plain.length > maxExpanded;
  if (repeats > maxRepeats || isLarge || depth > maxDepth) {
    throw refusal("repeats or nests too much. Use + or * instead of large counts");
  }
}

function refusal(why: string): AppError {
  return new AppError("invalid_request", `The pattern ${why}.`);
}
