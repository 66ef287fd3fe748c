import type { EngineKind } from "./engine.ts";

export type EngineName = keyof typeof engines;

/** Every engine that is measured; each is loaded in its own process only. */
export const engines = {
  docent: {
    title: "Docent",
    peer: "",
    settings: "the product's own path: words and vectors, SQLite file, search thread",
    open: async () => (await import("./engines/docent.ts")).openDocent(),
  },
  "docent-words": {
    title: "Docent, words only",
    peer: "",
    settings: "the same without vectors, on the calling thread; for information",
    open: async () => (await import("./engines/docent.ts")).openDocentWords(),
  },
  minisearch: {
    title: "MiniSearch",
    peer: "minisearch",
    settings: "its BM25 defaults, title ×2, Docent's Porter stemmer and stop words",
    open: async () => (await import("./engines/minisearch.ts")).openMiniSearch(),
  },
  orama: {
    title: "Orama",
    peer: "@orama/orama",
    settings: "its English stemmer and stop words, title ×2",
    open: async () => (await import("./engines/orama.ts")).openOrama(),
  },
  flexsearch: {
    title: "FlexSearch",
    peer: "flexsearch",
    settings:
      "its English pack, whole words, context depth 1, resolution 60, suggest, fast updates",
    open: async () => (await import("./engines/flexsearch.ts")).openFlexSearch(),
  },
  fts5: {
    title: "SQLite FTS5",
    peer: "",
    settings: "porter unicode61, bm25 with title ×2, words joined by OR without stop words, file",
    open: async () => (await import("./engines/sqlite-fts5.ts")).openSqliteFts5(),
  },
  lancedb: {
    title: "LanceDB full text",
    peer: "@lancedb/lancedb",
    settings: "stemming and stop words of English, title twice in the text, folder",
    open: async () => (await import("./engines/lancedb.ts")).openLanceDb(),
  },
  tantivy: {
    title: "Tantivy",
    peer: "tantivy (Python)",
    settings:
      "stemmer and stop words of English, BM25 with title ×2, any word, its Python binding in a process of its own (the pipe to it is in the times), folder with ids and no texts",
    open: async () => (await import("./engines/tantivy.ts")).openTantivy(),
  },
} satisfies Record<
  string,
  { title: string; peer: string; settings: string; open(): Promise<EngineKind> }
>;

export function isEngineName(name: string): name is EngineName {
  return Object.hasOwn(engines, name);
}
