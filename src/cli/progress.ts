import type { SyncProgress } from "../ingest/sync-source.ts";

const redrawMs = 100;

export type ProgressLine = {
  update(progress: SyncProgress): void;
  end(): void;
  /** Takes the line back: what failed says so itself. */
  drop(): void;
};

/** One line that is redrawn on a terminal; elsewhere only its end is written. */
export function progressLine(title: string): ProgressLine {
  const terminal = process.stderr.isTTY === true;
  const started = performance.now();
  let last: SyncProgress = { done: 0, total: 0 };
  let drawnAt = 0;
  const text = () => {
    const seconds = Math.max(0.001, (performance.now() - started) / 1_000);
    const speed = last.done > 0 ? `, ${Math.round(last.done / seconds)} pages/s` : "";
    return `${title}: ${last.done}/${last.total} changed pages read${speed}`;
  };
  return {
    update(progress) {
      last = progress;
      if (!terminal || performance.now() - drawnAt < redrawMs) return;
      drawnAt = performance.now();
      process.stderr.write(`\r\x1b[2K${text()}`);
    },
    end: () => void process.stderr.write(terminal ? `\r\x1b[2K${text()}\n` : `${text()}\n`),
    drop: () => void (terminal && process.stderr.write("\r\x1b[2K")),
  };
}
