import { join } from "node:path";
import { startServer } from "../../src/compose/server/start-server.ts";
import { loadConfig } from "../../src/config/read-config.ts";
import { createKey } from "../../src/keys/create-key.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { resilientModel } from "../../src/models/calls/resilient-model.ts";
import type { ModelChoice, Models } from "../../src/models/providers/create-models.ts";
import { bundledEmbedder } from "../../src/models/vectors/static/embedder.ts";
import { openDatabase } from "../../src/store/database.ts";
import { findProjectByDomain } from "../../src/store/docs/projects.ts";
import { syncFolder } from "../answers/open-node.ts";
import { scriptedModels } from "../jobs/scripted-models.ts";
import { fillSessions } from "../sessions/fill.ts";
import { type Pace, pacedModel } from "./script.ts";
import { serveParent } from "./serve.ts";

const docs = join(import.meta.dirname, "../../docs");
const noLimit = "1000000000";

/** The server as `docent serve` runs it, over Docent's own docs; only its models are scripted ones. */
serveParent(async ({ pace, dataFolder, databaseUrl, repository, sessions }) => {
  const config = loadConfig(
    {
      DOCENT_DATA: dataFolder,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      DOCENT_PORT: "0",
      DOCENT_DASHBOARD: "off",
      DOCENT_POLL_SECONDS: "0",
      DOCENT_WATCH: "off",
      DOCENT_KEY_REQUESTS_PER_MINUTE: noLimit,
      DOCENT_ADDRESS_REQUESTS_PER_MINUTE: noLimit,
      DOCENT_ANSWERS_PER_KEY: "100000",
      DOCENT_MAX_CONNECTIONS: "20000",
      // Readers come from an address each.
      DOCENT_TRUSTED_PROXIES: "127.0.0.1",
    },
    {},
    false,
  );
  const db = await openDatabase(config.store);
  const embedder = bundledEmbedder();
  const fill = syncFolder(docs, repository);
  if (!(await findProjectByDomain(db, "bench"))) await fill({ db, embedder });
  const project = await findProjectByDomain(db, "bench");
  if (!project) throw new Error("the project of the bench is missing");
  if (sessions) await fillSessions(db, project.id, sessions);
  const headersOf = async (kind: "assistant" | "admin") => {
    const wanted = { projectId: project.id, kind, label: "", expiresAt: null, origins: [] };
    const { key } = await createKey({ db, clock: systemClock }, { kind: "operator" }, wanted);
    return { authorization: `Bearer ${key}` };
  };
  const models = pacedModels(pace, config.models.limits);
  const log = createLog({ level: "error", format: "pretty" });
  const parts = { config, log, clock: systemClock, models, db, embedder };
  const { url } = await startServer(parts, []);
  return {
    url: `${url}/discovery/v2/assistant/bench/message`,
    headers: await headersOf("assistant"),
    ...((repository || sessions) && { jobHeaders: await headersOf("admin") }),
  };
});

const jobScript = { steps: 3, bytesPerStep: 2_000 };

/** Behind the same limits as a provider's model, so that the whole way of a written answer is taken. */
function pacedModels(pace: Pace, limits: Parameters<typeof resilientModel>[1]): Models {
  const scripted: ModelChoice = {
    id: "scripted",
    description: "scripted",
    provider: "anthropic",
    model: resilientModel(pacedModel(pace), limits),
    price: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
  };
  return { ...scriptedModels({ ...jobScript, turns: [] }), answers: () => scripted };
}
