import type { ErrorCode } from "../../contract/error.ts";
import { AppError } from "../../lib/app-error.ts";
import { hostWords } from "./host-words.ts";

/** What git wrote on its way out, as an error that is safe to show and to log. */
export function gitFailure(command: string, stderr: string, secrets: readonly string[]): AppError {
  const told = redact(stderr, secrets);
  const reason = lastWord(told);
  return new AppError(codeFor(told), `git ${command} failed: ${reason}`, {
    cause: new Error(told),
  });
}

/** The text without control characters, known secrets, and the parts of addresses that hold them. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret !== "") clean = clean.replaceAll(secret, "***");
  }
  return clean
    .split(/[\r\n]+/)
    .map(redactLine)
    .join("\n");
}

const maxLineLength = 1000;

function redactLine(line: string): string {
  return (
    line
      .slice(0, maxLineLength)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes.
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, " ")
      .replace(/(:\/\/)[^\s/]*@/g, "$1")
      .replace(/\?[^\s'"]*/g, "?***")
      .trim()
  );
}

const maxReasonLength = 300;

function lastWord(told: string): string {
  const lines = told.split("\n").filter((line) => line !== "");
  const complaint = lines.findLast((line) => /^(fatal|error):/.test(line)) ?? lines.at(-1);
  const reason = (complaint ?? "it gave no reason").replace(/^(fatal|error):\s*/, "");
  return reason.slice(0, maxReasonLength);
}

const refused =
  /Authentication failed|could not read (Username|Password)|terminal prompts disabled|Permission denied|Host key verification failed|returned error: 40[13]/;
const missing =
  /Repository not found|repository '[^']*' not found|does not appear to be a git repository|not a git repository|Needed a single revision|unknown revision|bad revision|Not a valid object name|couldn't find remote ref/i;

const overSsh = /Could not read from remote repository/;
const unheard =
  /Connection (?:closed|refused|reset|timed out)|Could not resolve hostname|Network is unreachable|No route to host|Broken pipe/i;

function codeFor(told: string): ErrorCode {
  if (untrusted.test(told)) return "forbidden";
  if (/returned error: 429/.test(told)) return "rate_limited";
  if (refused.test(told)) return "forbidden";
  if (missing.test(told)) return "not_found";
  // A host that speaks and then hangs up has refused: a key that may only read is told so when it is to write.
  if (overSsh.test(told) && !unheard.test(told) && hostWords(told) !== "") return "forbidden";
  return "unavailable";
}

const untrusted =
  /SSL certificate problem|certificate verification failed|server verification failed|SSL peer certificate|certificate subject name|no alternative certificate subject name/i;

/** Whether the host's certificate is what git does not believe. */
export function isUntrusted(told: string): boolean {
  return untrusted.test(told);
}

/**
 * Whether git said "no" with its exit status alone, as grep does when nothing matches and merge-tree when something
 * conflicts. A failure of git comes with words.
 */
export function saysNo(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof Error && error.cause.message === "";
}

/** What git wrote when it failed; "" for an error of another kind. */
export function wordsOfGit(error: unknown): string {
  return error instanceof AppError && error.cause instanceof Error ? error.cause.message : "";
}
