export type Snapshot = { data: unknown; error: unknown };
export type Load = () => Promise<unknown>;

export type ResourceStore = {
  /** The same object until something has changed. */
  snapshot(key: string): Snapshot;
  subscribe(key: string, onChange: () => void): () => void;
  /** Loads, or waits for the loading that is under way. `version` is what was known when it was asked for. */
  load(key: string, load: Load, version?: string): Promise<void>;
  /** The same, but what is under way may be from before the call: it is loaded again behind it. */
  reload(key: string, load: Load, version?: string): Promise<void>;
  replace(key: string, data: unknown): void;
  /** Under which version the newest data were asked for. */
  versionOf(key: string): string | undefined;
};

type Entry = {
  snapshot: Snapshot;
  version: string | undefined;
  current: Promise<void> | undefined;
  next: Promise<void> | undefined;
  /** Set when something newer than what is under way was put in its place. */
  isOvertaken: boolean;
  listeners: Set<() => void>;
};

const nothing: Snapshot = { data: undefined, error: undefined };

/** What was loaded, by name. Of one name there is never more than one loading under way, and its reply counts however late. */
export function createResourceStore(): ResourceStore {
  const entries = new Map<string, Entry>();
  const entryOf = (key: string): Entry => {
    const known = entries.get(key);
    if (known) return known;
    const entry: Entry = {
      ...{ snapshot: nothing, version: undefined, current: undefined, next: undefined },
      ...{ isOvertaken: false, listeners: new Set() },
    };
    entries.set(key, entry);
    return entry;
  };
  const load = (key: string, task: Load, version?: string) => {
    const entry = entryOf(key);
    entry.current ??= run(entry, task, version).finally(() => {
      entry.current = undefined;
    });
    return entry.current;
  };
  return {
    snapshot: (key) => entries.get(key)?.snapshot ?? nothing,
    subscribe(key, onChange) {
      const { listeners } = entryOf(key);
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    load,
    reload(key, task, version) {
      const entry = entryOf(key);
      if (!entry.current) return load(key, task, version);
      entry.next ??= entry.current.then(() => {
        entry.next = undefined;
        return load(key, task, version);
      });
      return entry.next;
    },
    replace(key, data) {
      const entry = entryOf(key);
      entry.isOvertaken = entry.current !== undefined;
      put(entry, { data, error: undefined });
    },
    versionOf: (key) => entries.get(key)?.version,
  };
}

async function run(entry: Entry, task: Load, version: string | undefined): Promise<void> {
  entry.version = version;
  entry.isOvertaken = false;
  try {
    const data = await task();
    if (!entry.isOvertaken) put(entry, { data, error: undefined });
  } catch (error) {
    entry.version = undefined;
    put(entry, { data: entry.snapshot.data, error });
  }
}

function put(entry: Entry, snapshot: Snapshot): void {
  entry.snapshot = snapshot;
  for (const listener of entry.listeners) listener();
}
