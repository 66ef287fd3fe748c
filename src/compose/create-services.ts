import { join } from "node:path";
import type { Services } from "../cli/services.ts";
import { clientsIn } from "../cli/start/clients.ts";
import { serverAddress } from "../config/config.ts";
import { startWithStoredSettings } from "../config/stored/follow-settings.ts";
import type { LiveConfig } from "../config/stored/live-config.ts";
import { systemClock } from "../lib/clock.ts";
import { openDataFolder } from "../lib/data-folder.ts";
import { createLog } from "../lib/log.ts";
import { liveModels } from "../models/providers/live-models.ts";
import { type BundledEmbedder, bundledEmbedder } from "../models/vectors/static/embedder.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { materialParts } from "./automations.ts";
import { connectionsOf } from "./connections.ts";
import { createAssistant } from "./create-assistant.ts";
import { hostAt } from "./create-hosts.ts";
import { createJobs } from "./create-jobs.ts";
import { type Parts, sharedOf } from "./parts.ts";
import { repositoryAccess, secretsOf } from "./repository-access.ts";
import { startServer } from "./start-server.ts";
import { trustAuthorities } from "./trust-authorities.ts";
import { describeModel } from "./usage.ts";

/** What commands are given. `root` is the folder of the checkout or of the package. */
export function createServices(live: LiveConfig, root: string): Services {
  const { config } = live;
  const clients = clientsIn(root).filter(({ name }) => config.dashboard || name !== "dashboard");
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
    bundledDocs: join(root, "docs"),
    clients,
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
    listen: (db) => startServer(partsWith(db), clients),
  };
}
