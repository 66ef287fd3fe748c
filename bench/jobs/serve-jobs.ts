import { join } from "node:path";
import { startServer } from "../../src/compose/server/start-server.ts";
import { loadConfig } from "../../src/config/read-config.ts";
import { initBareRepository } from "../../src/git/write/build-folder.ts";
import { commitFolder } from "../../src/git/write/commit-folder.ts";
import { createKey } from "../../src/keys/create-key.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { bundledEmbedder } from "../../src/models/vectors/static/embedder.ts";
import { addProject } from "../../src/projects/change-projects.ts";
import { openDatabase } from "../../src/store/database.ts";
import { pageText } from "../ingest/page-text.ts";
import { type EditScript, scriptedModels } from "./scripted-models.ts";

export async function makeRepository(repository: string, files: number): Promise<string> {
  await initBareRepository(repository);
  const pages = Array.from({ length: files }, (_, number) => ({
    path: `guides/part-${number % 50}/page-${number}.md`,
    content: pageText(number, `guides/part-0/page-0.mdx`).replace(/\.mdx\b/g, ".md"),
  }));
  await commitFolder(repository, {
    files: pages,
    message: "First\n",
    author: { name: "Bench", email: "bench@example.com", date: new Date("2030-01-01") },
  });
  return repository;
}

/** The server as `docent serve` runs it, on SQLite; only its model is a scripted one. */
export async function serve(dataFolder: string, repository: string, script: EditScript) {
  const noLimit = "1000000000";
  const env = {
    DOCENT_DATA: dataFolder,
    DOCENT_PORT: "0",
    DOCENT_DASHBOARD: "off",
    DOCENT_POLL_SECONDS: "0",
    DOCENT_WATCH: "off",
    DOCENT_JOB_MAX_STEPS: "1000",
    DOCENT_JOB_MAX_FILES: "5000",
    DOCENT_JOB_MAX_BYTES: "33554432",
    DOCENT_JOB_WINDOW_TOKENS: "2000000",
    DOCENT_KEY_REQUESTS_PER_MINUTE: noLimit,
    DOCENT_ADDRESS_REQUESTS_PER_MINUTE: noLimit,
  };
  const config = loadConfig(env, {}, false);
  const db = await openDatabase(config.store);
  const deps = { db, clock: systemClock };
  const actor = { kind: "operator" } as const;
  const { project } = await addProject(deps, actor, {
    ...{ domain: "bench", name: "bench", visibility: "private", baseUrl: "" },
    source: { kind: "git", location: repository, branch: "", subfolder: "" },
  });
  const key = await createKey(deps, actor, {
    ...{ projectId: project.id, kind: "admin", label: "", expiresAt: null, origins: [] },
  });
  const log = createLog({ level: "error", format: "pretty" });
  const embedder = bundledEmbedder();
  const models = scriptedModels(script);
  const parts = { config, log, clock: systemClock, models, db, embedder };
  const { url } = await startServer(parts, []);
  return { url, key: key.key, file: join(env.DOCENT_DATA, "docent.db") };
}
