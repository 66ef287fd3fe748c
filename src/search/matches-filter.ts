import type { FilterScalar, FilterValue, Passage } from "./hit.ts";

/** Whether the passage's page has every value the filter asks for; an array asks for any of its values. */
export function matchesFilter(passage: Passage, filter: Record<string, FilterValue>): boolean {
  return Object.entries(filter).every(([key, wanted]) => {
    const accepted = Array.isArray(wanted) ? wanted : [wanted];
    return accepted.some((value) => matchesValue(passage, key, value));
  });
}

function matchesValue(passage: Passage, key: string, wanted: FilterScalar): boolean {
  if (key === "path") return isPathOrFolder(passage.path, String(wanted));
  if (key === "title") return passage.title === String(wanted);
  if (!Object.hasOwn(passage.metadata, key)) return false;
  const held = passage.metadata[key];
  const values: unknown[] = Array.isArray(held) ? held : [held];
  return values.some((value) => isScalar(value) && String(value) === String(wanted));
}

function isPathOrFolder(path: string, wanted: string): boolean {
  const page = trimSlashes(path);
  const folder = trimSlashes(wanted);
  if (folder === "" || page === folder || page.startsWith(`${folder}/`)) return true;
  return page.replace(/\.(?:mdx?|html?)$/i, "") === folder;
}

function trimSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (start < end && path[start] === "/") start += 1;
  while (end > start && path[end - 1] === "/") end -= 1;
  return path.slice(start, end);
}

function isScalar(value: unknown): value is FilterScalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
