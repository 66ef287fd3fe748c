import { AppError } from "../lib/app-error.ts";
import { type GrepMatch, grepCommit } from "./grep-commit.ts";
import type { OverlayFiles } from "./overlay-files.ts";
import { isPath, requireFolder } from "./overlay-path.ts";

export type GrepOptions = {
  folder?: string;
  /** Unless set, A to Z match a to z. */
  caseSensitive?: boolean;
  limit?: number;
};

type Source = { repository: string; commit: string; files: OverlayFiles; signal?: AbortSignal };

const maxQueryLength = 1_000;
const maxLimit = 1_000;
const timeoutMs = 15_000;

/** The lines that hold the query in the commit and in what was changed over it; more than `limit` are cut off. */
export async function grepOverlay(
  source: Source,
  query: string,
  options: GrepOptions,
): Promise<{ matches: GrepMatch[]; truncated: boolean }> {
  requireQuery(query);
  const folder = requireFolder(options.folder ?? "");
  const caseSensitive = options.caseSensitive ?? false;
  const limit = Math.min(Math.max(1, options.limit ?? 100), maxLimit);
  const find = finder(query, caseSensitive);
  const matches: GrepMatch[] = [];
  for (const match of changedMatches(source.files, folder, find)) {
    if (matches.length > limit) break;
    matches.push(match);
  }
  for await (const match of grepCommit({ ...source, query, folder, caseSensitive, timeoutMs })) {
    if (matches.length > limit) break;
    const { files } = source;
    const isCurrent = files.find(match.path) !== undefined && !files.isChanged(match.path);
    if (isCurrent && isPath(match.path)) {
      matches.push({ ...match, text: excerpt(match.text, find) });
    }
  }
  const truncated = matches.length > limit;
  return { matches: matches.slice(0, limit).sort(byPlace), truncated };
}

function requireQuery(query: string): void {
  const isSearchable = query.trim() !== "" && query.length <= maxQueryLength;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git takes each line of a query for another query.
  if (isSearchable && query.isWellFormed() && !/[\u0000\r\n]/.test(query)) return;
  throw new AppError(
    "invalid_request",
    `Search for one line of text, up to ${maxQueryLength} characters long.`,
  );
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
      if (find(text) !== -1) yield { path, line: index + 1, text: excerpt(text, find) };
    }
  }
}

const excerptLength = 300;

/** A line as it is, or the part of a long one around the match. */
function excerpt(text: string, find: Finder): string {
  const line = text.endsWith("\r") ? text.slice(0, -1) : text;
  if (line.length <= excerptLength) return line;
  const start = Math.max(0, find(line) - excerptLength / 3);
  return line.slice(start, start + excerptLength).toWellFormed();
}

function byPlace(one: GrepMatch, other: GrepMatch): number {
  if (one.path === other.path) return one.line - other.line;
  return one.path < other.path ? -1 : 1;
}
