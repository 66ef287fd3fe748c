import type { Merge } from "../git/write/merge.ts";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../store/database.ts";

/** Where the branches of a project's open changes were when all of them were up to date, by the project. */
export type SettledBranches = Map<string, string>;

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
