import type { GitAccess } from "../git/run/git-access.ts";
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Metrics } from "../lib/metrics.ts";
import { oneAtATime } from "../lib/one-at-a-time.ts";
import type { Embedder } from "../models/vectors/static/embedder.ts";
import type { Database } from "../store/database.ts";
import { threadedReader } from "./pages/page-reader.ts";
import { createSourcePoller, type SourcePoller } from "./poll-sources.ts";
import { observedSyncBoard } from "./sync-board.ts";
import type { SyncProjectDeps } from "./sync-project.ts";
import type { SyncReport } from "./sync-source.ts";

export type CreateSyncInput = {
  db: Database;
  clock: Clock;
  embedder: Embedder;
  log: Log;
  metrics: Metrics;
  mirrorFolder: string;
  config: { git: GitAccess; pollMs: number; watch: boolean };
  /** Aborted when the server stops. */
  signal: AbortSignal;
  onSynced(revisionId: string): void;
};

/** Everything a server needs to sync: on request, and by itself once the poller is started. */
export function createSync(input: CreateSyncInput): {
  sync: SyncProjectDeps;
  poller: SourcePoller;
} {
  const { metrics, config, ...parts } = input;
  const sync = {
    ...parts,
    reader: threadedReader(),
    access: config.git,
    board: observedSyncBoard(parts.clock, metrics),
    inTurn: oneAtATime<SyncReport>(),
  };
  const { pollMs, watch } = config;
  return { sync, poller: createSourcePoller({ ...sync, pollMs, watch }) };
}
