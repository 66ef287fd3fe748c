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

/** The beginning and the end, where there is more than this: who pastes much asks before it or behind it. */
export function withoutMiddle<Items extends string | unknown[]>(items: Items, most: number): Items;
export function withoutMiddle(items: string | unknown[], most: number): string | unknown[] {
  if (items.length <= most) return items;
  const half = Math.ceil(most / 2);
  const [first, last] = [items.slice(0, half), items.slice(items.length - (most - half))];
  return typeof first === "string" ? `${first}${String(last)}`.toWellFormed() : [...first, ...last];
}
