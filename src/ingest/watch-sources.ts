import { type FSWatcher, watch } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { slashed } from "../lib/disk/slashed.ts";
import type { Log } from "../lib/log.ts";
import type { StoredSource } from "../store/docs/sources.ts";
import { isReadFolder } from "./sources/file-kinds.ts";

export type SourceWatches = {
  /** Watches the folders among these sources, and no others. */
  keep(sources: StoredSource[]): Promise<void>;
  close(): void;
};

type Deps = {
  log: Log;
  /** `touched` as a sync takes it. True when the source was synced. */
  onChange(sourceId: string, touched: string[] | undefined): Promise<boolean>;
};

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
      const hooks = {
        onChange: (touched: string[] | undefined) => onChange(source.id, touched),
        onFail: fail,
      };
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

type FolderWatch = { close(): void };

type WatchHooks = {
  /**
   * Something in the folder may have changed, and nothing has for a moment; these paths alone, where they are given. The next call
   * waits for this one, and is told everything again where it gives false.
   */
  onChange(touched: string[] | undefined): Promise<boolean>;
  /** The watch has ended by itself. */
  onFail(error: unknown): void;
};

const maxFolders = 5_000;

/**
 * Watches a docs folder and the folders below that hold docs. One watch a folder, since Node's own recursive watch
 * takes one for every file where the system has none for a tree. Rejects when the folder cannot be watched.
 */
async function watchFolder(root: string, hooks: WatchHooks): Promise<FolderWatch> {
  const watches = new Map<string, { watcher: FSWatcher; inode: number }>();
  const touched = gatherTouched(root);
  let closed = false;
  const close = () => {
    closed = true;
    quiet.close();
    for (const { watcher } of watches.values()) watcher.close();
    watches.clear();
  };
  const fail = (error: unknown) => {
    if (closed) return;
    close();
    hooks.onFail(error);
  };
  const renew = async () => {
    const folders = await listFolders(root);
    for (const [path, { watcher, inode }] of watches) {
      if (folders.get(path) === inode) continue;
      touched.addUnknown();
      watcher.close();
      watches.delete(path);
    }
    for (const [path, inode] of folders) {
      if (closed || watches.has(path)) continue;
      touched.addUnknown();
      const watcher = watch(path, { persistent: false }, (_, name) => {
        if (isScratch(name)) return;
        touched.add(path, name);
        quiet.touch();
      });
      watcher.on("error", fail);
      watches.set(path, { watcher, inode });
    }
  };
  const quiet = afterQuiet(async () => {
    // Before the docs are read, or a folder made in between would be neither listed nor watched.
    await renew();
    if (!(await hooks.onChange(touched.take()))) touched.addUnknown();
  }, fail);
  try {
    await renew();
  } catch (error) {
    close();
    throw error;
  }
  return { close };
}

const mostTouched = 50;

/** The paths that were touched since they were last taken; undefined where there may be others, as before a folder was watched. */
function gatherTouched(root: string) {
  let paths: Set<string> | undefined;
  return {
    add(folder: string, name: string | null) {
      if (name === null || paths?.size === mostTouched) paths = undefined;
      paths?.add(slashed(relative(root, join(folder, name ?? ""))));
    },
    addUnknown() {
      paths = undefined;
    },
    take(): string[] | undefined {
      const taken = paths;
      paths = new Set();
      return taken && [...taken];
    },
  };
}

/** Every folder that may hold docs, with its inode: one made anew under its old name needs a new watch. */
async function listFolders(root: string): Promise<Map<string, number>> {
  const folders = new Map<string, number>();
  const waiting = [{ path: root, name: "" }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, name } = next;
    const found = await look(path, path === root);
    if (found === undefined) continue;
    folders.set(path, found.inode);
    if (folders.size > maxFolders) throw new Error(`more than ${maxFolders} folders to watch`);
    for (const entry of found.entries) {
      if (entry.isDirectory() && isReadFolder(entry.name, name))
        waiting.push({ path: join(path, entry.name), name: entry.name });
    }
  }
  return folders;
}

async function look(path: string, isTop: boolean) {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return { entries, inode: (await stat(path)).ino };
  } catch (error) {
    if (isTop) throw error;
    // It vanished, or is closed to us: then no page of it is read either.
    return undefined;
  }
}

/** What editors write beside a file while it is open. */
function isScratch(name: string | null): boolean {
  return name !== null && /^(?:\.#|\.git$|4913$)|(?:~|\.sw[a-z]|\.tmp)$/.test(name);
}

const quietMs = 300;
const leastMs = 2_000;

/** Runs the work when touches have stopped for a moment, never twice at once and at most every two seconds. */
function afterQuiet(work: () => Promise<void>, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let pending = false;
  let closed = false;
  let lastRun = -leastMs;
  const run = async () => {
    running = true;
    pending = false;
    lastRun = performance.now();
    await work().catch(onError);
    running = false;
    if (pending) touch();
  };
  const touch = () => {
    pending = true;
    if (running || closed) return;
    clearTimeout(timer);
    const wait = Math.max(quietMs, lastRun + leastMs - performance.now());
    timer = setTimeout(run, wait);
  };
  const close = () => {
    closed = true;
    clearTimeout(timer);
  };
  return { touch, close };
}
