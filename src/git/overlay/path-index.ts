import { foldPath } from "../../lib/repository-path.ts";

export type PathIndex = {
  add(path: string): void;
  remove(path: string): void;
  /** The file or folder ("docs/") that a new file could not be told from, or that lies in its way. */
  clash(path: string): string | undefined;
};

const longestPath = 1_000;

/** Which names are taken, where upper and lower case and the ways to write an accent count as the same. */
export function createPathIndex(paths: Iterable<string>): PathIndex {
  // Folded path -> its spellings, and how many files stand behind each. A folder's spelling ends in "/".
  const taken = new Map<string, Map<string, number>>();

  const count = (path: string, by: number) => {
    for (const { folded, spelling } of steps(path)) {
      const spellings = taken.get(folded) ?? new Map<string, number>();
      const files = (spellings.get(spelling) ?? 0) + by;
      if (files > 0) spellings.set(spelling, files);
      else spellings.delete(spelling);
      if (spellings.size > 0) taken.set(folded, spellings);
      else taken.delete(folded);
    }
  };

  const clash = (path: string) => {
    for (const { folded, spelling } of steps(path)) {
      const spellings = taken.get(folded);
      if (spellings !== undefined && !spellings.has(spelling)) return [...spellings.keys()][0];
    }
    return undefined;
  };

  // What is longer can be neither read nor made, so it is in nobody's way.
  for (const path of paths) if (path.length <= longestPath) count(path, 1);
  return { add: (path) => count(path, 1), remove: (path) => count(path, -1), clash };
}

/** Folding leaves every slash where it is among the parts, so it is done once. */
function* steps(path: string): Generator<{ folded: string; spelling: string }> {
  const folded = foldPath(path);
  let from = 0;
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    from = folded.indexOf("/", from) + 1;
    yield { folded: folded.slice(0, from - 1), spelling: path.slice(0, end + 1) };
  }
  yield { folded, spelling: path };
}
