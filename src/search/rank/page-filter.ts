import { withoutEnding } from "../../docs/site/paths.ts";
import type { VisiblePage } from "../../store/docs/pages.ts";
import { bareVersion } from "../../text/version-names.ts";
import type { FilterScalar, FilterValue } from "../hit.ts";

type Page = Pick<VisiblePage, "path" | "title" | "metadata" | "edition" | "language">;
type PageTest = (page: Page) => boolean;

/**
 * Whether a page has every value the filter asks for; an array asks for any of its values. Version and language are those
 * of the site; where the site has none, those of the front matter, and at last the language of the text. What is asked for is
 * read once, so that a page costs the same however many values there are.
 */
export function pageFilter(filter: Record<string, FilterValue>): PageTest {
  const tests = Object.entries(filter).map(([key, wanted]) =>
    testOf(key, [wanted].flat().map(String)),
  );
  return (page) => tests.every((isMet) => isMet(page));
}

function testOf(key: string, wanted: string[]): PageTest {
  if (key === "path") return pathTest(wanted);
  const values = new Set(wanted);
  if (key === "title") return ({ title }) => values.has(title);
  const inFrontMatter = metadataTest(key, values);
  if (key === "version") {
    const names = new Set(wanted.map(bareVersion));
    const isWanted = remembered((name: string) => names.has(bareVersion(name)));
    return (page) =>
      page.edition.versions.length > 0 ? page.edition.versions.some(isWanted) : inFrontMatter(page);
  }
  if (key !== "language") return inFrontMatter;
  const isWanted = remembered(tagTest(wanted));
  return (page) => {
    if (page.edition.locale !== "") return isWanted(page.edition.locale);
    return Object.hasOwn(page.metadata, key) ? inFrontMatter(page) : isWanted(page.language);
  };
}

function metadataTest(key: string, wanted: Set<string>): PageTest {
  return ({ metadata }) => {
    if (!Object.hasOwn(metadata, key)) return false;
    const held = metadata[key];
    const values: unknown[] = Array.isArray(held) ? held : [held];
    return values.some((value) => isScalar(value) && wanted.has(String(value)));
  };
}

/** A page by its path, with and without its ending, or any folder above it. */
function pathTest(wanted: string[]): PageTest {
  const places = new Set(wanted.map(trimSlashes));
  if (places.has("")) return () => true;
  return ({ path }) => {
    const own = trimSlashes(path);
    if (places.has(own) || places.has(withoutEnding(own))) return true;
    for (let at = own.indexOf("/"); at !== -1; at = own.indexOf("/", at + 1))
      if (places.has(own.slice(0, at))) return true;
    return false;
  };
}

function trimSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (start < end && path[start] === "/") start += 1;
  while (end > start && path[end - 1] === "/") end -= 1;
  return path.slice(start, end);
}

/** `pt` is every Portuguese, and `en-GB` is met by pages that are just English. */
function tagTest(wanted: string[]): (tag: string) => boolean {
  const asked = wanted.map(plainTag);
  return (tag) => {
    const own = plainTag(tag);
    return asked.some((one) => own.startsWith(one) || one.startsWith(own));
  };
}

function plainTag(tag: string): string {
  return `${tag.toLowerCase().replaceAll("_", "-")}-`;
}

/** Pages name the same few versions and languages over and over. */
function remembered(test: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const found = known.get(name) ?? test(name);
    known.set(name, found);
    return found;
  };
}

function isScalar(value: unknown): value is FilterScalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
