import { createRateLimit } from "../http/access/rate-limit.ts";
import type { Route } from "../http/route.ts";
import { projectSettingsRoutes } from "../http/routes/project-settings.ts";
import { serverSettingsRoutes } from "../http/routes/server-settings.ts";
import { sourceRoutes } from "../http/routes/sources.ts";
import { createProvider } from "../models/vectors/providers/create-embedding-provider.ts";
import { recordUsage } from "../usage/record-usage.ts";
import type { Shared } from "./parts.ts";
import { deploymentFacts } from "./project-limits.ts";
import { secretsOf } from "./repository-access.ts";
import { ceilingCheck, usageDeps } from "./usage.ts";

const testsPerMinute = 12;

/** What owners change while the service runs. */
export function settingsRoutes(shared: Shared): Route[] {
  const { db, clock, models, live, config } = shared;
  const usage = usageDeps(shared);
  const ceilings = ceilingCheck(shared);
  const deployment = deploymentFacts(live);
  return [
    ...serverSettingsRoutes({ ...secretsOf(shared), live, wake: shared.wake }),
    ...sourceRoutes({ db, clock, deployment, internalHosts: config.internalHosts }),
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
