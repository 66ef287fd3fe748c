import { decodedPart } from "../../docs/page/link-parts.ts";
import { plainAddress } from "../../docs/tree/address.ts";
import type { VisiblePage } from "../../store/docs/pages.ts";
import { rememberBy } from "./remember-by.ts";

/** Places of pages among all, by their `pathKey`: that of the path, and that of the address on the site. */
export type PagesByKey = { byPath: Map<string, number[]>; byAddress: Map<string, number[]> };

type Page = Pick<VisiblePage, "path" | "address">;

const isFile = /\.(?:mdx?|markdown)$/i;

/** The pages that the reader's paths or addresses name, by their places. Compares text only; nothing is opened. */
export function liftedPaths(pagesByKey: PagesByKey, paths: string[]): Set<number> {
  const lifted = new Set<number>();
  for (const path of paths) {
    const key = pathKey(path);
    for (const page of exactly(pagesByKey, path, key) ?? pagesBelow(pagesByKey, key))
      lifted.add(page);
  }
  return lifted;
}

/** The page at a path or address, else those that stand beside it: their version and language are those of the reader. */
export function pagesAt(pagesByKey: PagesByKey, pages: Page[], path: string): number[] {
  const key = pathKey(path);
  const found = exactly(pagesByKey, path, key);
  if (found !== undefined || key === "") return found ?? [];
  let most = 0;
  let nearest: number[] = [];
  for (const [place, { address }] of pages.entries()) {
    const shared = sharedParts(key, address);
    if (shared > most) nearest = [];
    if (shared >= most && shared > 0) nearest.push(place);
    most = Math.max(most, shared);
  }
  return nearest.length > 0 ? nearest : pagesBelow(pagesByKey, key);
}

/** An address that is also the path of another page is meant as an address, unless it ends like a file. */
function exactly({ byPath, byAddress }: PagesByKey, path: string, key: string) {
  const inPath = path.split(/[?#]/, 1)[0] ?? "";
  if (isFile.test(inPath)) return byPath.get(key) ?? byAddress.get(key);
  return byAddress.get(key) ?? byPath.get(key);
}

/** How many folders at the beginning are the same. */
function sharedParts(key: string, address: string): number {
  let shared = 0;
  let start = 0;
  for (;;) {
    const end = key.indexOf("/", start);
    if (end === -1 || !address.startsWith(key.slice(0, end + 1))) return shared;
    shared += 1;
    start = end + 1;
  }
}

/** Made once for an index, so that a search need not go through every path again. */
export function groupByKey(visible: Page[]): PagesByKey {
  const byPath = new Map<string, number[]>();
  const byAddress = new Map<string, number[]>();
  for (const [place, page] of visible.entries()) {
    const { ofPath, ofAddress } = keysOf(page);
    put(byPath, ofPath, place);
    if (ofAddress !== undefined) put(byAddress, ofAddress, place);
  }
  return { byPath, byAddress };
}

const keysOf = rememberBy(({ path, address }: Page) => ({
  ofPath: pathKey(path),
  ofAddress: address === "" ? undefined : pathKey(address),
}));

function put(places: Map<string, number[]>, key: string, place: number): void {
  const known = places.get(key);
  if (known === undefined) places.set(key, [place]);
  else known.push(place);
}

/** One spelling for a page: no origin, query, fragment, outer slashes, ending or trailing index. */
export function pathKey(path: string): string {
  const address =
    path.replace(/^[a-z][a-z0-9+.-]{0,20}:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? "";
  const parts = decodedPart(address.trim()).split("/");
  return plainAddress(parts.filter((part) => part !== ".").join("/"));
}

/** A site may be served below a folder the repository does not have, or the other way round. */
function pagesBelow({ byPath, byAddress }: PagesByKey, key: string): number[] {
  if (key === "") return [];
  // Without what the site is served below, an address is still the whole address of a page.
  for (let at = key.indexOf("/"); at !== -1; at = key.indexOf("/", at + 1)) {
    const found = byAddress.get(key.slice(at + 1));
    if (found !== undefined) return found;
  }
  const found: number[] = [];
  for (const [pageKey, pages] of byPath) {
    if (pageKey === "") continue;
    if (endsWithPart(key, pageKey) || endsWithPart(pageKey, key)) found.push(...pages);
  }
  return found;
}

function endsWithPart(path: string, end: string): boolean {
  return path.endsWith(end) && path[path.length - end.length - 1] === "/";
}
