import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../../src/config/read-config.ts";
import { createLog } from "../../../src/lib/log.ts";
import {
  type BundledEmbedder,
  bundledEmbedder,
} from "../../../src/models/vectors/static/embedder.ts";
import { createEngine } from "../../../src/search/engine.ts";
import { createSearch, type Search } from "../../../src/search/search.ts";
import { type Database, openDatabase } from "../../../src/store/database.ts";
import type { BuildEngine } from "../engine.ts";
import { storeDocs } from "./store-docs.ts";

type Opened = { db: Database; file: string; embedder: BundledEmbedder };

/** The product's own path: rows in SQLite as a sync writes them, searched on the search thread. */
export async function openDocent(): Promise<BuildEngine> {
  return buildWith(({ file }) =>
    createSearch({
      store: { kind: "sqlite", file },
      memoryBytes: loadConfig({}, {}, false).searchMemoryBytes,
      log: createLog({ level: "error", format: "pretty" }),
    }),
  );
}

/** The same without vectors, for information; on the calling thread. */
export async function openDocentWords(): Promise<BuildEngine> {
  return buildWith(({ db, embedder }) =>
    createEngine({
      db,
      embedder: { ...embedder, fluency: () => 0 },
      memoryBytes: loadConfig({}, {}, false).searchMemoryBytes,
    }),
  );
}

function buildWith(createSearchOf: (opened: Opened) => Search): BuildEngine {
  return async (docs) => {
    const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
    const file = join(folder, "docent.db");
    const db = await openDatabase({ kind: "sqlite", file });
    const embedder = bundledEmbedder();
    const { revisionId, docAt } = await storeDocs({ db, embedder }, docs);
    const search = createSearchOf({ db, file, embedder });
    const ask = async (text: string, limit: number) => {
      const query = { text, hints: [], liftPaths: [], filter: {}, limit };
      const { hits } = await search.search(revisionId, query);
      return hits.map(({ passage }) => docAt(passage));
    };
    // The first search brings the index into memory.
    await ask("first", 1);
    return {
      search: ask,
      diskBytes: () => statSync(file).size,
      async close() {
        await search.close();
        await db.destroy();
        rmSync(folder, { recursive: true });
      },
    };
  };
}
