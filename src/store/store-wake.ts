import type { Log } from "../lib/log.ts";
import { createWake, type Wake } from "../lib/wake.ts";
import { type Database, locationOf } from "./database.ts";
import { openNotices } from "./notices.ts";

export type StoreWake = Wake & { close(): Promise<void> };

/** Wakes readers in this process and, where several share a PostgreSQL, on the other nodes as well. */
export function createStoreWake(db: Database, log: Log): StoreWake {
  const wake = createWake();
  const location = locationOf(db);
  if (location.kind === "sqlite") return { ...wake, close: async () => undefined };
  const notices = openNotices({ url: location.url, log, onWord: wake.notify });
  return {
    listen: wake.listen,
    notify(key) {
      wake.notify(key);
      notices.send(key);
    },
    close: notices.close,
  };
}
