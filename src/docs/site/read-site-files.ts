import { isOfOthers, isSiteFile, referencesOf } from "./find-site.ts";

type ReadEach = (paths: string[]) => AsyncIterable<{ path: string; content: string }>;

const maxFiles = 3_000;
const maxReferred = 200;
const maxRounds = 5;
const maxLength = 20_000_000;

/** The texts of the files that decide about the site among `paths`, and of those that they refer to. */
export async function readSiteFiles(
  paths: Iterable<string>,
  readEach: ReadEach,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  let length = 0;
  // Of many files those near the top decide: a site's own settings stand there.
  let wanted = [...paths]
    .filter((path) => isSiteFile(path))
    .sort((one, other) => one.split("/").length - other.split("/").length)
    .slice(0, maxFiles);
  for (let round = 0; round <= maxRounds && wanted.length > 0; round += 1) {
    const referred = new Set<string>();
    for await (const { path, content } of readEach(wanted)) {
      length += content.length;
      if (length > maxLength) return texts;
      if (isOfOthers(path, content)) continue;
      texts.set(path, content);
      for (const other of referencesOf(path, content)) referred.add(other);
    }
    wanted = [...referred].filter((path) => !texts.has(path)).slice(0, maxReferred);
  }
  return texts;
}
