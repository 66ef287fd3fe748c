import { join } from "node:path";
import type { Assistant, Services } from "../cli/services.ts";
import { clientsIn } from "../cli/start/clients.ts";
import { serverAddress } from "../config/config.ts";
import { startWithStoredSettings } from "../config/stored/follow-settings.ts";
import type { LiveConfig } from "../config/stored/live-config.ts";
import { requirePort } from "../http/port/require-port.ts";
import { certificateEnd } from "../http/tls/read-tls-pair.ts";
import { systemClock } from "../lib/clock.ts";
import { openDataFolder } from "../lib/data-folder.ts";
import { createLog } from "../lib/log.ts";
import { createWake } from "../lib/wake.ts";
import { liveModels } from "../models/providers/live-models.ts";
import { createProvider } from "../models/vectors/providers/create-embedding-provider.ts";
import { type BundledEmbedder, bundledEmbedder } from "../models/vectors/static/embedder.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { materialParts } from "./automations.ts";
import { connectionsOf } from "./connections.ts";
import { createAssistant } from "./create-assistant.ts";
import { hostAt } from "./create-hosts.ts";
import { createJobs } from "./create-jobs.ts";
import { type Parts, sharedOf } from "./parts.ts";
import { deploymentFacts } from "./project-limits.ts";
import { repositoryAccess, secretsOf } from "./repository-access.ts";
import { startServer } from "./server/start-server.ts";
import { trustAuthorities } from "./trust-authorities.ts";
import { describeModel } from "./usage.ts";

type Surroundings = {
  /** The folder of the checkout or of the package. */
  root: string;
  /** Words on names in the environment that are probably misspelt. */
  unknownSettings: string[];
  withSettings: Services["withSettings"];
};

/** What commands are given. */
export function createServices(
  live: LiveConfig,
  { root, ...surroundings }: Surroundings,
): Services {
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
  const services: Services = {
    isInServer: false,
    ...surroundings,
    config,
    clock: systemClock,
    log,
    given: live.given,
    deployment: deploymentFacts(live),
    openData: () => openDataFolder(config.dataFolder),
    bundledDocs: join(root, "docs"),
    clients,
    model: {
      get description() {
        return describeModel({ config, models });
      },
    },
    models,
    embedding: () => config.embedding && createProvider(config.embedding),
    certificateEnd: () => config.tls && certificateEnd(config.tls, systemClock.now()),
    embedder,
    async openStore() {
      const db = await openDatabase(config.store);
      const { ring } = secretsOf({ config, db, clock: systemClock });
      await startWithStoredSettings({ db, ring, live, log });
      return db;
    },
    secrets: (db) => secretsOf({ config, db, clock: systemClock }),
    serverSettings: (db) => ({
      ...secretsOf({ config, db, clock: systemClock }),
      live,
      // A running server looks by itself within seconds.
      wake: createWake(),
    }),
    repositoryAccess: (db) => repositoryAccess({ config, db, clock: systemClock }),
    connections: (db) => connectionsOf({ config, db, clock: systemClock }),
    hostAt: hostAt({ config, clock: systemClock }),
    automationMaterial: (db) => materialParts({ config, db, clock: systemClock }),
    createAssistant: (db) =>
      createAssistant(sharedOf(partsWith(db)), serverAddress(config), () => undefined),
    createJobs: (db) => createJobs(sharedOf(partsWith(db)), serverAddress(config), () => undefined),
    requirePort: () => requirePort(config),
    async listen(db) {
      const { assistant, ...listening } = await startServer(partsWith(db), clients);
      return { ...listening, services: servicesInServer(services, assistant) };
    },
  };
  return services;
}

/** For commands that a running server carries out: with its settings as they are, and its own search. */
function servicesInServer(services: Services, assistant: Assistant): Services {
  return {
    ...services,
    isInServer: true,
    openStore: () => openDatabase(services.config.store),
    createAssistant: () => ({ ...assistant, close: async () => undefined }),
  };
}
