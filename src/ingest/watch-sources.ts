import { join } from "node:path";
import type { Log } from "../lib/log.ts";
import type { StoredSource } from "../store/docs/sources.ts";
import { type FolderWatch, watchFolder } from "./watch-folder.ts";

export type SourceWatches = {
  /** Watches the folders among these sources, and no others. */
  keep(sources: StoredSource[]): Promise<void>;
  close(): void;
};

type Deps = { log: Log; onChange(sourceId: string): Promise<void> };

export function createSourceWatches({ log, onChange }: Deps): SourceWatches {
  const watches = new Map<string, FolderWatch>();
  const told = new Set<string>();
  let closed = false;
  const drop = (key: string) => {
    watches.get(key)?.close();
    watches.delete(key);
  };
  const open = async (key: string, source: StoredSource) => {
    const fail = (error: unknown) => {
      watches.delete(key);
      // The docs are still looked at every now and then; a folder that is gone says so when it is read.
      if (!told.has(key)) log.warn({ err: error, sourceId: source.id }, "a folder is not watched");
      told.add(key);
    };
    try {
      const hooks = { onChange: () => onChange(source.id), onFail: fail };
      const opened = await watchFolder(join(source.location, source.subfolder), hooks);
      if (closed) return opened.close();
      watches.set(key, opened);
      told.delete(key);
    } catch (error) {
      fail(error);
    }
  };
  return {
    async keep(sources) {
      const folders = sources.filter(({ kind }) => kind === "folder");
      const wanted = new Map(folders.map((source) => [keyOf(source), source]));
      for (const key of watches.keys()) if (!wanted.has(key)) drop(key);
      for (const [key, source] of wanted) if (!closed && !watches.has(key)) await open(key, source);
    },
    close() {
      closed = true;
      for (const key of [...watches.keys()]) drop(key);
    },
  };
}

/** A source that was pointed elsewhere is watched there. */
function keyOf({ id, location, subfolder }: StoredSource): string {
  return [id, location, subfolder].join("\0");
}
