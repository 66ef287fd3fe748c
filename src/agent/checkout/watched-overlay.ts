import type { Overlay } from "../../git/overlay/overlay.ts";
import type { ReadingMark } from "./reading-mark.ts";

export type Watch = {
  mark: ReadingMark;
  /** Whether a file took too long to read, as it stands in this overlay. */
  isCostly(path: string): boolean;
  /** Told of each such file that was asked for among many, and left out. */
  onLeftOut(path: string): void;
  /** Told of a file that is another one from now on. */
  onWrite?(path: string): void;
  onMove?(from: string, to: string): void;
};

/** An overlay that says which file is read or written, and leaves out of many files those that take too long to read. */
export function watchedOverlay(overlay: Overlay, watch: Watch): Overlay {
  const { mark, onWrite, onMove } = watch;
  const isRead = (path: string) => {
    const isCostly = watch.isCostly(path);
    if (isCostly) watch.onLeftOut(path);
    return !isCostly;
  };
  return {
    ...overlay,
    read(path) {
      mark.set({ how: "one", path });
      return overlay.read(path);
    },
    async *readEach(paths) {
      try {
        for await (const file of overlay.readEach(paths.filter(isRead))) {
          mark.set({ how: "many", path: file.path });
          yield file;
        }
      } finally {
        mark.clear();
      }
    },
    write(path, content, basis) {
      mark.set({ how: "write", path });
      const written = overlay.write(path, content, basis);
      mark.clear();
      onWrite?.(path);
      return written;
    },
    async moveAll(moves) {
      await overlay.moveAll(moves);
      for (const { from, to } of moves) onMove?.(from, to);
    },
    async move(from, to) {
      await overlay.move(from, to);
      onMove?.(from, to);
    },
  };
}
