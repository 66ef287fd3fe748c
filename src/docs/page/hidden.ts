const hiddenWhenTrue = [
  "hidden",
  "draft",
  "noindex",
  "unlisted",
  "exclude_from_search",
  "excludeFromSearch",
];
const hiddenWhenFalse = ["published", "searchable", "search", "pagefind"];

/** Whether the front matter asks to keep the page out. Only real true and false count, never the words in quotes. */
export function isHidden(metadata: Record<string, unknown>): boolean {
  if (hiddenWhenTrue.some((key) => metadata[key] === true)) return true;
  if (hiddenWhenFalse.some((key) => metadata[key] === false)) return true;
  return excludesSearch(metadata.search) || forbidsIndex(metadata.robots);
}

function excludesSearch(search: unknown): boolean {
  return typeof search === "object" && search !== null && Reflect.get(search, "exclude") === true;
}

function forbidsIndex(robots: unknown): boolean {
  const values = Array.isArray(robots) ? robots : [robots];
  return values.some(
    (value) => typeof value === "string" && /(?:^|[\s,])noindex(?:[\s,]|$)/i.test(value),
  );
}
