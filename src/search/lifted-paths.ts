import type { Passage } from "./hit.ts";

const maxPaths = 50;

/** The page paths that the reader's paths or addresses name. Compares text only; nothing is opened. */
export function liftedPaths(passages: Passage[], paths: string[]): Set<string> {
  const lifted = new Set<string>();
  if (paths.length === 0) return lifted;
  const pagesByKey = keysOfPages(passages);
  for (const path of paths.slice(0, maxPaths)) {
    const key = pathKey(path);
    for (const page of pagesByKey.get(key) ?? pagesBelow(pagesByKey, key)) lifted.add(page);
  }
  return lifted;
}

/** One spelling for a page: no origin, query, fragment, outer slashes, extension or trailing `index`. */
export function pathKey(path: string): string {
  const bare = (
    path.replace(/^[a-z][a-z0-9+.-]{0,20}:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? ""
  ).trim();
  const segments = decode(bare)
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  const last = segments.pop()?.replace(/\.(?:mdx?|html?)$/i, "");
  if (last !== undefined && last !== "index") segments.push(last);
  return segments.join("/");
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function keysOfPages(passages: Passage[]): Map<string, Set<string>> {
  const pagesByKey = new Map<string, Set<string>>();
  let previous: string | undefined;
  for (const { path } of passages) {
    if (path === previous) continue;
    previous = path;
    const key = pathKey(path);
    const pages = pagesByKey.get(key);
    if (pages === undefined) pagesByKey.set(key, new Set([path]));
    else pages.add(path);
  }
  return pagesByKey;
}

/** A site may be served below a folder the repository does not have, or the other way round. */
function pagesBelow(pagesByKey: Map<string, Set<string>>, key: string): string[] {
  if (key === "") return [];
  const found: string[] = [];
  for (const [pageKey, pages] of pagesByKey) {
    if (pageKey === "") continue;
    if (key.endsWith(`/${pageKey}`) || pageKey.endsWith(`/${key}`)) found.push(...pages);
  }
  return found;
}
