import { queueKey } from "../agent/jobs/follow-job.ts";
import { automationWord } from "../automations/automation-deps.ts";
import type { Jobs } from "../cli/services.ts";
import { nodeRoles } from "../config/node-role.ts";
import { createGateRuns } from "../gate/run-gate.ts";
import { createOpenStreams } from "../http/open-streams.ts";
import type { Route } from "../http/route.ts";
import { assistantRoutes } from "../http/routes/assistant.ts";
import { automationRoutes } from "../http/routes/automations/automations.ts";
import { codeRepositoryRoutes } from "../http/routes/automations/code-repositories.ts";
import { changeRoutes } from "../http/routes/changes.ts";
import { clientAssetRoutes } from "../http/routes/client-assets.ts";
import { connectionRoutes } from "../http/routes/connections.ts";
import { discoveryRoutes } from "../http/routes/discovery.ts";
import { gateRoutes } from "../http/routes/gate/gate-runs.ts";
import { analyticsRoutes } from "../http/routes/insights/analytics.ts";
import { answerDifferenceRoutes } from "../http/routes/insights/answer-difference.ts";
import { feedbackRoutes } from "../http/routes/insights/feedback.ts";
import { groupJobRoutes } from "../http/routes/insights/group-jobs.ts";
import { groupRoutes } from "../http/routes/insights/groups.ts";
import { jobRoutes } from "../http/routes/jobs.ts";
import { keyRoutes } from "../http/routes/keys.ts";
import { liveRoutes } from "../http/routes/live.ts";
import { llmsRoutes } from "../http/routes/llms.ts";
import { mcpRoutes } from "../http/routes/mcp.ts";
import { operationsRoutes } from "../http/routes/operations.ts";
import { pageRoutes } from "../http/routes/pages.ts";
import { projectJobRoutes } from "../http/routes/project-jobs.ts";
import { projectRoutes } from "../http/routes/projects.ts";
import { fileRoutes } from "../http/routes/reader/file-routes.ts";
import { readerLinkRoutes } from "../http/routes/reader/reader-links.ts";
import { readerPassRoutes } from "../http/routes/reader/reader-passes.ts";
import { readerRoutes } from "../http/routes/reader/reader-routes.ts";
import { secretRoutes } from "../http/routes/secrets.ts";
import { webhookRoutes } from "../http/routes/webhooks.ts";
import { openSourceTree } from "../ingest/files/open-source-tree.ts";
import type { SyncProjectDeps } from "../ingest/sync-project.ts";
import { dataPlaces } from "../lib/data-folder.ts";
import type { Metrics } from "../lib/metrics.ts";
import { embeddedModelId } from "../models/embedded/embedded-model-id.ts";
import { storedVersions } from "../projects/live/stored-versions.ts";
import { createVersionWatch, type VersionWatch } from "../projects/live/version-watch.ts";
import { createPageDocs, type OpenSourceTree } from "../projects/pages/page-docs.ts";
import { createPageLists, type PageLists } from "../projects/pages/page-lists.ts";
import { createPageViews, type PageViews } from "../projects/pages/page-views.ts";
import { automationParts } from "./automations.ts";
import { changesDeps } from "./changes-deps.ts";
import { connectionsOf } from "./connections.ts";
import type { RunningAssistant } from "./create-assistant.ts";
import { entryRoutes } from "./entry-routes.ts";
import type { Shared } from "./parts.ts";
import { repositoryAccess } from "./repository-access.ts";
import { settingsRoutes } from "./settings-routes.ts";
import { startingRoutes } from "./starting-routes.ts";

export type RouteParts = {
  shared: Shared;
  publicUrl: string;
  assistant: RunningAssistant;
  jobs: Jobs;
  sync: SyncProjectDeps;
  metrics: Metrics;
  draining(): boolean;
};

