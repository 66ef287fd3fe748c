import { posix } from "node:path";

const endings = new Set(
  "md mdx markdown txt rst rest adoc asciidoc inc html json yaml yml toml js jsx ts tsx mjs py rb go rs java kt kts groovy swift c h cpp cs php sh bash sql css scss xml graphql proto ini conf tf dockerfile".split(
    " ",
  ),
);
const longestPath = 300;
const mostFoldersAbove = 6;
/** A source is often the docs folder of a repository, whose pages name files from the top of that repository. */
const docsFolders = /^(?:docs|content|src|website|site)\//;

/** The ending says what a file is; "" when it has none. */
export function endingOf(path: string): string {
  const name = posix.basename(path).toLowerCase();
  if (name === "dockerfile") return name;
  return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "";
}

/**
 * Where the file may be, most likely place first: beside the page, at the top of the docs, in one of `folders`.
 * Empty when it may not be read at all.
 */
export function candidatePaths(written: string, from: string, folders: string[]): string[] {
  const path = written.trim();
  if (path === "" || path.length > longestPath || /[\\\0\n*?"<>|]|^~|:\/\//.test(path)) return [];
  const aliased = /^@(?:site|docs)?\/+/.exec(path)?.[0];
  const top = posix.normalize(path.slice(aliased?.length ?? 0).replace(/^\/+/, ""));
  const isFromTop = aliased !== undefined || path.startsWith("/");
  const places = isFromTop ? [] : [posix.join(posix.dirname(from), path)];
  if (isFromTop || !path.startsWith("./")) places.push(...fromTop(top, folders));
  if (isFromTop && !top.startsWith(".."))
    places.push(...foldersAbove(from).map((folder) => posix.join(folder, top)));
  return [...new Set(places.map((place) => posix.normalize(place)))].filter(isReadable);
}

/** The top of a site may be a folder on the way to the page, such as `content/en`. Nearest first. */
function foldersAbove(from: string): string[] {
  const folders: string[] = [];
  let folder = posix.dirname(from);
  while (folder !== "." && folder !== "/" && folders.length < mostFoldersAbove) {
    folders.push(folder);
    folder = posix.dirname(folder);
  }
  return folders;
}

function fromTop(path: string, folders: string[]): string[] {
  if (path.startsWith("..")) return [];
  const places = [path, ...folders.map((folder) => posix.join(folder, path))];
  return docsFolders.test(path) ? [...places, path.replace(docsFolders, "")] : places;
}

function isReadable(path: string): boolean {
  if (path.startsWith("/") || !endings.has(endingOf(path))) return false;
  const visible = path.replace(/(^|\/)\.gitbook\/includes\//, "$1");
  return visible.split("/").every((segment) => segment !== "" && !segment.startsWith("."));
}
