import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";

export type WriteWatch = {
  seen(): number;
  /** Resolves at the given number of writes, at that very moment: a kill then hits the work and not the pauses. */
  until(count: number): Promise<void>;
  close(): void;
};

/** Counts the writes to the log of a SQLite store as the operating system reports them. */
export function watchWrites(file: string): WriteWatch {
  let seen = 0;
  let waiting: { count: number; resolve: () => void } | undefined;
  const log = `${basename(file)}-wal`;
  const watcher: FSWatcher = watch(dirname(file), (_, name) => {
    if (name !== log) return;
    seen += 1;
    if (waiting !== undefined && seen >= waiting.count) waiting.resolve();
  });
  return {
    seen: () => seen,
    until: (count) =>
      new Promise((resolve) => {
        waiting = { count, resolve };
      }),
    close: () => watcher.close(),
  };
}
