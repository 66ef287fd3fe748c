import { availableParallelism } from "node:os";
import { dirname, resolve } from "node:path";
import type { CheckoutThreads } from "../agent/checkout/checkout-threads.ts";
import type { Config } from "../config/config.ts";
import { fixedConfig, type LiveConfig } from "../config/stored/live-config.ts";
import type { BuiltClients } from "../http/client-files.ts";
import { type PageReader, threadedReader } from "../ingest/pages/page-reader.ts";
import { createRefReader } from "../ingest/ref-reader.ts";
import type { Clock } from "../lib/clock.ts";
import { dataPlaces } from "../lib/data-folder.ts";
import type { Log } from "../lib/log.ts";
import { createWake, type Wake } from "../lib/wake.ts";
import type { Models } from "../models/providers/create-models.ts";
import type { BundledEmbedder } from "../models/vectors/static/embedder.ts";
import type { HostOf } from "../projects/connections/host-of.ts";
import type { PageViews } from "../projects/pages/page-views.ts";
import { type FairSearch, fairSearch } from "../search/fair-search.ts";
import type { RevisionOfRef } from "../search/revision-of-ref.ts";
import { createSearch, type Search } from "../search/search.ts";
import { type Database, locationOf } from "../store/database.ts";
import { hostOfSource } from "./host-of-source.ts";
import { repositoryAccess } from "./repository-access.ts";

/** What every process is made of, before anything runs. */
export type Parts = {
  config: Config;
  /** Where stored settings are taken into the configuration; absent where it stays as it is. */
  live?: LiveConfig;
  log: Log;
  clock: Clock;
  models: Models;
  db: Database;
  embedder: BundledEmbedder;
  /** In place of a search thread of its own. */
  search?: Search;
  /** In place of threads of its own for what jobs read. */
  checkoutThreads?: CheckoutThreads;
  /** In place of threads of its own that read pages. */
  reader?: PageReader;
  /** In place of a thread of its own that shows pages. */
  views?: PageViews;
  /** In place of the forges' APIs. */
  hostOf?: HostOf;
  /** What browsers load, as far as it could be built. */
  clients?: BuiltClients;
};

/** What answers and jobs have in common. */
export type Shared = Parts & {
  live: LiveConfig;
  wake: Wake;
  search: FairSearch;
  hostOf: HostOf;
  /** Reads pages on a thread of its own. */
  reader: PageReader;
  revisionOfRef: RevisionOfRef;
};

export function sharedOf(parts: Parts, onEmbedderFailure: () => void = () => undefined): Shared {
  const { config, db, log } = parts;
  const { searchMemoryBytes: memoryBytes, embedding } = config;
  const reader = parts.reader ?? threadedReader();
  const store = locationOf(db);
  // Indexes of a store that is gone with the command that made it are not kept.
  const isPassing =
    store.kind === "sqlite" && dirname(resolve(store.file)) !== resolve(config.dataFolder);
  const folder = isPassing ? undefined : dataPlaces(config.dataFolder).indexes;
  // The vectors of a configured embedder come and are asked for on one thread alone.
  const threads = embedding ? 1 : availableParallelism();
  const about = { store, memoryBytes, threads, embedding, folder, log, onEmbedderFailure };
  return {
    ...parts,
    live: parts.live ?? fixedConfig(config),
    wake: createWake(),
    search: fairSearch(parts.search ?? createSearch(about), {
      ...config.limits,
      ...{ memoryBytes, threads },
    }),
    hostOf: hostOfSource(parts),
    reader,
    revisionOfRef: createRefReader({
      ...parts,
      reader,
      limits: config.limits,
      mirrorFolder: dataPlaces(config.dataFolder).mirrors,
      access: repositoryAccess(parts),
    }),
  };
}
