/** The text, cut where it is longer; `mark` says so. */
export function cutText(text: string, longest: number, mark = "…"): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}${mark}` : text;
}

/** The first items, and how many more there are. */
export function firstOf<Item>(items: Item[], most: number): (Item | string)[] {
  const left = items.length - most;
  return left > 0 ? [...items.slice(0, most), `and ${left} more`] : items;
}

/** The first items that are together no longer than this. */
export function fitting<Item>(
  items: Item[],
  longest: number,
  lengthOf: (item: Item) => number,
): Item[] {
  let length = 0;
  const end = items.findIndex((item) => {
    length += lengthOf(item);
    return length > longest;
  });
  return end === -1 ? items : items.slice(0, end);
}
