import { formatOf, isPageFile } from "../page/page-format.ts";
import { findSite, isForeign } from "../site/find-site.ts";
import { isBelow } from "../site/paths.ts";
import { readSiteFiles } from "../site/read-site-files.ts";
import type { Site } from "../site/site.ts";
import type { DocsFiles } from "../tree/docs-files.ts";
import { namedMetadata } from "../tree/named-metadata.ts";
import { describeFolders, describeImages } from "./describe-folders.ts";
import { describeHabits } from "./describe-habits.ts";
import { describeNavigation } from "./describe-navigation.ts";
import { emptyHabits, type Habits, noteHabits } from "./page-habits.ts";

const mostSampled = 200;
const longestSampled = 4_000_000;

/**
 * How the docs of a repository are laid out and what their pages have in common, for a model that is about to edit
 * them. At most 200 pages are read, spread over all of them, so that its time does not grow with the docs. The same
 * files give the same text.
 */
export async function describeLayout(overlay: DocsFiles, docsFolder: string): Promise<string> {
  const paths = overlay.list().flatMap((file) => (file.readable ? [file.path] : []));
  const own = paths.filter((path) => !isForeign(path));
  const siteFiles = await readSiteFiles(own, overlay.readEach);
  const site = findSite({ paths: own.filter(isPageFile), siteFiles, docsFolder });
  const pages = own
    .filter((path) => isPageFile(path) && !siteFiles.has(path))
    .filter((path) => isOfDocs(path, docsFolder, site));
  if (pages.length === 0) return "There are no Markdown pages yet.";
  const { habits, metadata } = await readSample(overlay, spread(pages, mostSampled));
  const images = { folders: [docsFolder, site.folder], example: habits.imageExample };
  return [
    ...describeNavigation({ site, siteFiles, pages, metadata }, own),
    ...describeFolders(pages),
    ...describeHabits(habits),
    ...describeImages(own, images),
  ].join("\n");
}

function isOfDocs(path: string, docsFolder: string, site: Site): boolean {
  if (docsFolder !== "") return isBelow(docsFolder, path);
  return site.isPage(path);
}

type Sample = { habits: Habits; metadata: Map<string, Record<string, unknown>> };

async function readSample(overlay: DocsFiles, paths: string[]): Promise<Sample> {
  const habits = emptyHabits();
  const metadata = new Map<string, Record<string, unknown>>();
  let length = 0;
  for await (const { path, content } of overlay.readEach(paths)) {
    noteHabits(habits, content, formatOf(path));
    metadata.set(path, namedMetadata(content));
    length += content.length;
    if (length > longestSampled) break;
  }
  return { habits, metadata };
}

/** As many as asked for, at even distances. */
function spread(paths: string[], most: number): string[] {
  if (paths.length <= most) return paths;
  return Array.from({ length: most }, (_, index) => {
    return paths[Math.floor((index * paths.length) / most)] ?? "";
  });
}
