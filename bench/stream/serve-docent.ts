import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../../src/compose/server/start-server.ts";
import { loadConfig } from "../../src/config/read-config.ts";
import { createKey } from "../../src/keys/create-key.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { resilientModel } from "../../src/models/calls/resilient-model.ts";
import {
  chooseModel,
  type ModelChoice,
  type Models,
} from "../../src/models/providers/create-models.ts";
import { bundledEmbedder } from "../../src/models/vectors/static/embedder.ts";
import { openDatabase } from "../../src/store/database.ts";
import { findProjectByDomain } from "../../src/store/docs/projects.ts";
import { syncFolder } from "../answers/open-node.ts";
import { type Pace, pacedModel } from "./script.ts";
import { serveParent } from "./serve.ts";

const docs = join(import.meta.dirname, "../../docs");
const noLimit = "1000000000";

/** The server as `docent serve` runs it, on SQLite and over Docent's own docs; only its model is the scripted one. */
serveParent(async (pace) => {
  const dataFolder = mkdtempSync(join(tmpdir(), "docent-bench-"));
  process.on("exit", () => rmSync(dataFolder, { recursive: true, force: true }));
  const config = loadConfig(
    {
      DOCENT_DATA: dataFolder,
      DOCENT_PORT: "0",
      DOCENT_DASHBOARD: "off",
      DOCENT_KEY_REQUESTS_PER_MINUTE: noLimit,
      DOCENT_ADDRESS_REQUESTS_PER_MINUTE: noLimit,
      DOCENT_ANSWERS_PER_KEY: "100000",
    },
    {},
    false,
  );
  const db = await openDatabase(config.store);
  const embedder = bundledEmbedder();
  await syncFolder(docs)({ db, embedder });
  const project = await findProjectByDomain(db, "bench");
  if (!project) throw new Error("the project of the bench is missing");
  const key = await createKey(
    { db, clock: systemClock },
    { kind: "operator" },
    { projectId: project.id, kind: "assistant", label: "", expiresAt: null, origins: [] },
  );
  const models = scriptedModels(pace, config.models.limits);
  const log = createLog({ level: "error", format: "pretty" });
  const parts = { config, log, clock: systemClock, models, db, embedder };
  const { url } = await startServer(parts, []);
  return {
    url: `${url}/discovery/v2/assistant/bench/message`,
    headers: { authorization: `Bearer ${key.key}` },
  };
});

/** Behind the same limits as a provider's model, so that the whole way of a written answer is taken. */
function scriptedModels(pace: Pace, limits: Parameters<typeof resilientModel>[1]): Models {
  const scripted: ModelChoice = {
    id: "scripted",
    description: "scripted",
    provider: "anthropic",
    model: resilientModel(pacedModel(pace), limits),
    price: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
  };
  return {
    answers: () => scripted,
    jobs: () => scripted,
    embedded: chooseModel(),
    describe: () => "scripted",
  };
}
