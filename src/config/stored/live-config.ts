import type { Config } from "../config.ts";
import { type Loaded, leaveOutFaults, type StoredValues } from "./leave-out-faults.ts";
import { findStorable } from "./storable-settings.ts";

type Given = Readonly<Record<string, string | undefined>>;

type Load = (env: Given) => Loaded;

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
  /** Which of them do not count because something is wrong with them, and what. */
  leftOut(stored: StoredValues): ReadonlyMap<string, string>;
  /** Takes them in, but for those that something is wrong with. Returns what is wrong. */
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
  const counting = (stored: StoredValues) =>
    Object.fromEntries(Object.entries(stored).filter(([name]) => counts(name)));
  const beside = (stored: StoredValues) => load({ ...env, ...stored });
  const weigh = (stored: StoredValues) => leaveOutFaults(counting(stored), beside);
  const take = (stored: StoredValues) => {
    const { config, faults } = weigh(stored);
    if (config) current = withOperatorUrls(config, first);
    return faults;
  };
  return {
    config: new Proxy({ ...first }, { get: (_, name) => Reflect.get(current, name) }),
    isSet,
    given,
    faultsOf: (stored) => beside(counting(stored)).faults,
    leftOut: (stored) => weigh(stored).leftOut,
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
