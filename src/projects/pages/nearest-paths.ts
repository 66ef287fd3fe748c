const mostSuggestions = 3;
const mostPages = 10_000;
const comparedLength = 40;
const mostChanges = 6;

/** The paths whose last part is spelled most like the wanted one, the nearest first. Bounded, whatever is asked for. */
export function nearestPaths(wanted: string, paths: string[]): string[] {
  const name = lastPart(wanted);
  if (name === "") return [];
  const limit = Math.min(mostChanges, Math.ceil(name.length / 2.5));
  return paths
    .slice(0, mostPages)
    .map((path) => ({ path, distance: distanceWithin(name, lastPart(path), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((left, right) => left.distance - right.distance)
    .slice(0, mostSuggestions)
    .map(({ path }) => path);
}

function lastPart(path: string): string {
  const stem = path
    .slice(-2_000)
    .replace(/\.(?:mdx?|html?)$/i, "")
    .replace(/\/(?:index|readme)$/i, "");
  const parts = stem.split("/").filter((part) => part !== "");
  return (parts.at(-1) ?? "").toLowerCase().slice(0, comparedLength);
}

/** Letters to change, add or drop, looked for no further than the limit; above it when there are more. */
function distanceWithin(left: string, right: string, limit: number): number {
  const beyond = limit + 1;
  if (Math.abs(left.length - right.length) > limit) return beyond;
  let row = new Uint8Array(right.length + 1).map((_, column) => Math.min(column, beyond));
  let next = new Uint8Array(right.length + 1);
  for (let line = 1; line <= left.length; line += 1) {
    next.fill(beyond);
    if (line <= limit) next[0] = line;
    const last = Math.min(right.length, line + limit);
    let least = beyond;
    for (let column = Math.max(1, line - limit); column <= last; column += 1) {
      const swap = left.charCodeAt(line - 1) === right.charCodeAt(column - 1) ? 0 : 1;
      const changed = (row[column - 1] ?? beyond) + swap;
      const dropped = Math.min(row[column] ?? beyond, next[column - 1] ?? beyond) + 1;
      const distance = Math.min(changed, dropped, beyond);
      next[column] = distance;
      least = Math.min(least, distance);
    }
    if (least === beyond && line > limit) return beyond;
    [row, next] = [next, row];
  }
  return row[right.length] ?? beyond;
}
