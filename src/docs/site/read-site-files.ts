import { isOfOthers, isSiteFile, referencesOf } from "./find-site.ts";

export type SiteFileText = { path: string; content: string };
type ReadEach = (paths: string[]) => AsyncIterable<SiteFileText>;

/** What has to be known of a file before it counts: whether it is of another tool, and which files it takes in. */
export type SiteFileFacts = { isOfOthers: boolean; references: string[] };
/** Undefined for a file that is not to be read. */
type Examine = (files: SiteFileText[]) => Promise<(SiteFileFacts | undefined)[]>;

export function examineSiteFile({ path, content }: SiteFileText): SiteFileFacts {
  const isForeign = isOfOthers(path, content);
  return { isOfOthers: isForeign, references: isForeign ? [] : referencesOf(path, content) };
}

const maxFiles = 3_000;
const maxReferred = 200;
const maxRounds = 5;
const maxLength = 20_000_000;

/** The texts of the files that decide about the site among `paths`, and of those that they refer to. */
export async function readSiteFiles(
  paths: Iterable<string>,
  readEach: ReadEach,
  examine: Examine = async (files) => files.map(examineSiteFile),
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
    const read: SiteFileText[] = [];
    let isFull = false;
    for await (const file of readEach(wanted)) {
      length += file.content.length;
      isFull = length > maxLength;
      if (isFull) break;
      read.push(file);
    }
    const examined = await examine(read);
    for (const [index, { path, content }] of read.entries()) {
      const found = examined[index];
      if (found === undefined || found.isOfOthers) continue;
      texts.set(path, content);
      for (const other of found.references) referred.add(other);
    }
    if (isFull) return texts;
    wanted = [...referred].filter((path) => !texts.has(path)).slice(0, maxReferred);
  }
  return texts;
}
