import { join } from "node:path";
import { loadConfig } from "../../src/config/read-config.ts";
import { createKnownSources } from "../../src/ingest/pages/known-sources.ts";
import { threadedReader } from "../../src/ingest/pages/page-reader.ts";
import { folderSource } from "../../src/ingest/sources/folder.ts";
import { gitSource } from "../../src/ingest/sources/git-repo.ts";
import type { SyncReport } from "../../src/ingest/sync-report.ts";
import { syncSource } from "../../src/ingest/sync-source.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { bundledEmbedder } from "../../src/models/vectors/static/embedder.ts";
import { addProject } from "../../src/projects/change-projects.ts";
import { createSearch } from "../../src/search/search.ts";
import { openDatabase } from "../../src/store/database.ts";
import type { SourceKind } from "./docs-tree.ts";

export type SyncedProject = {
  storeFile: string;
  /** With the paths that a watch of the folder would tell. */
  sync(touched?: string[]): Promise<SyncReport>;
  /** Makes the next sync look at every file. */
  forget(): void;
  /** Whether a search for the sentence finds a passage that holds it. */
  finds(revisionId: string, sentence: string): Promise<boolean>;
  sizes(): { passages: number; bytes: number };
  close(): Promise<void>;
};

/** A project on a store of its own, read and searched on threads as the server does. */
export async function openProject(
  folder: string,
  { root, kind }: { root: string; kind: SourceKind },
): Promise<SyncedProject> {
  const storeFile = join(folder, "docent.db");
  const store = { kind: "sqlite", file: storeFile } as const;
  const db = await openDatabase(store);
  const clock = systemClock;
  const place = { kind, location: root, branch: "", subfolder: "" };
  const project = { domain: "bench", name: "Bench", visibility: "public", baseUrl: "" } as const;
  const added = await addProject(
    { db, clock },
    { kind: "operator" },
    { ...project, source: place },
  );
  const threads = { embedder: bundledEmbedder(), reader: threadedReader() };
  const known = createKnownSources();
  const deps = { db, clock, ...threads, known };
  const source =
    kind === "folder"
      ? folderSource({ root })
      : gitSource({ location: root, mirrorFolder: join(folder, "mirrors") });
  const search = createSearch({
    store,
    memoryBytes: loadConfig({}, {}, false).searchMemoryBytes,
    log: createLog({ level: "error", format: "pretty" }),
  });
  return {
    storeFile,
    sync: (touched) => syncSource(deps, added.source, source, touched && { touched }),
    forget: () => known.forget(added.source),
    async finds(revisionId, text) {
      const query = { text, hints: [], liftPaths: [], filter: {}, limit: 10 };
      const ready = (await search.prepare?.(revisionId, query)?.()) ?? query;
      const { hits } = await search.search(revisionId, ready);
      return hits.some((hit) => hit.passage.text.includes(text));
    },
    sizes() {
      const { bytes, indexes } = search.sizes();
      return { bytes, passages: indexes.reduce((sum, index) => sum + index.passages, 0) };
    },
    async close() {
      await search.close();
      await db.destroy();
    },
  };
}
