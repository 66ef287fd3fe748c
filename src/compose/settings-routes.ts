import { createRateLimit } from "../http/access/rate-limit.ts";
import type { Route } from "../http/route.ts";
import { partResourceRoutes } from "../http/routes/owner/part-resource-routes.ts";
import { projectResourceRoutes } from "../http/routes/owner/project-resource-routes.ts";
import { projectSettingsRoutes } from "../http/routes/project-settings.ts";
import { serverSettingsRoutes } from "../http/routes/server-settings.ts";
import { sourceRoutes } from "../http/routes/sources.ts";
import type { SyncBoard } from "../ingest/sync-board.ts";
import { createProvider } from "../models/vectors/providers/create-embedding-provider.ts";
import { recordUsage } from "../usage/record-usage.ts";
import type { Shared } from "./parts.ts";
import { deploymentFacts } from "./project-limits.ts";
import { secretsOf } from "./repository-access.ts";
import { ceilingCheck, usageDeps } from "./usage.ts";

const testsPerMinute = 12;

/** What owners change while the service runs. */
export function settingsRoutes(shared: Shared, board: SyncBoard): Route[] {
  const { db, clock, models, live, config } = shared;
  const usage = usageDeps(shared);
  const ceilings = ceilingCheck(shared);
  const deployment = deploymentFacts(live);
  const sources = { db, clock, deployment, internalHosts: config.internalHosts };
  return [
    ...serverSettingsRoutes({ ...secretsOf(shared), live, wake: shared.wake }),
    ...sourceRoutes(sources),
    ...projectResourceRoutes(sources),
    ...partResourceRoutes({ ...sources, progressOf: board.of }),
    ...projectSettingsRoutes({
      ...{ db, models, deployment },
      testLimit: createRateLimit(testsPerMinute, clock),
      embedder: () => config.embedding && createProvider(config.embedding),
      checkCeiling: (project, modelId) =>
        ceilings(project, { modelId, keyId: "", isOwner: true, network: "" }),
      recordUsage: (used) => recordUsage(usage, { ...used, keyId: "" }),
    }),
  ];
}
