import { setTimeout as pause } from "node:timers/promises";
import {
  claimCheck,
  findSource,
  listAllSources,
  pollInterval,
  type StoredSource,
  servedFrom,
} from "../store/docs/sources.ts";
import type { SyncProjectDeps } from "./sync-project.ts";
import { openStoredSource, recordFailure, syncStoredSource } from "./sync-stored-source.ts";
import { createSourceWatches } from "./watch-sources.ts";

export type SourcePoller = {
  start(): void;
  /** Looks at a source at once, whenever somebody last did; false when it could not be read. */
  lookNow(sourceId: string): Promise<boolean>;
  /** Ends every watch, look and sync that it began. */
  stop(): Promise<void>;
};

export type PollDeps = SyncProjectDeps & {
  /** How often each source is looked at; 0 for never. */
  pollMs: number;
  watch: boolean;
};

/** What this process knows of a source. */
type Known = { version: string | undefined; failures: number; notBeforeMs: number };

const longestTickMs = 60_000;
const longestBackoffMs = 15 * 60_000;
const atOnce = 4;

/** Keeps the docs fresh while the server runs: folders are watched, and every source is looked at now and then. */
export function createSourcePoller(deps: PollDeps): SourcePoller {
  const stopping = new AbortController();
  const signal = AbortSignal.any([deps.signal, stopping.signal]);
  const known = new Map<string, Known>();
  const changing = new Set<Promise<boolean>>();
  const onChange = async (sourceId: string, touched: string[] | undefined) => {
    const work = sync({ ...deps, signal }, sourceId, touched);
    changing.add(work);
    return work.finally(() => changing.delete(work));
  };
  const watches = createSourceWatches({ log: deps.log, onChange });
  let loop: Promise<void> | undefined;
  const run = async () => {
    while (!signal.aborted) {
      await lookAround().catch((err) => {
        if (!signal.aborted) deps.log.warn({ err }, "could not look at the sources");
      });
      const waitMs = Math.min(deps.pollMs || longestTickMs, longestTickMs);
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const lookAround = async () => {
    const sources = await listAllSources(deps.db);
    deps.board.setFailing(sources.filter(({ error }) => error !== "").map(({ id }) => id));
    if (deps.watch) await watches.keep(sources);
    if (deps.pollMs === 0) return;
    const waiting = sources.values();
    const lookers = Array.from({ length: atOnce }, async () => {
      for (const source of waiting) await look({ ...deps, signal }, source, known);
    });
    await Promise.all(lookers);
  };
  return {
    start() {
      loop ??= run();
    },
    async lookNow(sourceId) {
      const stored = await findSource(deps.db, sourceId);
      if (!stored) return true;
      const work = bringUpToDate({ ...deps, signal }, stored, knownOf(known, sourceId));
      changing.add(work);
      return work.finally(() => changing.delete(work));
    },
    async stop() {
      stopping.abort(new Error("the server is stopping"));
      watches.close();
      await loop;
      await Promise.all(changing);
    },
  };
}

/** Never throws: what went wrong stands in the source's row and in the log. */
async function sync(deps: PollDeps, sourceId: string, touched?: string[]): Promise<boolean> {
  try {
    const { signal } = deps;
    // A sync that waits for its turn may be shared with somebody who wants every file looked at.
    let mayBeShared = false;
    const turn = deps.inTurn(sourceId, () =>
      syncStoredSource(deps, sourceId, {
        signal,
        ...(touched && !mayBeShared && { touched }),
      }),
    );
    mayBeShared = true;
    await turn;
    return true;
  } catch (err) {
    deps.log.debug({ err, sourceId }, "a source was not synced");
    return false;
  }
}

async function look(
  deps: PollDeps,
  stored: StoredSource,
  known: Map<string, Known>,
): Promise<void> {
  const nowMs = deps.clock.now().getTime();
  const state = knownOf(known, stored.id);
  if (deps.signal.aborted || nowMs < state.notBeforeMs) return;
  // A little less than the interval, or a look that began a moment late would be skipped for a whole one.
  const intervalMs = pollInterval(stored, { pollMs: deps.pollMs, nowMs });
  const olderThan = new Date(nowMs - intervalMs * 0.9).toISOString();
  const now = new Date(nowMs).toISOString();
  // Asking for a claim locks an embedded store, so it is asked for only where it can be had.
  if (stored.checkedAt !== null && stored.checkedAt > olderThan) return;
  if (!(await claimCheck(deps.db, stored.id, { now, olderThan }))) return;
  if (await bringUpToDate(deps, stored, state)) {
    state.failures = 0;
    state.notBeforeMs = 0;
    return;
  }
  // A folder is on this machine, and looking again costs next to nothing.
  if (stored.kind === "folder") return;
  state.failures += 1;
  const backoffMs = Math.min(deps.pollMs * 2 ** Math.min(state.failures, 20), longestBackoffMs);
  state.notBeforeMs = nowMs + backoffMs;
}

function knownOf(known: Map<string, Known>, sourceId: string): Known {
  const state = known.get(sourceId) ?? { version: undefined, failures: 0, notBeforeMs: 0 };
  known.set(sourceId, state);
  return state;
}

/** True when the source was read, or needed no reading. */
async function bringUpToDate(deps: PollDeps, stored: StoredSource, state: Known): Promise<boolean> {
  let version: string;
  try {
    version = await (await openStoredSource(deps, stored)).version(deps.signal);
  } catch (error) {
    if (!deps.signal.aborted) await recordFailure(deps, stored, error);
    return false;
  }
  const served = state.version ?? (await servedFrom(deps.db, stored))?.commit;
  const isCurrent = version !== "" && version === served && stored.error === "";
  if (!isCurrent && !(await sync(deps, stored.id))) return false;
  state.version = version;
  return true;
}
