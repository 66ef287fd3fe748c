import { lastPart } from "../../docs/tree/address.ts";
import { editDistance } from "../../text/edit-distance.ts";

const mostSuggestions = 3;
const mostPages = 10_000;
const comparedLength = 40;
const mostChanges = 6;

/** The paths whose last part is spelled most like the wanted one, the nearest first. Bounded, whatever is asked for. */
export function nearestPaths(wanted: string, paths: string[]): string[] {
  const name = comparedPart(wanted);
  if (name === "") return [];
  const limit = Math.min(mostChanges, Math.ceil(name.length / 2.5));
  return paths
    .slice(0, mostPages)
    .map((path) => ({ path, distance: editDistance(name, comparedPart(path), limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((left, right) => left.distance - right.distance)
    .slice(0, mostSuggestions)
    .map(({ path }) => path);
}

function comparedPart(path: string): string {
  return lastPart(path.slice(-2_000)).toLowerCase().slice(0, comparedLength);
}
