import { fileURLToPath } from "node:url";
import { run } from "./cli/run.ts";
import type { Services } from "./cli/services.ts";
import { clientsIn } from "./cli/start/clients.ts";
import { plainText } from "./cli/terminal-text.ts";
import { materialParts } from "./compose/automations.ts";
import { connectionsOf } from "./compose/connections.ts";
import { createAssistant } from "./compose/create-assistant.ts";
import { hostAt } from "./compose/create-hosts.ts";
import { createJobs } from "./compose/create-jobs.ts";
import { type Parts, sharedOf } from "./compose/parts.ts";
import { repositoryAccess, secretsOf } from "./compose/repository-access.ts";
import { startServer } from "./compose/start-server.ts";
import { trustAuthorities } from "./compose/trust-authorities.ts";
import { describeModel } from "./compose/usage.ts";
import { type Config, serverAddress } from "./config/config.ts";
import { checkConfig, type Flags, loadConfig } from "./config/read-config.ts";
import { startWithStoredSettings } from "./config/stored/follow-settings.ts";
import { createLiveConfig, type LiveConfig } from "./config/stored/live-config.ts";
import { systemClock } from "./lib/clock.ts";
import { openDataFolder } from "./lib/data-folder.ts";
import { createLog } from "./lib/log.ts";
import { liveModels } from "./models/providers/live-models.ts";
import { type BundledEmbedder, bundledEmbedder } from "./models/vectors/static/embedder.ts";
import { type Database, openDatabase } from "./store/database.ts";

const clients = clientsIn(fileURLToPath(new URL("..", import.meta.url)));

export function main(argv: string[]): Promise<number> {
  return run(argv, {
    write: (text) => void process.stdout.write(plainText(text)),
    remark: (line) => void process.stderr.write(`${plainText(line)}\n`),
    services: (flags) => createServices(configOf(flags, process.stderr.isTTY === true)),
  });
}

/** What the environment and the flags say must be right without the store, which it names. */
function configOf(flags: Flags, terminal: boolean): LiveConfig {
  const { env } = process;
  const load = (given: Record<string, string | undefined>) => checkConfig(given, flags, terminal);
  return createLiveConfig(loadConfig(env, flags, terminal), { env, flags, load });
}

function clientsFor({ dashboard }: Config) {
  return clients.filter(({ name }) => dashboard || name !== "dashboard");
}

function createServices(live: LiveConfig): Services {
  const { config } = live;
  trustAuthorities(config);
  const log = createLog(config.log);
  let loaded: BundledEmbedder | undefined;
  const embedder = () => {
    loaded ??= bundledEmbedder();
    return loaded;
  };
  const models = liveModels(() => config.models);
  const partsWith = (db: Database): Parts => ({
    config,
    live,
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
    clients: clientsFor(config),
    model: {
      get description() {
        return describeModel({ config, models });
      },
    },
    embedder,
    async openStore() {
      const db = await openDatabase(config.store);
      const { ring } = secretsOf({ config, db, clock: systemClock });
      await startWithStoredSettings({ db, ring, live, log });
      return db;
    },
    secrets: (db) => secretsOf({ config, db, clock: systemClock }),
    repositoryAccess: (db) => repositoryAccess({ config, db, clock: systemClock }),
    connections: (db) => connectionsOf({ config, db, clock: systemClock }),
    hostAt: hostAt({ config, clock: systemClock }),
    automationMaterial: (db) => materialParts({ config, db, clock: systemClock }),
    createAssistant: (db) =>
      createAssistant(sharedOf(partsWith(db)), serverAddress(config), () => undefined),
    createJobs: (db) => createJobs(sharedOf(partsWith(db)), serverAddress(config), () => undefined),
    listen: (db) => startServer(partsWith(db), clientsFor(config)),
  };
}
