import { randomUUID } from "node:crypto";
import {
  type AutomationRunner,
  createAutomationRunner,
} from "../automations/fire/automation-runner.ts";
import { createCommentAnswerer } from "../changes/comment-answerer.ts";
import { type LookDeps, lookAtPull } from "../changes/look-at-pull.ts";
import { projectForge } from "../changes/project-forge.ts";
import type { Jobs } from "../cli/services.ts";
import { createSettingsFollower, type SettingsFollower } from "../config/stored/follow-settings.ts";
import type { LiveConfig } from "../config/stored/live-config.ts";
import { proxyList } from "../http/access/client.ts";
import { type App, createApp } from "../http/app.ts";
import { createRequestMetrics } from "../http/request-metrics.ts";
import type { Route } from "../http/route.ts";
import { createKnownSources } from "../ingest/pages/known-sources.ts";
import { createSourcePoller, type SourcePoller } from "../ingest/poll-sources.ts";
import { observedSyncBoard } from "../ingest/sync-board.ts";
import type { SyncReport } from "../ingest/sync-report.ts";
import { createVectorFiller, type VectorFiller } from "../ingest/vectors/vector-filler.ts";
import { createGrouping, type Grouping } from "../insights/grouping/create-grouping.ts";
import { createGroupWatcher } from "../insights/watch/group-watcher.ts";
import { operator } from "../lib/actor.ts";
import { dataPlaces } from "../lib/data-folder.ts";
import type { Log } from "../lib/log.ts";
import { createMetrics, type Metrics, observeProcess } from "../lib/metrics.ts";
import { oneAtATime } from "../lib/one-at-a-time.ts";
import type { Repeating } from "../lib/repeat.ts";
import { createExporter } from "../lib/telemetry/exporter.ts";
import type { Traces } from "../lib/telemetry/span.ts";
import { createTurns } from "../lib/turns.ts";
import { createProvider } from "../models/vectors/providers/create-embedding-provider.ts";
import {
  createDeliveryFollower,
  type DeliveryFollower,
} from "../projects/connections/follow-deliveries.ts";
import { createPullPoller } from "../projects/connections/poll-pulls.ts";
import { createStoreWake } from "../store/store-wake.ts";
import { automationParts } from "./automations.ts";
import { messageSender } from "./changes-deps.ts";
import { createAssistant, type RunningAssistant } from "./create-assistant.ts";
import { createJobs, forgeOf, repositoryOf } from "./create-jobs.ts";
import { createRoutes } from "./create-routes.ts";
import { type Parts, type Shared, sharedOf } from "./parts.ts";
import { repositoryAccess, secretsOf } from "./repository-access.ts";
import { requestLimits } from "./request-limits.ts";
import { recordAnswer } from "./telemetry/record-answer.ts";
import { recordJob } from "./telemetry/record-job.ts";
import { recordSync } from "./telemetry/record-sync.ts";
import { warmSearch } from "./warm-search.ts";

/** Everything one running process consists of, behind the app that answers its requests. */
export type Node = {
  app: App;
  routes: Route[];
  assistant: RunningAssistant;
  jobs: Jobs;
  /** Keeps the docs fresh by itself; not before it is started. */
  poller: SourcePoller;
  /** Looks where forges said that there is something to see; not before it is started. */
  deliveries: DeliveryFollower;
  /** Asks forges which pull requests have changed; not before it is started. */
  pulls: Repeating;
  /** Answers comments on pull requests; not before it is started. */
  answers: Repeating;
  /** Starts jobs by itself; not before it is started. */
  automations: AutomationRunner;
  /** What looking at a pull request takes. */
  lookDeps: LookDeps;
  /** Fetches vectors where an embedder is configured; not before it is started. */
  vectors: VectorFiller | undefined;
  /** Groups questions that the docs did not answer; not before it is started. */
  grouping: Grouping;
  /** Lets groups follow the changes that were made for them; not before it is started. */
  groupWatcher: Repeating;
  live: LiveConfig;
  /** Takes in settings that people change; not before it is started. */
  settings: SettingsFollower;
  startDraining(): void;
  /** Lets what runs come to its end, or to a place where it can be taken up again, within the time. */
  drain(graceMs: number): Promise<void>;
};

