import { fileURLToPath } from "node:url";
import { createWorker } from "./agent/worker.ts";
import { createAnswerLog } from "./assistant/answer-log.ts";
import { type AnswerRunner, createAnswerRunner } from "./assistant/answer-runner.ts";
import { cutAbandonedAnswers } from "./assistant/cut-answer.ts";
import { plainText } from "./cli/plain-text.ts";
import { run } from "./cli/run.ts";
import type { Assistant, Config, Jobs, Listening, Services } from "./cli/services.ts";
import { loadConfig } from "./config.ts";
import { localForge } from "./forge/local.ts";
import { type App, createApp } from "./http/app.ts";
import { proxyList } from "./http/client-address.ts";
import { type DashboardFiles, readDashboardFiles } from "./http/dashboard-files.ts";
import { listen } from "./http/listen.ts";
import { createLogInLimit } from "./http/log-in-limit.ts";
import { createRateLimit } from "./http/rate-limit.ts";
import { createRequestMetrics } from "./http/request-metrics.ts";
import type { Route } from "./http/route.ts";
import { assistantRoutes } from "./http/routes/assistant.ts";
import { authRoutes } from "./http/routes/auth.ts";
import { type ChangeRouteDeps, changeRoutes } from "./http/routes/changes.ts";
import { dashboardRoutes } from "./http/routes/dashboard.ts";
import { jobRoutes } from "./http/routes/jobs.ts";
import { keyRoutes } from "./http/routes/keys.ts";
import { operationsRoutes } from "./http/routes/operations.ts";
import { pageRoutes } from "./http/routes/pages.ts";
import { projectRoutes } from "./http/routes/projects.ts";
import { closeServer, stopOnSignal } from "./http/stop-on-signal.ts";
import { type ProjectSync, type SyncProjectDeps, syncProject } from "./ingest/sync-project.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { dataPlaces, openDataFolder } from "./lib/data-folder.ts";
import { createLog, type Log } from "./lib/log.ts";
import { createMetrics } from "./lib/metrics.ts";
import { observeProcess } from "./lib/observe-process.ts";
import { oneAtATime } from "./lib/one-at-a-time.ts";
import { createWake, type Wake } from "./lib/wake.ts";
import { type BundledEmbedder, bundledEmbedder } from "./models/embedder/embedder.ts";
import { chooseModel, type ModelChoice } from "./models/registry.ts";
import { jobRepository } from "./projects/job-repository.ts";
import { createSearch, type Search } from "./search/search.ts";
import { type Database, openDatabase } from "./store/database.ts";
import { expireAllLeases } from "./store/job-queue.ts";
import type { Project } from "./store/projects.ts";
import { runningAddress } from "./store/server-lock.ts";

const sweepMs = 10_000;

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
  const log = createLog(config.log);
  let loaded: BundledEmbedder | undefined;
  const embedder = () => {
    loaded ??= bundledEmbedder();
    return loaded;
  };
  const model = chooseModel((question, text) => embedder().agreement(question, text));
  const partsWith = (db: Database): Parts => ({
    config,
    log,
    clock: systemClock,
    model,
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
    model,
    embedder,
    openStore: () => openDatabase(config.store),
    createAssistant: (db) => {
      const parts = partsWith(db);
      return createAssistant(sharedOf(parts), addressOf(config), () => undefined);
    },
    createJobs: (db) => createJobs(sharedOf(partsWith(db)), addressOf(config), () => undefined),
    listen: (db) => startServer(partsWith(db)),
  };
}

export type Parts = {
  config: Config;
  log: Log;
  clock: Clock;
  model: ModelChoice;
  db: Database;
  embedder: BundledEmbedder;
  /** The built dashboard; absent where it could not be built. */
  dashboardFiles?: DashboardFiles | undefined;
};

/** What answers and jobs have in common. */
type Shared = Parts & { wake: Wake; search: Search };

function sharedOf(parts: Parts): Shared {
  const { db, embedder } = parts;
  return { ...parts, wake: createWake(), search: createSearch({ db, embedder }) };
}

/** Where people reach the server, as far as a command beside it can know. */
/** For commands: links lead to the server that runs beside them, whatever port it took. */
function addressOf({ publicUrl, host, port, dataFolder }: Config): string {
  return publicUrl ?? runningAddress(dataFolder) ?? `http://${host}:${port}`;
}

/** Everything one running process consists of, behind the app that answers its requests. */
export type Node = {
  app: App;
  routes: Route[];
  assistant: RunningAssistant;
  jobs: Jobs;
  startDraining(): void;
  /** Lets what runs come to its end, or to a place where it can be taken up again, within the time. */
  drain(graceMs: number): Promise<void>;
};

