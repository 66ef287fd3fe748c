import type { Remote } from "../git/run/git-access.ts";
import type { Log } from "../lib/log.ts";
import type { ForgeHost } from "./hosts/forge-host.ts";
import type { LocalPlace } from "./local-place.ts";

/** What goes with every pull request that a job opens. */
export type PullExtras = { labels: string[]; reviewers: string[] };

/** A project's changes on a forge elsewhere. `repository` is the mirror of the remote. */
export type HostedPlace = Omit<LocalPlace, "move"> & {
  remote: Remote;
  host: ForgeHost;
  log: Log;
  extras: PullExtras;
  /** How long a merge waits for the forge to work out whether it can be made. */
  mergeWaitMs: number;
};
