import { AppError } from "../../lib/app-error.ts";
import type { SourceFile } from "./source.ts";

/** What one source may hold; a larger one is not read at all, so that what is served stays whole. */
export type SourceLimits = {
  /** Files that are listed, whatever they are. */
  sourceFiles: number;
  sourcePages: number;
  /** Of all files that are pages, together. */
  sourceBytes: number;
};

export const withoutLimits: SourceLimits = {
  sourceFiles: Number.POSITIVE_INFINITY,
  sourcePages: Number.POSITIVE_INFINITY,
  sourceBytes: Number.POSITIVE_INFINITY,
};

export function tooManyFiles({ sourceFiles }: SourceLimits): AppError {
  return tooLarge(
    `more than ${count(sourceFiles)} files, or paths too long to list`,
    "DOCENT_MAX_SOURCE_FILES",
  );
}

export function tooManyPages({ sourcePages }: SourceLimits): AppError {
  return tooLarge(`more than ${count(sourcePages)} pages`, "DOCENT_MAX_SOURCE_PAGES");
}

/** Throws where these pages are more than one source may have. */
export function requireFewPages(files: SourceFile[], limits: SourceLimits): void {
  if (files.length > limits.sourcePages) throw tooManyPages(limits);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes <= limits.sourceBytes) return;
  const most = count(Math.floor(limits.sourceBytes / 1_048_576));
  throw tooLarge(`pages of more than ${most} MiB together`, "DOCENT_MAX_SOURCE_MB");
}

function tooLarge(what: string, setting: string): AppError {
  return new AppError(
    "too_large",
    `The source has ${what}. Name the folder that holds the docs as its sub-folder, or raise ${setting}.`,
  );
}

function count(number: number): string {
  return number.toLocaleString("en");
}
