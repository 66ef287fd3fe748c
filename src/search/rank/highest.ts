/** The highest of some values, so many of them. */
export function createHighest(most: number) {
  const rising: number[] = [];
  return {
    isFull: () => rising.length >= most,
    /** The lowest of them; 0 where there are none. */
    least: () => rising[0] ?? 0,
    add(value: number): void {
      const isFull = rising.length >= most;
      if (isFull && value <= (rising[0] ?? 0)) return;
      if (isFull) rising.shift();
      rising.splice(placeAmong(rising, value), 0, value);
    },
  };
}

function placeAmong(rising: number[], value: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rising[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