/** Every door of the service. */
export function createRoutes(parts: RouteParts): Route[] {
  const { shared, publicUrl, assistant, jobs, sync, metrics, draining } = parts;
  const { config, db, clock } = shared;
  const views = shared.views ?? createPageViews();
  const lists = createPageLists({ db, publicUrl });
  const streams = createOpenStreams();
  const routes: Route[] = [
    ...assistantRoutes({ ...assistant.ask, keepAliveMs: config.keepAliveMs }),
    ...feedbackRoutes({ db, clock }),
    ...answerDifferenceRoutes({ db }),
    ...analyticsRoutes({
      ...{ db, clock, publicUrl, search: shared.search },
      historyTokens: config.limits.historyTokens,
    }),
    ...groupRoutes({ db, clock }),
    ...groupJobRoutes({
      ...{ ...jobs.create, search: shared.search },
      hasModel: (project) => shared.models.jobs(project, "sonnet").id !== embeddedModelId,
    }),
    ...gateRoutes({
      ...{ keepAliveMs: config.keepAliveMs, streams },
      runGate: createGateRuns({
        ...assistant.gate,
        ...{ clock, revisionOfRef: shared.revisionOfRef, embed: shared.embedder.embedQuery },
      }),
    }),
    ...jobRoutes({ ...jobs.create, keepAliveMs: config.keepAliveMs, streams }),
    ...projectJobRoutes({ db, clock }),
    ...operationsRoutes({
      db,
      metrics,
      publicUrl,
      draining,
      routes: () => routes,
      hasDashboard: config.dashboard,
      roles: config.roles.length < nodeRoles.length ? config.roles : undefined,
    }),
    ...startingRoutes(shared, { publicUrl, lists }),
    ...docsRoutes(shared, publicUrl, { views, lists }),
    ...forOwnerTokens(projectRoutes(sync)),
    ...liveRoutes({
      ...{ keepAliveMs: config.keepAliveMs, signal: sync.signal, streams },
      watch: watchOf(shared, sync),
    }),
    ...changeRoutes(changesDeps(shared, { publicUrl, sync, jobs, views })),
    ...automationRoutes(automationParts(shared, jobs)),
    ...forOwnerTokens([
      ...keyRoutes({ db, clock }),
      ...connectionsRoutes(shared),
      ...settingsRoutes(shared, sync.board),
    ]),
    ...clientAssetRoutes(shared.clients ?? {}),
    ...entryRoutes(shared, publicUrl),
  ];
  return routes;
}

/** What sets projects up. What starts jobs, automations among it, takes a person or an admin key. */
function forOwnerTokens(routes: Route[]): Route[] {
  return routes.map((route) => (route.access === "admin" ? { ...route, takesToken: true } : route));
}

/** Jobs that are queued or end are seen at once, the rest within a second. */
function watchOf({ db, clock, wake }: Shared, { board }: SyncProjectDeps): VersionWatch {
  const deps = { db, clock, progressOf: board.of };
  return createVersionWatch({
    read: (projectId) => storedVersions(deps, projectId),
    wake,
    wakeKey: queueKey,
  });
}

/** The page view comes last: it takes every address below a project that no other route takes. */
function docsRoutes(
  shared: Shared,
  publicUrl: string,
  { views, lists }: { views: PageViews; lists: PageLists },
): Route[] {
  const { db, clock, search, revisionOfRef, clients = {}, config } = shared;
  const pageDocs = createPageDocs({ db, openSourceTree: sourceTreeOpener(shared) });
  const { limits } = config;
  const parts = { db, clock, search, revisionOfRef, publicUrl, limits };
  const docs = { ...parts, lists, views, clients, pageDocs };
  return [
    ...discoveryRoutes(docs),
    ...mcpRoutes(docs),
    ...llmsRoutes(docs),
    ...readerRoutes(docs),
    ...fileRoutes(docs),
    ...readerPassRoutes(docs),
    ...readerLinkRoutes(docs),
    ...pageRoutes(docs),
  ];
}

/** Opens the files of a source as they were when its pages were read. */
function sourceTreeOpener(shared: Shared): OpenSourceTree {
  const { config, reader } = shared;
  const { mirrors: mirrorFolder } = dataPlaces(config.dataFolder);
  const deps = { mirrorFolder, limits: config.limits, reader, access: repositoryAccess(shared) };
  return (wanted, signal) => openSourceTree(deps, wanted, signal);
}

/** What opens repositories, and what forges tell by themselves. */
function connectionsRoutes(shared: Shared): Route[] {
  const { wake, log } = shared;
  const connections = connectionsOf(shared);
  return [
    ...secretRoutes(connections),
    ...connectionRoutes(connections),
    ...webhookRoutes({ ...connections, wake, log }),
    ...codeRepositoryRoutes({
      ...{ ...connections, wake, log, wakeWord: automationWord },
      internalHosts: shared.config.internalHosts,
    }),
  ];
}
