import type { Segment } from "../segment/segment.ts";
import { placesOf, type Strings } from "../segment/strings.ts";
import { pathKey } from "./path-key.ts";

/** Pages by how readers may name them. */
export type NamedPages = {
  segments: Pick<
    Segment,
    "pages" | "pathKeys" | "pathKeyOrder" | "addressKeys" | "addressKeyOrder"
  >[];
  /** 0 for pages that are no longer there; undefined where all are. */
  isLive: Uint8Array | undefined;
};

const isFile = /\.(?:mdx?|markdown)$/i;

/** The pages that the reader's paths or addresses name, by their places. Compares text only; nothing is opened. */
export function liftedPaths(named: NamedPages, paths: string[]): Set<number> {
  const lifted = new Set<number>();
  for (const path of paths) {
    const key = pathKey(path);
    for (const page of exactly(named, path, key) ?? pagesBelow(named, key)) lifted.add(page);
  }
  return lifted;
}

/** The page at a path or address, else those that stand beside it: their version and language are those of the reader. */
export function pagesAt(named: NamedPages, path: string): number[] {
  const key = pathKey(path);
  const found = exactly(named, path, key);
  if (found !== undefined || key === "") return found ?? [];
  let most = 0;
  let nearest: number[] = [];
  const wanted = Buffer.from(key);
  for (const { place, at, segment } of placesIn(named)) {
    const shared = sharedParts(wanted, segment.addressKeys, at);
    if (shared > most) nearest = [];
    if (shared >= most && shared > 0) nearest.push(place);
    most = Math.max(most, shared);
  }
  return nearest.length > 0 ? nearest : pagesBelow(named, key);
}

/** An address that is also the path of another page is meant as an address, unless it ends like a file. */
function exactly(named: NamedPages, path: string, key: string): number[] | undefined {
  const inPath = path.split(/[?#]/, 1)[0] ?? "";
  if (isFile.test(inPath)) return byPath(named, key) ?? byAddress(named, key);
  return byAddress(named, key) ?? byPath(named, key);
}

function byPath(named: NamedPages, key: string): number[] | undefined {
  return live(named, ({ pathKeys, pathKeyOrder }) => placesOf(pathKeys, key, pathKeyOrder));
}

/** A page without an address has none that could be named. */
function byAddress(named: NamedPages, key: string): number[] | undefined {
  if (key === "") return undefined;
  return live(named, ({ addressKeys, addressKeyOrder }) =>
    placesOf(addressKeys, key, addressKeyOrder),
  );
}

function live(
  { segments, isLive }: NamedPages,
  find: (segment: NamedPages["segments"][number]) => number[],
): number[] | undefined {
  let first = 0;
  const found: number[] = [];
  for (const segment of segments) {
    for (const at of find(segment)) if (isLive?.[first + at] !== 0) found.push(first + at);
    first += segment.pages;
  }
  return found.length > 0 ? found : undefined;
}

function* placesIn({ segments, isLive }: NamedPages) {
  let first = 0;
  for (const segment of segments) {
    for (let at = 0; at < segment.pages; at += 1)
      if (isLive?.[first + at] !== 0) yield { place: first + at, at, segment };
    first += segment.pages;
  }
}

const slash = 0x2f;

/** How many folders at the beginning are the same. */
function sharedParts(key: Uint8Array, { offsets, bytes }: Strings, place: number): number {
  const start = offsets[place] ?? 0;
  const end = Math.min((offsets[place + 1] ?? 0) - start, key.length);
  let shared = 0;
  for (let at = 0; at < end && bytes[start + at] === key[at]; at += 1)
    if (key[at] === slash) shared += 1;
  return shared;
}

/** A site may be served below a folder the repository does not have, or the other way round. */
function pagesBelow(named: NamedPages, key: string): number[] {
  if (key === "") return [];
  const folders = [...key.matchAll(/\//g)].map(({ index }) => key.slice(index + 1));
  // Without what the site is served below, an address is still the whole address of a page.
  for (const rest of folders) {
    const found = byAddress(named, rest);
    if (found !== undefined) return found;
  }
  const found = folders.filter((rest) => rest !== "").flatMap((rest) => byPath(named, rest) ?? []);
  const ending = Buffer.from(`/${key}`);
  for (const { place, at, segment } of placesIn(named))
    if (endsWith(segment.pathKeys, at, ending)) found.push(place);
  return found;
}

function endsWith({ offsets, bytes }: Strings, place: number, ending: Uint8Array): boolean {
  const start = (offsets[place + 1] ?? 0) - ending.length;
  if (start <= (offsets[place] ?? 0)) return false;
  for (let at = ending.length - 1; at >= 0; at -= 1)
    if (bytes[start + at] !== ending[at]) return false;
  return true;
}
