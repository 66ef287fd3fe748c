import { AppError } from "../../lib/app-error.ts";
import { isPath, requireFolder } from "../../lib/repository-path.ts";
import {
  type CommitMatch,
  type GrepMatch,
  grepCommit,
  requirePattern,
} from "../read/grep-commit.ts";
import { askGit } from "../run/git.ts";
import { withScratchRepository } from "../run/scratch-repository.ts";
import { fastImport } from "../write/fast-import.ts";
import type { OverlayFiles } from "./overlay-files.ts";

export type GrepOptions = {
  folder?: string;
  /** Unless set, A to Z match a to z. */
  caseSensitive?: boolean;
  /** The query is an extended regular expression of POSIX instead of plain text. */
  isPattern?: boolean;
  limit?: number;
};

/** `more`: lines found beyond the limit, counted no further than 10,000. */
export type GrepResult = { matches: GrepMatch[]; truncated: boolean; more: number };

export type GrepSource = {
  repository: string;
  commit: string;
  files: OverlayFiles;
  signal?: AbortSignal | undefined;
};

const maxQueryLength = 1_000;
const maxLimit = 1_000;
const maxCounted = 10_000;
const timeoutMs = 15_000;

/** The lines that hold the query in the commit and in what was changed over it; more than `limit` are only counted. */
export async function grepOverlay(
  source: GrepSource,
  query: string,
  options: GrepOptions,
): Promise<GrepResult> {
  requireQuery(query);
  const folder = requireFolder(options.folder ?? "");
  const caseSensitive = options.caseSensitive ?? false;
  const limit = Math.min(Math.max(1, options.limit ?? 100), maxLimit);
  const grep = { ...source, query, folder, caseSensitive, timeoutMs };
  if (options.isPattern !== true) return collect(textMatches(source, grep), limit);
  requirePattern(query);
  return overOneCommit(source, (place) => {
    const found = grepCommit({ ...grep, ...place, isPattern: true });
    return collect(currentMatches(source.files, found), limit);
  });
}

function requireQuery(query: string): void {
  if (query.trim() !== "" && query.length <= maxQueryLength && isOneLine(query)) return;
  throw new AppError(
    "invalid_request",
    `Search for one line of text, up to ${maxQueryLength} characters long.`,
  );
}

function isOneLine(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git takes each line of a query for another query.
  return text.isWellFormed() && !/[\u0000\r\n]/.test(text);
}

type Grep = GrepSource & { query: string; folder: string; caseSensitive: boolean };

async function collect(found: AsyncIterable<GrepMatch>, limit: number): Promise<GrepResult> {
  const matches: GrepMatch[] = [];
  let more = 0;
  for await (const match of found) {
    if (matches.length < limit) matches.push(match);
    else more += 1;
    if (more >= maxCounted) break;
  }
  return { matches: matches.sort(byPlace), truncated: more > 0, more };
}

async function* textMatches(
  { files }: GrepSource,
  grep: Grep & { timeoutMs: number },
): AsyncGenerator<GrepMatch> {
  yield* changedMatches(files, grep.folder, finder(grep.query, grep.caseSensitive));
  for await (const match of currentMatches(files, grepCommit(grep))) {
    if (!files.isChanged(match.path)) yield match;
  }
}

type Finder = (line: string) => number;

function finder(query: string, caseSensitive: boolean): Finder {
  if (caseSensitive) return (line) => line.indexOf(query);
  const wanted = asciiLower(query);
  return (line) => asciiLower(line).indexOf(wanted);
}

/** As git does it in its plain locale, so that changed and unchanged files are searched alike. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function* changedMatches(files: OverlayFiles, folder: string, find: Finder): Generator<GrepMatch> {
  const prefix = folder === "" ? "" : `${folder}/`;
  for (const { path, content, encoding } of files.changes()) {
    if (content === null || encoding !== undefined) continue;
    if (!path.startsWith(prefix) && path !== folder) continue;
    for (const [index, text] of content.split("\n").entries()) {
      const at = find(text);
      if (at !== -1) yield { path, line: index + 1, text: excerpt(text, at) };
    }
  }
}

async function* currentMatches(
  files: OverlayFiles,
  found: AsyncIterable<CommitMatch>,
): AsyncGenerator<GrepMatch> {
  for await (const { path, line, column, text } of found) {
    if (files.find(path) === undefined || !isPath(path)) continue;
    yield { path, line, text: excerpt(text, lengthOf(text, column - 1)) };
  }
}

const excerptLength = 300;

/** A line as it is, or the part of a long one around the match. */
function excerpt(text: string, at: number): string {
  const line = text.endsWith("\r") ? text.slice(0, -1) : text;
  if (line.length <= excerptLength) return line;
  const start = Math.max(0, at - excerptLength / 3);
  return line.slice(start, start + excerptLength).toWellFormed();
}

/** How many characters the first bytes of a line are. */
function lengthOf(line: string, bytes: number): number {
  if (line.length <= excerptLength) return 0;
  return Buffer.from(line).subarray(0, bytes).toString("utf8").length;
}

function byPlace(one: GrepMatch, other: GrepMatch): number {
  if (one.path === other.path) return one.line - other.line;
  return one.path < other.path ? -1 : 1;
}

type Place = { repository: string; commit: string };

// A pattern of ours would read differently from git's, and could not be stopped: so git searches the changes as well,
// in a commit that is thrown away.
async function overOneCommit<Value>(
  { repository, commit, files }: GrepSource,
  use: (place: Place) => Promise<Value>,
): Promise<Value> {
  const changes = files.changes();
  if (changes.length === 0) return use({ repository, commit });
  return withScratchRepository(repository, { keep: false }, async (scratch) => {
    const author = { name: "docent", email: "docent@localhost", date: new Date(0) };
    const ref = "refs/heads/searched";
    await fastImport(scratch, ref, { parent: commit, changes, message: "", author });
    return use({ repository: scratch.gitDirectory, commit: ref });
  });
}

const maxTexts = 100;

/** Paths of the text files that hold one of the texts, to the letter, in order. Texts with line ends find nothing. */
export async function grepFiles(source: GrepSource, texts: string[]): Promise<string[]> {
  const wanted = [...new Set(texts)]
    .filter((text) => text !== "" && isOneLine(text))
    .slice(0, maxTexts);
  if (wanted.length === 0) return [];
  const { files } = source;
  const found = await committedFiles(source, wanted);
  const paths = found.filter(
    (path) => files.find(path) !== undefined && !files.isChanged(path) && isPath(path),
  );
  for (const { path, content, encoding } of files.changes()) {
    if (content === null || encoding !== undefined) continue;
    if (wanted.some((text) => content.includes(text))) paths.push(path);
  }
  return paths.sort();
}

async function committedFiles(source: GrepSource, texts: string[]): Promise<string[]> {
  const { repository, commit, signal } = source;
  const args = [
    "grep",
    ...["--fixed-strings", "--files-with-matches", "-I", "--null", "--full-name"],
    ...["--no-textconv", "--no-color", "--no-recurse-submodules", "--no-ignore-case"],
    ...texts.flatMap((text) => ["-e", text]),
    ...[commit, "--"],
  ];
  const { stdout } = await askGit(args, { gitDirectory: repository, timeoutMs, signal });
  const names = stdout.toString("utf8").split("\0");
  return names.flatMap((name) =>
    name.startsWith(`${commit}:`) ? [name.slice(commit.length + 1)] : [],
  );
}
