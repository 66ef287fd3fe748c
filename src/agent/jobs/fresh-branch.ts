import { newId } from "../../lib/ids.ts";

const longestSlug = 40;

/** A branch name of our own for a job that names none: what it is about, and enough chance to be new. */
export function freshBranch(instruction: string): string {
  const words = instruction
    .slice(0, 500)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  let slug = "";
  for (const word of words) {
    if (slug.length + word.length >= longestSlug) break;
    slug += slug === "" ? word : `-${word}`;
  }
  return `docent/${slug || "change"}-${newId("job").slice(-6)}`;
}
