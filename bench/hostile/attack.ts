/** What an attack is aimed at; everything a caller from outside can know, and the keys of a project of its own. */
export type Target = {
  url: string;
  domain: string;
  /** The address of one of its pages. */
  page: string;
  /** The public key of a docs site: every reader's browser has it. */
  assistantKey: string;
  /** Another project on the same server, whose docs and key belong to the attacker. */
  own: { domain: string; adminKey: string; folder: string };
  /** The same with docs in a git repository. */
  repository: { domain: string; adminKey: string; folder: string };
};

export type Attack = {
  name: string;
  /** What it does, in a few words. */
  what: string;
  /** Settings of the server that it is run against, besides the defaults. */
  settings?: Record<string, string>;
  /** The most files and connections the server may have open. */
  descriptors?: number;
  /** The owner logs in meanwhile. */
  ownerLogsIn?: true;
  /** Goes on until `load` is over, and never throws because of what the server does. */
  run(target: Target, load: Load): Promise<void>;
};

export type Load = {
  isOver(): boolean;
  over: AbortSignal;
  /** Counts what the server answered. */
  count(outcome: string): void;
};

export const attackerAddress = "127.0.0.3";
