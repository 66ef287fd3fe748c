import { defuseCode } from "../../text/safe/defuse-markdown.ts";
import { folderOf, isBelow } from "../site/paths.ts";
import { addTo, counted, listed, ranked, type Tally } from "./tally.ts";

const mostFolders = 30;
const deepest = 6;
const mostImageFolders = 8;
const image = /\.(?:png|jpe?g|gif|svg|webp|avif|mp4|webm)$/i;

/** Where the pages stand. Folders deep below count with the one above them where there are too many. */
export function describeFolders(pages: string[]): string[] {
  const folders = shallowFolders(pages);
  const endings: Tally = new Map();
  for (const page of pages) addTo(endings, page.slice(page.lastIndexOf(".")).toLowerCase());
  const lines = [...folders]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([folder, count]) => `${shownFolder(folder)}: ${count}`);
  return [`Pages: ${counted(endings, 4)}. By folder:`, ...listed(lines, mostFolders)];
}

type Images = { folders: string[]; example: string };

/** `folders` are those of the docs and of the site around them. */
export function describeImages(paths: string[], { folders: near, example }: Images): string[] {
  const folders: Tally = new Map();
  for (const path of paths) {
    if (image.test(path) && isServed(path, near)) addTo(folders, folderOf(path));
  }
  const shown = ranked(folders).slice(0, mostImageFolders);
  if (shown.length === 0) return [];
  const left = folders.size - shown.length;
  const places = shown.map(([folder, count]) => `${shownFolder(folder)} ${count}`).join(", ");
  const more = left > 0 ? ` and ${left} more folders` : "";
  const used = example === "" ? "" : ` Shown as in ${defuseCode(example)}.`;
  return [`Images: ${places}${more}.${used}`];
}

function shallowFolders(pages: string[]): Tally {
  let folders: Tally = new Map();
  for (const page of pages) {
    const folder = folderOf(page);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  for (let depth = deepest; depth > 0 && folders.size > mostFolders; depth -= 1) {
    folders = upTo(depth, folders);
  }
  return folders;
}

function upTo(depth: number, folders: Tally): Tally {
  const shallow: Tally = new Map();
  for (const [folder, count] of folders) {
    addTo(shallow, folder.split("/").slice(0, depth).join("/"), count);
  }
  return shallow;
}

/** In the docs, or where sites keep what they serve as it is. */
function isServed(path: string, [docsFolder = "", siteFolder = ""]: string[]): boolean {
  if (isBelow(docsFolder, path)) return true;
  const start = siteFolder === "" ? 0 : siteFolder.length + 1;
  const isKept = /^(?:static|public|assets|src\/assets|images?|img)\//.test(path.slice(start));
  return isKept && isBelow(siteFolder, path);
}

function shownFolder(folder: string): string {
  return folder === "" ? "the top" : defuseCode(folder.slice(0, 200));
}
