import { AppError } from "../../lib/app-error.ts";

/** A path inside a repository: relative, "/" between parts, no part that leads elsewhere. "" is the top. */
export function cleanPath(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (path.startsWith("/") || !path.isWellFormed() || !parts.every(isPlainPart)) {
    throw new AppError("invalid_request", "The path must stay inside the repository.");
  }
  return parts.join("/");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in a path.
const controlCharacter = /[\u0000-\u001f\u007f]/;

function isPlainPart(part: string): boolean {
  return part !== ".." && part.toLowerCase() !== ".git" && !controlCharacter.test(part);
}