export function createNode(parts: Parts, publicUrl: string): Node {
  const { config, db, clock, log } = parts;
  const metrics = createMetrics();
  const stopping = new AbortController();
  const answers = metrics.counter("docent_answers_total", "Answers that ended, by outcome.");
  const shared = sharedOf(parts);
  const assistant = createAssistant(shared, publicUrl, (state) => answers.add({ state }));
  metrics.gauge("docent_answers_running", "Answers being written.", () =>
    assistant.ask.runner.running(),
  );
  const ended = metrics.counter("docent_jobs_total", "Jobs that ended, by reason.");
  const jobs = createJobs(shared, publicUrl, (reason) => ended.add({ reason }));
  metrics.gauge("docent_jobs_running", "Jobs being worked on.", () => jobs.worker.running());
  observeProcess(metrics);
  const sync = syncDeps(parts, stopping.signal);
  const routes: Route[] = [
    ...assistantRoutes({ ...assistant.ask, keepAliveMs: config.keepAliveMs }),
    ...jobRoutes({ ...jobs.create, keepAliveMs: config.keepAliveMs }),
    ...operationsRoutes({
      db,
      metrics,
      publicUrl,
      draining: () => stopping.signal.aborted,
      routes: () => routes,
      hasDashboard: config.dashboard,
    }),
    ...pageRoutes({ db }),
    ...projectRoutes(sync),
    ...changeRoutes(changesDeps(shared, publicUrl, sync)),
    ...keyRoutes({ db, clock }),
    ...ownerRoutes(parts),
  ];
  const app = createApp({
    db,
    clock,
    log,
    routes,
    proxies: proxyList(config.trustedProxies),
    dashboard: config.dashboard ? { publicUrl } : undefined,
    limits: {
      maxBodyBytes: config.maxBodyBytes,
      perKey: createRateLimit(config.keyRequestsPerMinute, clock),
      perAddress: createRateLimit(config.addressRequestsPerMinute, clock),
    },
    metrics: createRequestMetrics(metrics),
    draining: () => stopping.signal.aborted,
  });
  return {
    app,
    routes,
    assistant,
    jobs,
    startDraining: () => stopping.abort(),
    async drain(graceMs) {
      await Promise.all([assistant.ask.runner.drain(graceMs), jobs.worker.drain(graceMs)]);
      await assistant.close();
    },
  };
}

function ownerRoutes({ config, db, clock, dashboardFiles }: Parts): Route[] {
  if (!config.dashboard) return [];
  const logInLimit = createLogInLimit(clock);
  return [...authRoutes({ db, clock, logInLimit }), ...dashboardRoutes(dashboardFiles)];
}

function syncDeps({ config, db, clock, embedder }: Parts, signal: AbortSignal): SyncProjectDeps {
  const mirrorFolder = dataPlaces(config.dataFolder).mirrors;
  return { db, clock, embedder, mirrorFolder, signal, inTurn: oneAtATime<ProjectSync>() };
}

function changesDeps(shared: Shared, publicUrl: string, sync: SyncProjectDeps): ChangeRouteDeps {
  const { db, log } = shared;
  return {
    db,
    repositoryOf: (projectId) => jobRepository(db, projectId),
    forgeOf: forgeOf(shared, publicUrl),
    // The merge is done: a sync that fails now is no reason to say otherwise, and the next one makes up for it.
    afterMerge: async (projectId) => {
      await syncProject(sync, { kind: "operator" }, projectId).catch((err) =>
        log.warn({ err, projectId }, "the docs could not be synced after a merge"),
      );
    },
  };
}

function forgeOf({ db, clock }: Parts, publicUrl: string) {
  return (project: Project, { path: repository }: { path: string }) =>
    localForge({ db, clock, repository, publicUrl, project });
}

type RunningAssistant = Assistant & { ask: Assistant["ask"] & { runner: AnswerRunner } };

function createAssistant(
  shared: Shared,
  publicUrl: string,
  onEnd: (state: string) => void,
): RunningAssistant {
  const { db, clock, log, model, wake, search } = shared;
  const answerLog = createAnswerLog({ db, wake, clock, log });
  const runner = createAnswerRunner({
    search,
    model,
    publicUrl,
    answerLog,
    log,
    onEnd: (record) => onEnd(record.state),
  });
  return { ask: { db, clock, wake, runner }, close: () => answerLog.close() };
}

function createJobs(shared: Shared, publicUrl: string, onEnd: (reason: string) => void): Jobs {
  const { config, db, clock, log, wake, search, model } = shared;
  const create = { db, clock, wake, repositoryOf: (id: string) => jobRepository(db, id) };
  const worker = createWorker({
    ...create,
    log,
    search,
    publicUrl,
    modelOf: () => model.model,
    forgeOf: forgeOf(shared, publicUrl),
    onEnd,
  });
  return {
    create,
    worker,
    async startWorker() {
      // Whoever has the lock on the data folder knows that no other process works on an embedded store's jobs.
      if (config.store.kind === "sqlite") await expireAllLeases(db);
      worker.start();
    },
  };
}

async function startServer(parts: Parts): Promise<Listening> {
  const { config, db, clock, log } = parts;
  let node: Node | undefined;
  const server = await listen(config, (request, bindings) => node?.app.fetch(request, bindings));
  const dashboardFiles = config.dashboard ? readDashboardFiles(builtDashboard) : undefined;
  const started = createNode({ ...parts, dashboardFiles }, config.publicUrl ?? server.url);
  node = started;
  const sweep = setInterval(() => {
    cutAbandonedAnswers(db, clock.now()).catch((err) =>
      log.warn({ err }, "could not close abandoned answers"),
    );
  }, sweepMs);
  sweep.unref();
  await started.jobs.startWorker();
  return {
    url: server.url,
    stopped: stopOnSignal(server.http, {
      startDraining: started.startDraining,
      drain: () => started.drain(config.shutdownGraceMs),
    }),
    close: async () => {
      await started.drain(0);
      await closeServer(server.http);
    },
  };
}
