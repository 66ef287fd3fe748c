import type { Shown } from "../command.ts";

export type GateProgress = {
  update(what: string, done: number, total: number): void;
  /** Takes the line back. */
  end(): void;
};

const redrawMs = 100;
const width = 24;

/** A bar on a terminal; nothing elsewhere. */
export function gateProgress({ display, redraw }: Pick<Shown, "display" | "redraw">): GateProgress {
  let drawnAt = 0;
  let started = { what: "", atMs: 0 };
  return {
    update(what, done, total) {
      if (!display.isLive) return;
      const now = performance.now();
      if (what !== started.what) started = { what, atMs: now };
      else if (now - drawnAt < redrawMs) return;
      drawnAt = now;
      const text = progressBar({ what, done, total, seconds: (now - started.atMs) / 1_000 });
      redraw(text);
    },
    end: () => redraw(""),
  };
}

export function progressBar(state: {
  what: string;
  done: number;
  total: number;
  seconds: number;
}): string {
  const { what, done, total, seconds } = state;
  if (total === 0) return `${what}…`;
  const filled = Math.round((Math.min(done, total) / total) * width);
  const bar = `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
  const left = Math.ceil((seconds / Math.max(done, 1)) * (total - done));
  return `${what} ${bar} ${done}/${total}${done > 0 && done < total ? `, ${left} s left` : ""}`;
}
