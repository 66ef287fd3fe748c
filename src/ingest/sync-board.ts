import type { Clock } from "../lib/clock.ts";
import type { Metrics } from "../lib/metrics.ts";
import type { SyncProgress } from "./sync-source.ts";

/** How far one sync has come. */
export type RunningSync = SyncProgress & { startedAt: string; pagesPerSecond: number };

export type SyncEntry = {
  update(progress: SyncProgress): void;
  end(outcome: { failed: boolean }): void;
};

/** What is being synced in this process right now, and which sources failed when they were last synced. */
export type SyncBoard = {
  begin(sourceId: string): SyncEntry;
  of(sourceId: string): RunningSync | undefined;
  running(): { sourceId: string; sync: RunningSync }[];
  /** Puts what the store says in the place of what this process remembers. */
  setFailing(sourceIds: string[]): void;
  failing(): number;
};

/** What a sync that is over took. */
export type EndedSync = {
  sourceId: string;
  isFailed: boolean;
  startedMs: number;
  endedMs: number;
  /** Each with its beginning, in order. */
  phases: { phase: string; startMs: number }[];
  pages: number;
};

type Entry = {
  progress: SyncProgress;
  startedMs: number;
  pagesRead: number;
  phases: EndedSync["phases"];
};
type Watcher = { onPages(count: number): void; onEnd(sync: EndedSync): void };

export function createSyncBoard(clock: Clock, watcher?: Watcher): SyncBoard {
  const entries = new Map<string, Entry>();
  const failing = new Set<string>();
  const now = () => clock.now().getTime();
  const shown = ({ progress, startedMs, pagesRead }: Entry): RunningSync => {
    const seconds = Math.max(0.001, (now() - startedMs) / 1_000);
    const pagesPerSecond = Math.round((pagesRead / seconds) * 10) / 10;
    return { ...progress, startedAt: new Date(startedMs).toISOString(), pagesPerSecond };
  };
  return {
    begin(sourceId) {
      const listing: SyncProgress = { phase: "listing", done: 0, total: 0 };
      const startedMs = now();
      const phases = [{ phase: "listing", startMs: startedMs }];
      const entry: Entry = { progress: listing, startedMs, pagesRead: 0, phases };
      entries.set(sourceId, entry);
      return {
        update(progress) {
          const read = progress.phase === "listing" ? 0 : progress.done;
          watcher?.onPages(Math.max(0, read - entry.pagesRead));
          entry.pagesRead = Math.max(entry.pagesRead, read);
          if (progress.phase !== entry.progress.phase)
            phases.push({ phase: progress.phase, startMs: now() });
          entry.progress = progress;
        },
        end({ failed }) {
          if (entries.get(sourceId) === entry) entries.delete(sourceId);
          if (failed) failing.add(sourceId);
          if (!failed) failing.delete(sourceId);
          const span = { startedMs, endedMs: now(), phases, pages: entry.pagesRead };
          watcher?.onEnd({ sourceId, isFailed: failed, ...span });
        },
      };
    },
    of(sourceId) {
      const entry = entries.get(sourceId);
      return entry && shown(entry);
    },
    running: () => [...entries].map(([sourceId, entry]) => ({ sourceId, sync: shown(entry) })),
    setFailing(sourceIds) {
      failing.clear();
      for (const id of sourceIds) failing.add(id);
    },
    failing: () => failing.size,
  };
}

const syncBounds = [0.1, 0.5, 1, 5, 15, 60, 300, 1_800];

/** A board that Prometheus can follow. */
export function observedSyncBoard(
  clock: Clock,
  metrics: Metrics,
  onEnd: (sync: EndedSync) => void = () => undefined,
): SyncBoard {
  const pages = metrics.counter("docent_sync_pages_total", "Files that syncs have read.");
  const seconds = metrics.histogram("docent_sync_seconds", "Time of whole syncs.", syncBounds);
  const board = createSyncBoard(clock, {
    onPages: (count) => pages.add({}, count),
    onEnd(sync) {
      seconds.observe((sync.endedMs - sync.startedMs) / 1_000);
      onEnd(sync);
    },
  });
  metrics.gauge("docent_sync_running", "Sources being synced.", () => board.running().length);
  metrics.gauges("docent_sync_progress_ratio", "Share of files read, by running sync.", () =>
    board.running().map(({ sourceId, sync }) => ({
      labels: { source: sourceId },
      value: sync.total === 0 ? 0 : sync.done / sync.total,
    })),
  );
  metrics.gauge("docent_sources_failing", "Sources whose last sync failed.", board.failing);
  return board;
}
