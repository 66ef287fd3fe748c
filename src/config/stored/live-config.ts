import type { Config } from "../config.ts";
import { findStorable } from "./storable-settings.ts";

/** By the names of the environment. */
export type StoredValues = Readonly<Record<string, string>>;

type Given = Readonly<Record<string, string | undefined>>;

type Load = (env: Given) => { config: Config | undefined; faults: string[] };

/** The settings of a process, which stored ones are taken into while it runs. What the environment sets wins. */
export type LiveConfig = {
  /** Each property is as it stands when it is read: whoever keeps one keeps it until the next start. */
  config: Config;
  /** Whether the environment or a flag sets it. */
  isSet(name: string): boolean;
  /** As the environment or a flag has it; "" where neither does. */
  given(name: string): string;
  /** What would be wrong with these stored settings beside the environment's. */
  faultsOf(stored: StoredValues): string[];
  /** Takes them in, all or, where something is wrong with them, none. Returns what is wrong. */
  take(stored: StoredValues): string[];
  /** The same before anything is built from the settings. */
  start(stored: StoredValues): string[];
  /** The stored ones that the process was started with. */
  startedWith(): StoredValues;
};

export function createLiveConfig(
  first: Config,
  { env, flags, load }: { env: Given; flags: Given; load: Load },
): LiveConfig {
  let current = first;
  let started: StoredValues = {};
  const given = (name: string) => flags[name] || env[name] || "";
  const isSet = (name: string) => given(name) !== "";
  // A key of the environment goes only where the environment says, whenever an address was stored.
  const counts = (name: string) => !isSet(name) && !isSet(findStorable(name)?.key ?? "");
  const beside = (stored: StoredValues) => {
    const own = Object.entries(stored).filter(([name]) => counts(name));
    const { config, faults } = load({ ...env, ...Object.fromEntries(own) });
    return { config: config && withOperatorUrls(config, first), faults };
  };
  const take = (stored: StoredValues) => {
    const { config, faults } = beside(stored);
    if (config) current = config;
    return faults;
  };
  return {
    config: new Proxy({ ...first }, { get: (_, name) => Reflect.get(current, name) }),
    isSet,
    given,
    faultsOf: (stored) => beside(stored).faults,
    take,
    start(stored) {
      started = stored;
      return take(stored);
    },
    startedWith: () => started,
  };
}

function withOperatorUrls(config: Config, { models: { operatorUrls } }: Config): Config {
  return { ...config, models: { ...config.models, operatorUrls } };
}

/** Settings that no store is asked about: they stay as they are. */
export function fixedConfig(config: Config): LiveConfig {
  const load = () => ({ config, faults: [] });
  return createLiveConfig(config, { env: {}, flags: {}, load });
}
