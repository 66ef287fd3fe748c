import { decodedPart } from "../../docs/page/link-parts.ts";
import { plainAddress } from "../../docs/tree/address.ts";
import type { VisiblePage } from "../../store/docs/pages.ts";

/** Page paths by their `pathKey`. */
export type PagesByKey = Map<string, string[]>;

const maxPaths = 50;

/** The page paths that the reader's paths or addresses name. Compares text only; nothing is opened. */
export function liftedPaths(pagesByKey: PagesByKey, paths: string[]): Set<string> {
  const lifted = new Set<string>();
  for (const path of paths.slice(0, maxPaths)) {
    const key = pathKey(path);
    for (const page of pagesByKey.get(key) ?? pagesBelow(pagesByKey, key)) lifted.add(page);
  }
  return lifted;
}

/** Made once for an index, so that a search need not go through every path again. */
export function groupByKey(visible: Pick<VisiblePage, "path">[]): PagesByKey {
  return Map.groupBy(
    visible.map(({ path }) => path),
    pathKey,
  );
}

/** One spelling for a page: no origin, query, fragment, outer slashes, ending or trailing index. */
export function pathKey(path: string): string {
  const address =
    path.replace(/^[a-z][a-z0-9+.-]{0,20}:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? "";
  const parts = decodedPart(address.trim()).split("/");
  return plainAddress(parts.filter((part) => part !== ".").join("/"));
}

/** A site may be served below a folder the repository does not have, or the other way round. */
function pagesBelow(pagesByKey: PagesByKey, key: string): string[] {
  if (key === "") return [];
  const found: string[] = [];
  for (const [pageKey, pages] of pagesByKey) {
    if (pageKey === "") continue;
    if (key.endsWith(`/${pageKey}`) || pageKey.endsWith(`/${key}`)) found.push(...pages);
  }
  return found;
}
