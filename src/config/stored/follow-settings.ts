import type { Log } from "../../lib/log.ts";
import type { Wake } from "../../lib/wake.ts";
import { settingsVersion } from "../../store/access/stored-settings.ts";
import type { LiveConfig } from "./live-config.ts";
import { type ReadDeps, readStoredValues } from "./read-stored-values.ts";

type Deps = ReadDeps & { live: LiveConfig; log: Log };

export const settingsWord = "settings";

const lookMs = 5_000;

/** Called before anything is built from the settings. */
export function startWithStoredSettings(deps: Deps): Promise<string> {
  return takeIn(deps, deps.live.start);
}

async function takeIn({ log, ...deps }: Deps, take: LiveConfig["take"]): Promise<string> {
  const { version, values, unreadable } = await readStoredValues(deps);
  const faults = take(values);
  if (faults.length > 0)
    log.warn({ faults }, "some stored settings do not count: the settings page says which");
  if (unreadable.length > 0)
    log.warn({ unreadable }, "stored keys were sealed with a key that this server does not have");
  return version;
}

export type SettingsFollower = { start(): void; stop(): Promise<void> };

/** Takes in what people change, on this node or another one, within seconds. */
export function createSettingsFollower(deps: Deps & { wake: Wake }): SettingsFollower {
  const { db, log, wake } = deps;
  const listener = wake.listen(settingsWord);
  let stopped = false;
  let taken: string | undefined;
  let loop: Promise<void> | undefined;
  const look = async () => {
    if ((await settingsVersion(db)) === taken) return;
    taken = await takeIn(deps, deps.live.take);
  };
  const run = async () => {
    while (!stopped) {
      await look().catch((err) => log.warn({ err }, "could not look for changed settings"));
      await listener.wait(lookMs);
    }
  };
  return {
    start() {
      loop ??= run();
    },
    async stop() {
      stopped = true;
      listener.close();
      await loop;
    },
  };
}
