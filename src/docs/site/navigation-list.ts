import { plainAddress } from "../tree/address.ts";
import type { Text } from "../values/static-value.ts";

import type { PagePlace, SiteEntry } from "./site.ts";

/** A page's place in the navigation. */
export type Listing = {
  position: number;
  section: string[];
  title: string;
  hidden: boolean;
  /** Where the page's folder orders its pages by number; undefined where it does not. */
  zone: Zone | undefined;
};

/** Room for pages that name their own order, beside folders whose order is known: after `order` come `extra` more places. */
export type Zone = { start: number; steps: { order: number; extra: number }[] };

/** A page as a navigation file names it, and what the navigation knows it by. */
export type NamedPage = { key: string; at: Text };

export type NavigationList = {
  next: number;
  listings: Map<string, Listing>;
  /** Every place that names a page, in order. */
  named: NamedPage[];
};

const placesPerOrder = 10;
const lowestOrder = -100;
export const zoneSize = 20_000;
const maxPosition = 2 ** 31 - 1;
const maxTitle = 200;

export function emptyNavigation(next = 0): NavigationList {
  return { next, listings: new Map(), named: [] };
}

/** Puts a page after the last one. A page that is listed twice stays where it was. */
export function listPage(
  navigation: NavigationList,
  key: string,
  entry: {
    section: string[];
    title?: string | undefined;
    hidden?: boolean;
    zone?: Zone;
    at?: Text;
  },
): void {
  if (entry.at !== undefined) navigation.named.push({ key, at: entry.at });
  if (navigation.listings.has(key)) return;
  navigation.listings.set(key, {
    position: Math.min(navigation.next, maxPosition),
    section: entry.section.map(cleanTitle),
    title: cleanTitle(entry.title ?? ""),
    hidden: entry.hidden ?? false,
    zone: entry.zone,
  });
  navigation.next += 1;
}

/** What the navigation says of a page. */
export function listedAs(
  { listings }: NavigationList,
  key: string,
): Pick<PagePlace, "position" | "section" | "title"> {
  const listing = listings.get(key);
  const { position, section = [], title = "" } = listing ?? {};
  return { position, section, title };
}

/** Entries that name pages by addresses; a page that is named twice is told once. */
export function addressEntries(
  { named }: NavigationList,
  isAt: (address: string) => boolean,
): SiteEntry[] {
  const entries = new Map<string, SiteEntry>();
  for (const { key, at } of named) {
    const address = plainAddress(key);
    if (entries.has(address)) continue;
    const { path, line } = at;
    const entry = { path, line, written: `/${address}`, wanted: address };
    entries.set(address, { ...entry, exists: isAt(address) });
  }
  return [...entries.values()];
}

/** Where a page stands that may name its own order. Positions only sort; between two pages there may be room. */
export function positionOf(listing: Listing | undefined, order: unknown): number | undefined {
  const isNumbered = typeof order === "number" && Number.isFinite(order);
  if (listing?.zone === undefined || !isNumbered) return listing?.position;
  const { zone } = listing;
  const step = zone.steps.findLast((candidate) => candidate.order < order);
  return Math.min(zone.start + placeOf(order) + (step?.extra ?? 0), maxPosition);
}

export function placeOf(order: number): number {
  const place = Math.round((order - lowestOrder) * placesPerOrder);
  return Math.max(0, Math.min(place, zoneSize - 1));
}

/** Titles are stored: no NUL, no broken pairs, no control characters, no end without a beginning. */
export function cleanTitle(title: string): string {
  return title
    .replace(/\p{Cc}+/gu, " ")
    .toWellFormed()
    .trim()
    .slice(0, maxTitle);
}
