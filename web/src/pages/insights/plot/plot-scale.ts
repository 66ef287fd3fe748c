/** Round numbers from 0 to above the largest value, three to five of them. */
export function ticksUpTo(largest: number, { isWhole = false } = {}): number[] {
  if (!(largest > 0) || !Number.isFinite(largest)) return [0, 1];
  const rough = largest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const found = [1, 2, 2.5, 5, 10].map((part) => part * power).find((size) => size >= rough);
  const step = isWhole ? Math.max(1, Math.ceil(found ?? 1)) : (found ?? 1);
  const count = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Which of so many places are named below a plot: the first, the last and some between, evenly. */
export function labelledPlaces(places: number, most: number): number[] {
  if (places <= most) return Array.from({ length: places }, (_, index) => index);
  const gaps = Math.max(1, most - 1);
  return Array.from({ length: gaps + 1 }, (_, index) => Math.round((index * (places - 1)) / gaps));
}

/** Values side by side put together, so that no column is thinner than can be seen. */
export function summed(values: number[], size: number): number[] {
  const sums: number[] = [];
  for (let start = 0; start < values.length; start += size)
    sums.push(values.slice(start, start + size).reduce((sum, value) => sum + value, 0));
  return sums;
}

/** Points of a line; where nothing was measured it is broken. */
export function linePath(points: ({ x: number; y: number } | null)[]): string {
  let isOpen = false;
  return points
    .map((point) => {
      const command = point && `${isOpen ? "L" : "M"}${round(point.x)} ${round(point.y)}`;
      isOpen = point !== null;
      return command ?? "";
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
