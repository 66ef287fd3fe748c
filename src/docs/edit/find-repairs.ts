import { createPace } from "../../lib/pace.ts";
import { isPageFile } from "../page/page-format.ts";
import { isSiteFile } from "../site/find-site.ts";
import { isRedirectList } from "../site/redirect-list.ts";
import type { EditableFiles } from "../tree/docs-files.ts";
import { type LinkFinder, linkFinder, pageOfFolder } from "./link-finder.ts";
import type { Relocation } from "./relocation.ts";
import { navigationRepairer } from "./repair-navigation.ts";
import { repairPage } from "./repair-page.ts";
import type { FileRepair, Repairs } from "./repairs.ts";

const mostPages = 20_000;
const mostNavigationFiles = 500;
const mostCharacters = 128 * 1024 * 1024;

/** Reads the pages and navigation files once; only those that may name the files are taken apart. */
export async function findRepairs(
  overlay: EditableFiles,
  relocation: Relocation,
): Promise<Repairs> {
  const { before, moves, folder } = relocation;
  const finder = linkFinder(before, [...moves.keys()], folder?.from);
  const beside = new Set(folder === undefined ? [] : pageOfFolder(before, folder.from));
  const repairs: Repairs = { files: [], problems: [] };
  const breathe = createPace();
  await repairNavigation({ overlay, relocation, repairs, finder });
  const pages = readable(overlay, (path) => isPageFile(path) && !before.siteFiles.has(path));
  const read = { overlay, paths: pages.slice(0, mostPages), repairs };
  await readAll(read, async (page) => {
    const isMeant = moves.has(page.path) || beside.has(page.path) || finder.onPage(page.content);
    if (isMeant) take(repairs, await repairPage(relocation, page, breathe));
    await breathe();
  });
  if (pages.length > mostPages) {
    const reason = `${pages.length - mostPages} pages from here on were not looked at: there are too many.`;
    repairs.problems.push({ path: pages[mostPages] ?? "", line: 1, reason });
  }
  return repairs;
}

type Work = {
  overlay: EditableFiles;
  relocation: Relocation;
  repairs: Repairs;
  finder: LinkFinder;
};

/** The files of the site, which are read already, and others of the kind. */
async function repairNavigation({ overlay, relocation, repairs, finder }: Work): Promise<void> {
  const { siteFiles } = relocation.before;
  const repair = navigationRepairer(relocation);
  // JSON may write a letter as its number, which no search for a name finds.
  const isMeant = (content: string) => finder.inNavigation(content) || content.includes("\\u");
  for (const [path, content] of siteFiles) {
    if (isMeant(content)) take(repairs, repair({ path, content }));
  }
  const isOfSite = (path: string) => isSiteFile(path) || isRedirectList(path);
  const others = readable(overlay, (path) => isOfSite(path) && !siteFiles.has(path));
  const read = { overlay, paths: others.slice(0, mostNavigationFiles), repairs };
  await readAll(read, async (file) => {
    if (isMeant(file.content)) take(repairs, repair(file));
  });
}

function readable(overlay: EditableFiles, isWanted: (path: string) => boolean): string[] {
  const files = overlay.list().filter((file) => file.readable && isWanted(file.path));
  return files.map(({ path }) => path);
}

/** What cannot be read may name the files all the same, so it is a problem. */
async function readAll(
  { overlay, paths, repairs }: { overlay: EditableFiles; paths: string[]; repairs: Repairs },
  use: (file: { path: string; content: string }) => Promise<void>,
): Promise<void> {
  const unread = new Set(paths);
  let characters = 0;
  for await (const file of overlay.readEach(paths)) {
    characters += file.content.length;
    if (characters > mostCharacters) break;
    unread.delete(file.path);
    await use(file);
  }
  for (const path of unread) {
    const reason = "This file was not looked at: it is no text, over 2 MB, or one of too many.";
    repairs.problems.push({ path, line: 1, reason });
  }
}

function take(repairs: Repairs, repair: FileRepair | undefined): void {
  if (repair === undefined) return;
  if (repair.after !== repair.before) repairs.files.push(repair);
  for (const problem of repair.problems) repairs.problems.push(problem);
}
