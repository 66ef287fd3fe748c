import { lastPart } from "../../docs/tree/address.ts";
import { editDistance } from "../../text/edit-distance.ts";

const mostSuggestions = 3;
const mostPages = 10_000;
const comparedLength = 40;
const mostChanges = 6;

/** A path with the part of it that is compared. */
export type ComparedPath = { path: string; name: string };

export function comparedPath(path: string): ComparedPath {
  return { path, name: lastPart(path.slice(-2_000)).toLowerCase().slice(0, comparedLength) };
}

/** The paths whose last part is spelled most like the wanted one, the nearest first. Bounded, whatever is asked for. */
export function nearestPaths(wanted: string, paths: ComparedPath[]): string[] {
  const { name } = comparedPath(wanted);
  if (name === "") return [];
  const limit = Math.min(mostChanges, Math.ceil(name.length / 2.5));
  return paths
    .slice(0, mostPages)
    .filter((one) => Math.abs(one.name.length - name.length) <= limit)
    .map((one) => ({ path: one.path, distance: editDistance(name, one.name, limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((left, right) => left.distance - right.distance)
    .slice(0, mostSuggestions)
    .map(({ path }) => path);
}
