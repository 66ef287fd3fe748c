import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { LiveTopic } from "../../src/contract/live.ts";
import { ApiError } from "./api-request.ts";
import { useVersion } from "./live/live.tsx";
import { createResourceStore, type ResourceStore, type Snapshot } from "./resource-store.ts";
import { useSession } from "./session.tsx";
import { useLatest } from "./use-latest.ts";

export type Resource<T> = {
  /** What was loaded last, also while it is loaded again. */
  data: T | undefined;
  error: unknown;
  reload: () => Promise<void>;
  /** Puts what another call has returned in the place of what was loaded. */
  replace: (data: T) => void;
};

const StoreContext = createContext<ResourceStore | undefined>(undefined);

/** Remembers what was loaded, so that a page seen before is drawn at once and refreshed behind. */
export function ResourceCache({ children }: { children: ReactNode }) {
  const [store] = useState(createResourceStore);
  return <StoreContext value={store}>{children}</StoreContext>;
}

/**
 * `key` names what is loaded and must always be given with the same type. With `live`, it is loaded again whenever
 * something about these topics has changed, and when loading it has failed.
 */
export function useResource<T>(
  key: string,
  load: () => Promise<T>,
  { live = [] }: { live?: readonly LiveTopic[] } = {},
): Resource<T> {
  const store = useStore();
  const { expire } = useSession();
  const subscribe = useCallback(
    (onChange: () => void) => store.subscribe(key, onChange),
    [store, key],
  );
  const snapshot = useSyncExternalStore(subscribe, () => store.snapshot(key));
  const version = useVersion(live);
  const reload = useLatest(() => store.reload(key, load, version));
  const start = useLatest(() => store.load(key, load, version));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is what asks for loading
  useEffect(() => {
    void start();
  }, [key, start]);
  useEffect(() => {
    if (version !== undefined && version !== store.versionOf(key)) void reload();
  }, [store, key, version, reload]);
  useRetry(live.length > 0, snapshot.error, reload);
  useEffect(() => {
    if (snapshot.error instanceof ApiError && snapshot.error.status === 401) expire();
  }, [snapshot, expire]);
  const replace = useCallback((data: T) => store.replace(key, data), [store, key]);
  return { ...typed<T>(snapshot), reload, replace };
}

function useStore(): ResourceStore {
  const [own] = useState(createResourceStore);
  return useContext(StoreContext) ?? own;
}

const firstRetryMs = 3_000;
const longestRetryMs = 30_000;

/** What the server could not say now it may say later; what it refused it refuses again. */
function useRetry(isLive: boolean, error: unknown, reload: () => Promise<void>): void {
  const failures = useRef(0);
  useEffect(() => {
    if (error === undefined) failures.current = 0;
    if (!isLive || !isPassing(error)) return;
    const waitMs = Math.min(firstRetryMs * 2 ** failures.current, longestRetryMs);
    failures.current += 1;
    const timer = setTimeout(() => void reload(), waitMs);
    return () => clearTimeout(timer);
  }, [isLive, error, reload]);
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
  );
}

/** The cast holds because a key is only ever used with one type. */
function typed<T>({ data, error }: Snapshot): { data: T | undefined; error: unknown } {
  return { data: data as T | undefined, error };
}
