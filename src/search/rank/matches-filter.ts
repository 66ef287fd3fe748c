import { withoutEnding } from "../../docs/site/paths.ts";
import type { VisiblePage } from "../../store/docs/pages.ts";
import { isSameVersion } from "../../text/version-names.ts";
import type { FilterScalar, FilterValue } from "../hit.ts";

type Page = Pick<VisiblePage, "path" | "title" | "metadata" | "edition" | "language">;

/**
 * Whether the page has every value the filter asks for; an array asks for any of its values. Version and language are those
 * of the site; where the site has none, those of the front matter, and at last the language of the text.
 */
export function matchesFilter(page: Page, filter: Record<string, FilterValue>): boolean {
  return Object.entries(filter).every(([key, wanted]) => {
    const accepted = Array.isArray(wanted) ? wanted : [wanted];
    return accepted.some((value) => matchesValue(page, key, value));
  });
}

function matchesValue(page: Page, key: string, wanted: FilterScalar): boolean {
  if (key === "path") return isPathOrFolder(page.path, String(wanted));
  if (key === "title") return page.title === String(wanted);
  const { versions, locale } = page.edition;
  if (key === "version" && versions.length > 0)
    return versions.some((name) => isSameVersion(name, String(wanted)));
  if (key === "language" && locale !== "") return isSameTag(locale, String(wanted));
  if (!Object.hasOwn(page.metadata, key))
    return key === "language" && isSameTag(page.language, String(wanted));
  const held = page.metadata[key];
  const values: unknown[] = Array.isArray(held) ? held : [held];
  return values.some((value) => isScalar(value) && String(value) === String(wanted));
}

function isPathOrFolder(path: string, wanted: string): boolean {
  const own = trimSlashes(path);
  const folder = trimSlashes(wanted);
  if (folder === "" || own === folder || own.startsWith(`${folder}/`)) return true;
  return withoutEnding(own) === folder;
}

function trimSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (start < end && path[start] === "/") start += 1;
  while (end > start && path[end - 1] === "/") end -= 1;
  return path.slice(start, end);
}

/** `pt` is every Portuguese, and `en-GB` is met by pages that are just English. */
function isSameTag(tag: string, wanted: string): boolean {
  const [own, asked] = [tag, wanted].map((one) => `${one.toLowerCase().replaceAll("_", "-")}-`);
  return (
    own !== undefined && asked !== undefined && (own.startsWith(asked) || asked.startsWith(own))
  );
}

function isScalar(value: unknown): value is FilterScalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
