const maxBytes = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids control characters in names.
const forbidden = /[\u0000-\u0020\u007f~^:?*[\\]/;

/** Whether git takes the name for a branch, and no command can take it for an option or another kind of ref. */
export function isSafeBranchName(name: string): boolean {
  if (name === "" || Buffer.byteLength(name) > maxBytes || !name.isWellFormed()) return false;
  if (name.startsWith("-") || name.startsWith("refs/") || name === "HEAD" || name === "@")
    return false;
  if (forbidden.test(name) || name.includes("..") || name.includes("@{")) return false;
  if (name.endsWith(".")) return false;
  return name.split("/").every(isSafePart);
}

function isSafePart(part: string): boolean {
  return part !== "" && !part.startsWith(".") && !part.endsWith(".lock");
}
