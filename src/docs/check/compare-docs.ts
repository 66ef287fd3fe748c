import type { Pace } from "../../lib/pace.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import type { FactsReader } from "./facts/facts-reader.ts";

/** What a change did to the files of the docs. */
export type Comparison = {
  /** Pages with another text than before, new ones among them. */
  changed: string[];
  /** Pages that were there before under no name. */
  added: string[];
  /** Pages of before that are there no more, under no name. */
  gone: string[];
  /** The path that a page had before; the same one unless it was moved. undefined: it was not there. */
  pathBefore(path: string): string | undefined;
  /** The path that a page of before has now. undefined: it is gone. */
  pathNow(path: string): string | undefined;
};

/** Two states of the docs, and what a change did between them. */
export type Change = {
  before: ReadTree;
  after: ReadTree;
  compared: Comparison;
  facts: FactsReader;
  pace: Pace;
};

/** A page is known again under another path by its text, or by most of its lines. */
export async function compareDocs(
  before: ReadTree,
  after: ReadTree,
  pace: Pace,
): Promise<Comparison> {
  const isNew = [...after.hashes.keys()].filter((path) => !before.hashes.has(path));
  const isGone = [...before.hashes.keys()].filter((path) => !after.isFile(path));
  const origins = new Map<string, string>();
  const byHash = Map.groupBy(isGone, (path) => before.hashes.get(path));
  for (const path of isNew) {
    const origin = byHash.get(after.hashes.get(path))?.shift();
    if (origin !== undefined) origins.set(path, origin);
  }
  const taken = new Set(origins.values());
  const likenesses = {
    before,
    after,
    gone: isGone.filter((path) => !taken.has(path)),
    added: isNew.filter((path) => !origins.has(path)),
    pace,
  };
  for (const [path, origin] of await findLikenesses(likenesses)) origins.set(path, origin);
  const nows = new Map([...origins].map(([path, origin]) => [origin, path]));
  const changed = [...after.hashes].filter(([path, hash]) => before.hashes.get(path) !== hash);
  return {
    changed: [...changed.map(([path]) => path), ...newlyUnreadable(before, after)],
    gone: isGone.filter((path) => !nows.has(path)),
    added: isNew.filter((path) => !origins.has(path)),
    pathBefore: (path) => (before.isFile(path) ? path : origins.get(path)),
    pathNow: (path) => nows.get(path) ?? (after.isFile(path) ? path : undefined),
  };
}

function newlyUnreadable(before: ReadTree, after: ReadTree): string[] {
  const known = new Set(before.unreadable);
  return after.unreadable.filter((path) => !known.has(path));
}

type Likenesses = {
  before: ReadTree;
  after: ReadTree;
  gone: string[];
  added: string[];
  pace: Pace;
};

const maxCompared = 50;
const leastShared = 0.5;

/** Moved pages have their links repaired, so their texts differ a little. */
async function findLikenesses(input: Likenesses): Promise<Map<string, string>> {
  const { before, after, pace } = input;
  const origins = new Map<string, string>();
  if (input.gone.length === 0 || input.added.length === 0) return origins;
  const gone = await readLines(before, input.gone.slice(0, maxCompared));
  for (const [path, lines] of await readLines(after, input.added.slice(0, maxCompared))) {
    let best: { path: string; share: number } | undefined;
    for (const [other, otherLines] of gone) {
      const share = sharedPart(lines, otherLines);
      if (share >= leastShared && share > (best?.share ?? 0)) best = { path: other, share };
      await pace();
    }
    if (best === undefined) continue;
    origins.set(path, best.path);
    gone.delete(best.path);
  }
  return origins;
}

const maxLines = 5_000;

async function readLines(docs: ReadTree, paths: string[]): Promise<Map<string, Set<string>>> {
  const lines = new Map<string, Set<string>>();
  for await (const { path, content } of docs.files.readEach(paths)) {
    lines.set(path, new Set(content.split(/\r?\n/, maxLines).filter((line) => line.trim() !== "")));
  }
  return lines;
}

function sharedPart(one: Set<string>, other: Set<string>): number {
  const larger = Math.max(one.size, other.size);
  const isFar = Math.min(one.size, other.size) < larger * leastShared;
  return larger === 0 || isFar ? 0 : one.intersection(other).size / larger;
}
