/** In work at once: enough that no thread waits for the next batch, and few enough to be held in memory. */
const atOnce = 4;

/** Results in the order of the items. Work on the next items goes on while a result is used. */
export async function* workAhead<Item, Result>(
  items: AsyncGenerator<Item>,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const waiting: Promise<Result>[] = [];
  const begin = (item: Item) => {
    const result = work(item);
    // Awaited below; a fault in between must not count as one that nobody looks at.
    result.catch(() => undefined);
    waiting.push(result);
  };
  try {
    let next = items.next();
    for (;;) {
      next.catch(() => undefined);
      const first = waiting[0];
      const { done, value } = await next;
      if (!done) begin(value);
      if (first !== undefined && (done || waiting.length > atOnce)) {
        waiting.shift();
        yield await first;
      } else if (done) return;
      if (!done) next = items.next();
    }
  } finally {
    await Promise.allSettled(waiting);
    await items.return(undefined);
  }
}
