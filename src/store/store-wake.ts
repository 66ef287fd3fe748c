import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Log } from "../lib/log.ts";
import { createWake, type Wake } from "../lib/wake.ts";
import { type Database, locationOf } from "./database.ts";

export type StoreWake = Wake & { close(): Promise<void> };

/** Wakes readers in this process and, where several share a PostgreSQL, on the other nodes as well. */
export function createStoreWake(db: Database, log: Log): StoreWake {
  const wake = createWake();
  const location = locationOf(db);
  if (location.kind === "sqlite") return { ...wake, close: async () => undefined };
  const { url, listenUrl = url } = location;
  const notices = openNotices({ url: listenUrl, log, onWord: wake.notify });
  return {
    listen: wake.listen,
    notify(key) {
      wake.notify(key);
      notices.send(key);
    },
    close: notices.close,
  };
}

/** Words passed between the nodes that share one PostgreSQL. Some may be lost while a connection is: nobody may rely on them alone. */
type Notices = {
  send(word: string): void;
  close(): Promise<void>;
};

type Deps = { url: string; log: Log; onWord(word: string): void };

const channel = "docent_wake";
// PostgreSQL refuses payloads of 8,000 bytes and more.
const maxPayloadBytes = 7_000;
const longestWord = 200;
/** Each notice is a statement, and wakes every node; who reads on another one waits no longer than this for what has just been written. */
const pauseBetweenNoticesMs = 40;
const pauseBeforeReconnectMs = 1_000;

/** One connection of its own that listens and speaks, made anew whenever it breaks. */
function openNotices({ url, log, onWord }: Deps): Notices {
  const self = randomBytes(8).toString("hex");
  const closing = new AbortController();
  const waiting = new Set<string>();
  let client: Client | undefined;
  let sending = false;

  const pause = (ms: number) =>
    sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined);

  async function stayConnected(): Promise<void> {
    while (!closing.signal.aborted) {
      const candidate = await newClient(url);
      try {
        if (!(await listenUntilGone(candidate))) return;
      } catch (err) {
        log.warn({ err }, "readers on other nodes are not woken at once until PostgreSQL is back");
      }
      client = undefined;
      candidate.end().catch(() => undefined);
      await pause(pauseBeforeReconnectMs);
    }
  }

  /** False: nothing can be heard this way, now or later. */
  async function listenUntilGone(candidate: Client): Promise<boolean> {
    const { promise: gone, resolve, reject } = Promise.withResolvers<void>();
    gone.catch(() => undefined);
    candidate.on("error", reject);
    candidate.once("end", resolve);
    closing.signal.addEventListener("abort", () => resolve(), { once: true });
    candidate.on("notification", ({ payload = "" }) => {
      for (const word of wordsOf(payload, self)) onWord(word);
    });
    await Promise.race([candidate.connect(), gone]);
    if (await isPooled(candidate)) {
      log.warn(
        "a pooler stands between this node and PostgreSQL, so nodes look for news in place of being told: set DATABASE_LISTEN_URL to an address that leads past it",
      );
      await candidate.end();
      return false;
    }
    // A notice that is lost in a crash of PostgreSQL is no loss: no disk is waited for.
    await Promise.race([candidate.query(`set synchronous_commit = off; listen ${channel}`), gone]);
    if (!closing.signal.aborted) client = candidate;
    await gone;
    return true;
  }

  async function sendAll(): Promise<void> {
    sending = true;
    while (client && waiting.size > 0) {
      const payload = takePayload(waiting, self);
      // A connection that fails here reports it by itself, and is made anew.
      await client.query("select pg_notify($1, $2)", [channel, payload]).catch(() => undefined);
      await pause(pauseBetweenNoticesMs);
    }
    sending = false;
  }

  const connected = stayConnected();
  return {
    send(word) {
      if (!client || word.length > longestWord) return;
      waiting.add(word);
      if (!sending) void sendAll();
    },
    async close() {
      closing.abort();
      await connected;
    },
  };
}

/** The driver is loaded where PostgreSQL is used. */
async function newClient(url: string): Promise<Client> {
  const { default: pg } = await import("pg");
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    keepAlive: true,
    application_name: "docent wake",
  });
}

/** A pooler such as PgBouncer names itself where PostgreSQL names its process, and hands each transaction to another one. */
async function isPooled(client: Client & { processID?: number | null }): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid !== client.processID;
}

/** As many words as one notice holds, the sender in front: it has no use for its own. */
function takePayload(waiting: Set<string>, self: string): string {
  const words = [self];
  let bytes = 0;
  for (const word of waiting) {
    bytes += Buffer.byteLength(JSON.stringify(word)) + 1;
    if (bytes > maxPayloadBytes) break;
    words.push(word);
    waiting.delete(word);
  }
  return JSON.stringify(words);
}

/** Whoever may write to the database can send anything at all. */
function wordsOf(payload: string, self: string): string[] {
  try {
    const value: unknown = JSON.parse(payload);
    if (!Array.isArray(value) || value[0] === self) return [];
    return value.slice(1).filter((word) => typeof word === "string");
  } catch {
    return [];
  }
}
