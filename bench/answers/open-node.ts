import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AskDeps } from "../../src/assistant/ask/ask.ts";
import { createNode } from "../../src/compose/create-node.ts";
import { loadConfig } from "../../src/config/read-config.ts";
import { folderSource } from "../../src/ingest/sources/folder.ts";
import { syncSource } from "../../src/ingest/sync-source.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { createModels, type ModelChoice } from "../../src/models/providers/create-models.ts";
import { type BundledEmbedder, bundledEmbedder } from "../../src/models/vectors/static/embedder.ts";
import { addProject } from "../../src/projects/change-projects.ts";
import { createSearch, type Search } from "../../src/search/search.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { findProjectByDomain } from "../../src/store/docs/projects.ts";

type Fill = (deps: { db: Database; embedder: BundledEmbedder }) => Promise<unknown>;

export type OpenedNode = {
  ask: AskDeps;
  search: Search;
  projectId: string;
  revisionId: string;
  /** The one that answers, by the settings of the environment. */
  model: ModelChoice;
  close(): Promise<void>;
};

/** The assistant as the server runs it, over a store of its own that `fill` puts the project `bench` into. */
export async function openNode(fill: Fill): Promise<OpenedNode> {
  const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
  const store = { kind: "sqlite", file: join(folder, "docent.db") } as const;
  const db = await openDatabase(store);
  const embedder = bundledEmbedder();
  await fill({ db, embedder });
  const project = await findProjectByDomain(db, "bench");
  if (!project?.currentRevisionId) throw new Error("there is nothing to ask about");
  const config = loadConfig(process.env, {}, false);
  const log = createLog({ level: "error", format: "pretty" });
  const models = createModels(config.models);
  const search = createSearch({ store, memoryBytes: config.searchMemoryBytes, log });
  const parts = { config, log, clock: systemClock, models, db, embedder, search };
  const node = createNode(parts, "http://bench");
  return {
    ask: node.assistant.ask,
    search,
    projectId: project.id,
    revisionId: project.currentRevisionId,
    model: models.answers(project),
    async close() {
      await node.drain(0);
      await db.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Reads a folder of docs, as a sync does; jobs edit the repository, where one is given. */
export function syncFolder(root: string, repository?: string): Fill {
  return async ({ db, embedder }) => {
    const clock = systemClock;
    const kind = repository === undefined ? "folder" : "git";
    const source = { kind, location: repository ?? root, branch: "", subfolder: "" } as const;
    const about = { domain: "bench", name: "Bench", visibility: "public", baseUrl: "" } as const;
    const added = await addProject({ db, clock }, { kind: "operator" }, { ...about, source });
    await syncSource({ db, clock, embedder }, added.source, folderSource({ root }));
  };
}
