import type { Doc } from "./data-set.ts";

/** A search engine over a fixed set of docs. */
export type Engine = {
  /** Ids of the best docs, the best first. */
  search(text: string, limit: number): Promise<string[]>;
  close(): Promise<void>;
  /** Size of what it keeps on disk; absent for engines that live in memory only. */
  diskBytes?: () => number;
};

/** Takes the docs in. When it resolves, searches are answered at full speed. */
export type BuildEngine = (docs: Doc[]) => Promise<Engine>;
