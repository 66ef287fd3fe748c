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
  let last: SyncProgress = { phase: "listing", done: 0, total: 0 };
  let drawnAt = 0;
  const draw = (end: string) => {
    const text = progressText(title, last, (performance.now() - started) / 1_000);
    process.stderr.write(terminal ? `\r\x1b[2K${text}${end}` : `${text}${end}`);
  };
  return {
    update(progress) {
      last = progress;
      if (!terminal || performance.now() - drawnAt < redrawMs) return;
      drawnAt = performance.now();
      draw("");
    },
    end: () => draw("\n"),
    drop: () => void (terminal && process.stderr.write("\r\x1b[2K")),
  };
}

export function progressText(title: string, progress: SyncProgress, seconds: number): string {
  const { phase, done, total } = progress;
  if (phase === "listing") return `${title}: listing files`;
  const speed = done / Math.max(0.001, seconds);
  const left = Math.ceil((total - done) / Math.max(0.001, speed));
  return [
    `${title}: ${done}/${total} changed files read`,
    ...(done > 0 ? [`${Math.round(speed)} files/s`] : []),
    ...(done > 0 && done < total ? [`${left} s left`] : []),
  ].join(", ");
}
