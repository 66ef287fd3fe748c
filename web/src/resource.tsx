import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import type { LiveTopic } from "../../src/contract/live.ts";
import { ApiError } from "./api-request.ts";
import { useSession } from "./session.tsx";
import { useLatest } from "./use-latest.ts";
import { usePolling } from "./use-polling.ts";

export type Resource<T> = {
  /** What was loaded last, also while it is loaded again. */
  data: T | undefined;
  error: unknown;
  reload: () => Promise<void>;
  /** Puts what another call has returned in the place of what was loaded. */
  replace: (data: T) => void;
};

type Cache = Map<string, unknown>;
const CacheContext = createContext<Cache | undefined>(undefined);

/** Remembers what was loaded, so that a page seen before is drawn at once and refreshed behind. */
export function ResourceCache({ children }: { children: ReactNode }) {
  const [cache] = useState<Cache>(() => new Map());
  return <CacheContext value={cache}>{children}</CacheContext>;
}

type Loaded<T> = { key: string; data: T | undefined; error: unknown };

const pollMs = 5_000;

/**
 * `key` names what is loaded and must always be given with the same type. With `live`, it is loaded again whenever
 * something about these topics has changed.
 */
export function useResource<T>(
  key: string,
  load: () => Promise<T>,
  { live = [] }: { live?: readonly LiveTopic[] } = {},
): Resource<T> {
  const cache = useContext(CacheContext);
  const { expire } = useSession();
  const [loaded, setLoaded] = useState<Loaded<T>>(() => remembered(cache, key));
  const current = loaded.key === key ? loaded : remembered<T>(cache, key);
  const turns = useRef(0);
  const reload = useLatest(async () => {
    turns.current += 1;
    const turn = turns.current;
    try {
      const data = await load();
      if (turn !== turns.current) return;
      cache?.set(key, data);
      setLoaded({ key, data, error: undefined });
    } catch (error) {
      if (turn !== turns.current) return;
      if (error instanceof ApiError && error.status === 401) expire();
      setLoaded({ ...remembered<T>(cache, key), error });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is what asks for loading
  useEffect(() => {
    void reload();
    return () => {
      turns.current += 1;
    };
  }, [key, reload]);
  usePolling(live.length > 0, pollMs, () => void reload());
  const replace = useCallback(
    (data: T) => {
      turns.current += 1;
      cache?.set(key, data);
      setLoaded({ key, data, error: undefined });
    },
    [cache, key],
  );
  return { data: current.data, error: current.error, reload, replace };
}

/** The cast holds because a key is only ever used with one type. */
function remembered<T>(cache: Cache | undefined, key: string): Loaded<T> {
  return { key, data: cache?.get(key) as T | undefined, error: undefined };
}
