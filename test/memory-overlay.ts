import type { Overlay } from "../src/git/overlay/overlay.ts";
import { memoryFiles } from "./memory-files.ts";

/** A checkout without a repository, for what reads and writes texts but does not search in them by lines. */
export function memoryOverlay(files: Record<string, string>): Overlay {
  const memory = memoryFiles(files);
  const texts = new Map<string, string>();
  return {
    ...memory,
    write(path, content) {
      const written = memory.write(path, content);
      texts.set(path, content);
      return written;
    },
    move: (from, to) => memory.moveAll([{ from, to }]),
    refused: () => [],
    grep: () => Promise.reject(new Error("only a checkout of a repository is searched by lines")),
    changes: () =>
      memory.changes().map(({ path }) => ({
        path,
        content: memory.has(path) ? (texts.get(path) ?? "") : null,
        mode: "100644",
      })),
  };
}
