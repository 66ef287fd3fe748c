import { fileURLToPath } from "node:url";
import { run } from "./cli/run.ts";
import type { Services } from "./cli/services.ts";
import { plainText } from "./cli/terminal-text.ts";
import { connectionsOf } from "./compose/connections.ts";
import { createAssistant } from "./compose/create-assistant.ts";
import { createJobs } from "./compose/create-jobs.ts";
import { type Parts, sharedOf } from "./compose/parts.ts";
import { repositoryAccess, secretsOf } from "./compose/repository-access.ts";
import { startServer } from "./compose/start-server.ts";
import { trustAuthorities } from "./compose/trust-authorities.ts";
import { describeModel } from "./compose/usage.ts";
import { type Config, serverAddress } from "./config/config.ts";
import { loadConfig } from "./config/read-config.ts";
import { systemClock } from "./lib/clock.ts";
import { openDataFolder } from "./lib/data-folder.ts";
import { createLog } from "./lib/log.ts";
import { createModels } from "./models/providers/create-models.ts";
import { type BundledEmbedder, bundledEmbedder } from "./models/vectors/static/embedder.ts";
import { type Database, openDatabase } from "./store/database.ts";

const builtDashboard = fileURLToPath(new URL("../web/dist", import.meta.url));
const dashboardPlace = {
  web: fileURLToPath(new URL("../web", import.meta.url)),
  sources: ["./contract", "../package-lock.json"].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  ),
};

export function main(argv: string[]): Promise<number> {
  return run(argv, {
    write: (text) => void process.stdout.write(plainText(text)),
    remark: (line) => void process.stderr.write(`${plainText(line)}\n`),
    services: (flags) =>
      createServices(loadConfig(process.env, flags, process.stderr.isTTY === true)),
  });
}

function createServices(config: Config): Services {
  trustAuthorities(config);
  const log = createLog(config.log);
  let loaded: BundledEmbedder | undefined;
  const embedder = () => {
    loaded ??= bundledEmbedder();
    return loaded;
  };
  const models = createModels(config.models, (question, text) =>
    embedder().agreement(question, text),
  );
  const partsWith = (db: Database): Parts => ({
    config,
    log,
    clock: systemClock,
    models,
    db,
    embedder: embedder(),
  });
  return {
    config,
    clock: systemClock,
    log,
    openData: () => openDataFolder(config.dataFolder),
    bundledDocs: fileURLToPath(new URL("../docs", import.meta.url)),
    dashboard: dashboardPlace,
    model: { description: describeModel({ config, models }) },
    embedder,
    openStore: () => openDatabase(config.store),
    secrets: (db) => secretsOf({ config, db, clock: systemClock }),
    repositoryAccess: (db) => repositoryAccess({ config, db, clock: systemClock }),
    connections: (db) => connectionsOf({ config, db, clock: systemClock }),
    createAssistant: (db) =>
      createAssistant(sharedOf(partsWith(db)), serverAddress(config), () => undefined),
    createJobs: (db) => createJobs(sharedOf(partsWith(db)), serverAddress(config), () => undefined),
    listen: (db) => startServer(partsWith(db), builtDashboard),
  };
}
