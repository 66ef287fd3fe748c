/** A token that an app got for one repository. */
export type AppToken = {
  token: string;
  endsAtMs: number;
  /** What was granted, such as `contents` to `write`. */
  permissions: Record<string, string>;
};

/** Tokens of apps while they last, for all hosts of the process. They are kept in memory alone. */
export type AppTokens = {
  /** The one under this key if it lasts that long still; else a new one, which those who ask meanwhile share. */
  take(key: string, leftMs: number, make: () => Promise<AppToken>): Promise<AppToken>;
  /** The forge no longer takes this one. */
  drop(key: string, token: string): void;
};

export function createAppTokens(now: () => number = Date.now): AppTokens {
  const held = new Map<string, AppToken>();
  const underWay = new Map<string, Promise<AppToken>>();
  return {
    async take(key, leftMs, make) {
      const known = held.get(key);
      if (known !== undefined && known.endsAtMs - now() > leftMs) return known;
      const running = underWay.get(key);
      if (running !== undefined) return running;
      const made = make().finally(() => underWay.delete(key));
      underWay.set(key, made);
      const fresh = await made;
      held.set(key, fresh);
      return fresh;
    },
    drop(key, token) {
      if (held.get(key)?.token === token) held.delete(key);
    },
  };
}
