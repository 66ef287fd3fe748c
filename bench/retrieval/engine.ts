import type { Doc } from "./data-set.ts";

/** A search engine over a set of docs. */
export type Engine = {
  /** Ids of the best docs, the best first. */
  search(text: string, limit: number): Promise<string[]>;
  close(): Promise<void>;
  /** Puts docs in the place of those with the same ids, a whole page at a time. When it resolves, searches find the new ones. */
  replace(docs: Doc[]): Promise<void>;
  /** Size of what it keeps on disk; absent for engines that live in memory only. */
  diskBytes?: () => number;
  /** The process it runs in, where that is not this one. */
  pid?: number;
};

export type EngineKind = {
  /** Takes the docs in, those of a page behind each other. When it resolves, searches are answered at full speed. */
  build(docs: Iterable<Doc>, folder: string): Promise<Engine>;
  /** Opens what a build left in the folder; absent where nothing is left. */
  reopen?(folder: string): Promise<Engine>;
};
