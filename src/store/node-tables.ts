export type NodeTables = {
  /** What only one node may do at a time. */
  leases: {
    name: string;
    owner: string;
    /** Whoever comes later may take it: its owner is gone. */
    expiresAt: string;
  };
  /** What callers have left of a minute's requests, over all nodes. */
  sharedLimits: {
    /** A hash: the addresses of readers are kept nowhere. */
    caller: string;
    perMinute: number;
    tokens: number;
    atMs: number;
  };
  /** Attempts to log in of the last hour, over all nodes. */
  logInAttempts: {
    /** A hash: addresses are kept nowhere. */
    caller: string;
    /** When, in milliseconds, oldest first. */
    times: string;
    lastAt: string;
  };
};
