import type { Merge } from "../git/write/merge.ts";
import type { Clock } from "../lib/clock.ts";
import { createWeightedCache, type WeightedCache } from "../lib/weighted-cache.ts";
import type { Database } from "../store/database.ts";

/** Where the branches of open changes were when they were up to date: of all by the project, of one by project and number. */
export type SettledBranches = WeightedCache<string>;

const settledCharacters = 4_000_000;

export function createSettledBranches(): SettledBranches {
  return createWeightedCache(settledCharacters);
}

/** A project's changes on the local forge. */
export type LocalPlace = {
  db: Database;
  clock: Clock;
  /** The repository's own folder: a bare repository, or the `.git` of a work tree. */
  repository: string;
  /** Address of this server, where a change's page is. */
  publicUrl: string;
  project: { id: string; domain: string };
  /** Remembered between calls, so that only what has moved is looked at. */
  settled?: SettledBranches;
  /** How a merge moves its base where git alone does not do. */
  move?: NonNullable<Merge["move"]>;
};
