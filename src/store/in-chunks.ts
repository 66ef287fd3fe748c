const chunkSize = 200;

/** A statement takes so many parameters and no more: long lists go to the store some at a time. */
export function* inChunks<Item>(items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += chunkSize)
    yield items.slice(start, start + chunkSize);
}

/** The rows for all items, asked for some items at a time. */
export async function rowsInChunks<Item, Row>(
  items: Item[],
  ask: (some: Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const some of inChunks(items)) for (const row of await ask(some)) rows.push(row);
  return rows;
}
