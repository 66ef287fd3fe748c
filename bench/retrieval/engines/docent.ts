import { join } from "node:path";
import { createLog } from "../../../src/lib/log.ts";
import {
  type BundledEmbedder,
  bundledEmbedder,
} from "../../../src/models/vectors/static/embedder.ts";
import { createEngine } from "../../../src/search/engine.ts";
import { createSearch, type Search } from "../../../src/search/search.ts";
import { connectDatabase, type Database, openDatabase } from "../../../src/store/database.ts";
import type { Engine, EngineKind } from "../engine.ts";
import { folderBytes } from "../folder-bytes.ts";
import { reopenDocs, type StoredDocs, storeDocs } from "./store-docs.ts";

type Opened = { db: Database; folder: string; embedder: BundledEmbedder };
type OpenSearch = (opened: Opened) => Search;

/** So that a million passages are wholly found; the default leaves pages out beyond 512 MB. */
const memoryBytes = 4_096 * 1_048_576;

/** The product's own path: rows in SQLite as a sync writes them, searched on the search thread. */
export async function openDocent(): Promise<EngineKind> {
  return kindOf(({ folder }) =>
    createSearch({
      store: storeIn(folder),
      folder: join(folder, "indexes"),
      memoryBytes,
      log: createLog({ level: "error", format: "pretty" }),
    }),
  );
}

/** The same without vectors, for information; on the calling thread. */
export async function openDocentWords(): Promise<EngineKind> {
  return kindOf(({ db, embedder }) =>
    createEngine({ db, embedder: { ...embedder, fluency: () => 0 }, memoryBytes }),
  );
}

function storeIn(folder: string) {
  return { kind: "sqlite", file: join(folder, "docent.db") } as const;
}

function kindOf(openSearch: OpenSearch): EngineKind {
  return {
    async build(docs, folder) {
      const opened = {
        db: await openDatabase(storeIn(folder)),
        folder,
        embedder: bundledEmbedder(),
      };
      const stored = await storeDocs(opened, docs);
      const engine = engineOf(opened, stored, openSearch);
      // The first search brings the index into memory.
      await engine.search("first", 1);
      return engine;
    },
    /** As a node starts, the check of the store's age left out; the weights come with the first search. */
    async reopen(folder) {
      const opened = {
        db: connectDatabase(storeIn(folder), 1),
        folder,
        embedder: bundledEmbedder(),
      };
      return engineOf(opened, await reopenDocs(opened), openSearch);
    },
  };
}

function engineOf(opened: Opened, stored: StoredDocs, openSearch: OpenSearch): Engine {
  const search = openSearch(opened);
  /** As the product does: an index is loaded before the search itself, whose time is bounded, begins. */
  const ask = async (text: string, limit: number) => {
    const revisionId = stored.revisionId();
    const query = queryOf(text, limit);
    return search.search(revisionId, (await search.prepare?.(revisionId, query)?.()) ?? query);
  };
  return {
    async search(text, limit) {
      const { hits } = await ask(text, limit);
      return hits.map(({ passage }) => stored.docAt(passage));
    },
    async replace(docs) {
      await stored.replacePage(docs);
      await ask("first", 1);
    },
    diskBytes: () => folderBytes(opened.folder),
    async close() {
      await search.close();
      await opened.db.destroy();
    },
  };
}

function queryOf(text: string, limit: number) {
  return { text, hints: [], liftPaths: [], filter: {}, limit };
}
