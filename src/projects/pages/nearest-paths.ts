import { lastPart } from "../../docs/tree/address.ts";
import { editDistance } from "../../text/edit-distance.ts";

const mostSuggestions = 3;
const mostPages = 10_000;
const comparedLength = 40;
const mostChanges = 6;
/** Of a site with more names that are alike, those with other letters are not looked at. */
const mostCompared = 200;

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
  return likelyPlaces(name, paths, limit)
    .slice(0, mostCompared)
    .map((place) => ({ place, distance: distanceTo(name, paths[place], limit) }))
    .filter(({ distance }) => distance <= limit)
    .sort((left, right) => left.distance - right.distance || left.place - right.place)
    .slice(0, mostSuggestions)
    .flatMap(({ place }) => paths[place]?.path ?? []);
}

function distanceTo(name: string, one: ComparedPath | undefined, limit: number): number {
  return one === undefined ? limit + 1 : editDistance(name, one.name, limit);
}

/** Where the names stand that may be within the limit, those with the most letters in common first. */
function likelyPlaces(name: string, paths: ComparedPath[], limit: number): number[] {
  const places = Array.from({ length: limit + 1 }, (): number[] => []);
  const leastChanges = letterCounter(name);
  const end = Math.min(paths.length, mostPages);
  for (let place = 0; place < end; place += 1) {
    const other = paths[place]?.name ?? "";
    if (Math.abs(other.length - name.length) > limit) continue;
    places[leastChanges(other)]?.push(place);
  }
  return places.flat();
}

const letterKinds = 128;

/** Counts the letters that a name lacks or has too many of, in any order: no fewer have to be changed. */
function letterCounter(name: string): (other: string) => number {
  const counts = new Int8Array(letterKinds);
  const put = (text: string) => {
    for (let at = 0; at < text.length; at += 1) {
      const kind = text.charCodeAt(at) % letterKinds;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
  };
  put(name);
  return (other) => {
    let common = 0;
    for (let at = 0; at < other.length; at += 1) {
      const kind = other.charCodeAt(at) % letterKinds;
      const left = counts[kind] ?? 0;
      if (left > 0) common += 1;
      counts[kind] = left - 1;
    }
    put(other);
    return Math.max(name.length, other.length) - common;
  };
}
