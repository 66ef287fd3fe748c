import { AppError } from "./app-error.ts";
import { normalForm } from "./normal-form.ts";

const maxPathBytes = 1_000;
const maxPartBytes = 255;
const maxParts = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in a path.
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;
/** Characters that some file systems drop from a name, or that make one name look like another. */
const unseen = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;
const notOnWindows = /[\\:*?"<>|]/;
/** Devices, with any ending. */
const reservedOnWindows = /^(?:aux|con|nul|prn|com\d|lpt\d)(?:\.|$)/i;

/** The path of a file in the repository, from its top; a leading "./" is dropped. */
export function requirePath(path: string): string {
  const plain = path.startsWith("./") ? path.slice(2) : path;
  if (plain.startsWith("/")) {
    throw refusal(
      path,
      'is not a path from the top of the repository. Write it without the first "/"',
    );
  }
  if (!isPath(plain)) {
    throw refusal(
      path,
      "is not the path of a file in the repository. Write it like docs/page.md, from the top",
    );
  }
  return plain;
}

/** A folder's path, "" for the top; a slash at its end is dropped. */
export function requireFolder(path: string): string {
  const plain = path.endsWith("/") ? path.slice(0, -1) : path;
  return plain === "" || plain === "." ? "" : requirePath(plain);
}

/** Names that every file system can hold are asked of new files only: those that are there can be edited. */
export function requireNewPath(path: string): void {
  const parts = path.split("/");
  if (notOnWindows.test(path) || path.search(unseen) !== -1 || parts.some(endsBadly)) {
    throw refusal(path, "has characters that not every system can keep in a file name");
  }
  if (parts.some((part) => reservedOnWindows.test(part)))
    throw refusal(path, "has a name that Windows keeps for a device. Choose another name");
  if (parts.some((part) => Buffer.byteLength(part) > maxPartBytes)) {
    throw refusal(path, `is too long: a name has at most ${maxPartBytes} bytes`);
  }
}

/** A path as it can stand in a sentence: bounded, with nothing in it that breaks a line. */
export function shownPath(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 200).toWellFormed()}…` : path);
}

function refusal(path: string, why: string): AppError {
  return new AppError("invalid_request", `${shownPath(path)} ${why}.`);
}

/** Whether it can be the path of a file, written as `requirePath` gives it back. */
export function isPath(path: string): boolean {
  if (!path.isWellFormed() || Buffer.byteLength(path) > maxPathBytes) return false;
  if (controlCharacter.test(path)) return false;
  const parts = path.split("/");
  if (parts.length > maxParts) return false;
  return parts.every((part) => !["", ".", ".."].includes(part) && !isGitFolder(part));
}

/** `.git` under any of the names that a file system may take for it. */
function isGitFolder(part: string): boolean {
  const seen = normalForm(part, "NFKC").replace(unseen, "").toLowerCase();
  return seen.split(/[\\:]/).some((piece) => /^(?:\.git|git~\d)[. ]*$/.test(piece));
}

function endsBadly(part: string): boolean {
  return part.endsWith(".") || part.endsWith(" ") || part.startsWith(" ");
}

/** A path inside a repository: relative, "/" between parts, no part that leads elsewhere. "" is the top. */
export function cleanPath(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (path.startsWith("/") || !path.isWellFormed() || !parts.every(isPlainPart)) {
    throw new AppError("invalid_request", "The path must stay inside the repository.");
  }
  return parts.join("/");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in a path.
const plainControl = /[\u0000-\u001f\u007f]/;

function isPlainPart(part: string): boolean {
  return part !== ".." && part.toLowerCase() !== ".git" && !plainControl.test(part);
}

/** The path as a file system sees it that keeps no case and one way to write an accent. */
export function foldPath(path: string): string {
  // Upper case first: it brings together letters that have two lower cases.
  return normalForm(normalForm(path, "NFC").toUpperCase().toLowerCase(), "NFC");
}