export function createNode(parts: Parts, publicUrl: string): Node {
  const { config } = parts;
  const metrics = createMetrics();
  const traces = createTelemetry(parts, metrics);
  const stopping = new AbortController();
  const draining = () => stopping.signal.aborted;
  const vectors = createVectors(parts, metrics);
  const wake = createStoreWake(parts.db, parts.log);
  const shared = { ...sharedOf(parts, vectors?.countFailure), wake };
  const { assistant, jobs } = createWork(shared, publicUrl, { metrics, traces });
  const { mirrors: mirrorFolder } = dataPlaces(config.dataFolder);
  const sync = {
    ...parts,
    mirrorFolder,
    access: repositoryAccess(parts),
    limits: config.limits,
    reader: shared.reader,
    board: observedSyncBoard(parts.clock, metrics, (ended) => traces && recordSync(traces, ended)),
    known: createKnownSources(),
    inTurn: oneAtATime<SyncReport>(),
    signal: stopping.signal,
    onSynced: (revisionId: string) => void warmSearch(shared, revisionId),
  };
  const { pollMs, watch } = config;
  const poller = createSourcePoller({ ...sync, pollMs, watch });
  const changes = changeParts(shared, publicUrl, jobs);
  const answers = createCommentAnswerer(changes);
  const following = { ...shared, ...lookers(shared, poller, changes) };
  const deliveries = createDeliveryFollower({
    ...following,
    isAlone: config.store.kind === "sqlite",
  });
  const pulls = createPullPoller({ ...following, pollMs });
  const automations = createAutomationRunner(automationParts(shared, jobs));
  const grouping = createGrouping({ ...shared, publicUrl });
  const groupWatcher = watcherOf(changes, grouping);
  const settings = createSettingsFollower({ ...shared, ...secretsOf(parts) });
  const routes = createRoutes({ shared, publicUrl, assistant, jobs, sync, metrics, draining });
  return {
    app: createNodeApp({ shared, publicUrl, routes, metrics, traces, draining }),
    ...{ routes, assistant, jobs, poller, deliveries, pulls, answers, automations, vectors },
    lookDeps: changes,
    grouping,
    groupWatcher,
    live: shared.live,
    settings,
    startDraining: () => stopping.abort(),
    async drain(graceMs) {
      await Promise.all([
        assistant.ask.runner.drain(graceMs),
        jobs.worker.drain(graceMs),
        poller.stop(),
        deliveries.stop(),
        pulls.stop(),
        answers.stop(),
        automations.stop(),
        settings.stop(),
        vectors?.close(),
        groupWatcher.stop().then(grouping.stop),
      ]);
      await assistant.close();
      await wake.close();
      await traces?.stop();
    },
  };
}

function watcherOf(changes: LookDeps & { log: Log }, { kindOf }: Grouping): Repeating {
  const refreshChanges = async (projectId: string) =>
    (await projectForge(changes, operator, projectId)).forge.refresh();
  return createGroupWatcher({ ...changes, kindOf, refreshChanges });
}

/** What is done where a forge says that there is something to see, or is asked. */
function lookers(shared: Shared, poller: SourcePoller, changes: LookDeps) {
  return {
    hostOf: shared.hostOf,
    lookAtSource: poller.lookNow,
    lookAtPull: (pull: { sourceId: string; number: number }) => lookAtPull(changes, pull),
  };
}

/** What reads pull requests, and lets people talk to the agent there. */
function changeParts(shared: Shared, publicUrl: string, jobs: Jobs): LookDeps & { log: Log } {
  const { db, clock, log, config } = shared;
  return {
    ...{ db, clock, log, mention: config.forges.mention },
    repositoryOf: repositoryOf(shared),
    forgeOf: forgeOf(shared, publicUrl),
    sendMessage: messageSender(jobs),
  };
}

/** Only where a collector is named. */
function createTelemetry({ config, log }: Parts, metrics: Metrics) {
  if (!config.telemetry) return undefined;
  const resource = { "service.instance.id": randomUUID() };
  return createExporter({ settings: config.telemetry, metrics, log, resource });
}

function createVectors({ config, db, clock, log }: Parts, metrics: Metrics) {
  if (!config.embedding) return undefined;
  const provider = createProvider(config.embedding);
  return createVectorFiller({ db, clock, log, metrics, provider });
}

/** Answers and jobs, counted. */
function createWork(
  shared: Shared,
  publicUrl: string,
  { metrics, traces }: { metrics: Metrics; traces: Traces | undefined },
) {
  const answers = metrics.counter("docent_answers_total", "Answers that ended, by outcome.");
  const assistant = createAssistant(shared, publicUrl, (record, input) => {
    const { state, outcome } = record;
    answers.add({ state, ...(outcome && { outcome }) });
    if (traces) recordAnswer(traces, record, input);
  });
  metrics.gauge("docent_answers_running", "Answers being written.", () =>
    assistant.ask.runner.running(),
  );
  const ended = metrics.counter("docent_jobs_total", "Jobs that ended, by reason.");
  const jobs = createJobs(shared, publicUrl, (reason, jobId) => {
    ended.add({ reason });
    if (traces)
      recordJob({ db: shared.db, traces }, { jobId, reason }).catch((err) =>
        shared.log.debug({ err, jobId }, "a job was not traced"),
      );
  });
  metrics.gauge("docent_jobs_running", "Jobs being worked on.", () => jobs.worker.running());
  metrics.gauge(
    "docent_search_index_bytes",
    "Memory of the search indexes, by estimate.",
    () => shared.search.sizes().bytes,
  );
  observeProcess(metrics);
  return { assistant, jobs };
}

type AppParts = {
  shared: Shared;
  publicUrl: string;
  routes: Route[];
  metrics: Metrics;
  traces: Traces | undefined;
  draining(): boolean;
};

function createNodeApp({ shared, publicUrl, routes, metrics, traces, draining }: AppParts): App {
  const { config, db, clock, log } = shared;
  return createApp({
    db,
    clock,
    log,
    routes,
    proxies: proxyList(config.trustedProxies),
    dashboard: config.dashboard ? { publicUrl } : undefined,
    limits: requestLimits(shared),
    turn: createTurns(),
    metrics: createRequestMetrics(metrics, traces),
    draining,
  });
}
