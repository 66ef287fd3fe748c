import type { Terminal } from "../src/cli/terminal.ts";

export type Captured = Terminal & { stdout(): string; stderr(): string };

/** A terminal that is none: it keeps what is written, and has no line to draw anew. */
export function capturedTerminal(services: Terminal["services"]): Captured {
  const out = { stdout: "", stderr: "" };
  return {
    display: { columns: undefined, isLive: false },
    signal: new AbortController().signal,
    write(text) {
      out.stdout += text;
    },
    remark(line) {
      out.stderr += `${line}\n`;
    },
    redraw: () => undefined,
    services,
    version: async () => "docent 1.2.3",
    stdout: () => out.stdout,
    stderr: () => out.stderr,
  };
}
