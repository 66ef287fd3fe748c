import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { createAnswerLog } from "./assistant/answer-log.ts";
import { type AnswerRunner, createAnswerRunner } from "./assistant/answer-runner.ts";
import { cutAbandonedAnswers } from "./assistant/cut-answer.ts";
import { plainText } from "./cli/plain-text.ts";
import { run } from "./cli/run.ts";
import type { Assistant, Config, Listening, Services } from "./cli/services.ts";
import { loadConfig } from "./config.ts";
import { type App, createApp } from "./http/app.ts";
import { proxyList } from "./http/client-address.ts";
import { listen } from "./http/listen.ts";
import { createRateLimit } from "./http/rate-limit.ts";
import { createRequestMetrics } from "./http/request-metrics.ts";
import type { Route } from "./http/route.ts";
import { assistantRoutes } from "./http/routes/assistant.ts";
import { operationsRoutes } from "./http/routes/operations.ts";
import { pageRoutes } from "./http/routes/pages.ts";
import { type Clock, systemClock } from "./lib/clock.ts";
import { openDataFolder } from "./lib/data-folder.ts";
import { createLog, type Log } from "./lib/log.ts";
import { createMetrics } from "./lib/metrics.ts";
import { createWake } from "./lib/wake.ts";
import { type BundledEmbedder, bundledEmbedder } from "./models/embedder/embedder.ts";
import { chooseModel, type ModelChoice } from "./models/registry.ts";
import { createSearch } from "./search/search.ts";
import { type Database, openDatabase } from "./store/database.ts";

const sweepMs = 10_000;

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
    model,
    embedder,
    openStore: () => openDatabase(config.store),
    createAssistant: (db) => commandLineAssistant(partsWith(db)),
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
};

/** Everything one running process consists of, behind the app that answers its requests. */
export type Node = {
  app: App;
  routes: Route[];
  assistant: RunningAssistant;
  startDraining(): void;
};

export function createNode(parts: Parts, publicUrl: string): Node {
  const { config, db, clock, log } = parts;
  const metrics = createMetrics();
  let draining = false;
  const answers = metrics.counter("docent_answers_total", "Answers that ended, by outcome.");
  const assistant = createAssistant(parts, publicUrl, (state) => answers.add({ state }));
  metrics.gauge("docent_answers_running", "Answers being written.", () =>
    assistant.ask.runner.running(),
  );
  metrics.gauge("docent_resident_memory_bytes", "Memory of the process.", () =>
    process.memoryUsage.rss(),
  );
  metrics.gauge("docent_uptime_seconds", "Time since the start.", () =>
    Math.round(process.uptime()),
  );
  const routes: Route[] = [
    ...assistantRoutes({ ...assistant.ask, keepAliveMs: config.keepAliveMs }),
    ...operationsRoutes({ db, metrics, publicUrl, draining: () => draining, routes: () => routes }),
    ...pageRoutes({ db }),
  ];
  const app = createApp({
    db,
    clock,
    log,
    routes,
    proxies: proxyList(config.trustedProxies),
    limits: {
      maxBodyBytes: config.maxBodyBytes,
      perKey: createRateLimit(config.keyRequestsPerMinute, clock),
      perAddress: createRateLimit(config.addressRequestsPerMinute, clock),
    },
    metrics: createRequestMetrics(metrics),
    draining: () => draining,
  });
  return {
    app,
    routes,
    assistant,
    startDraining: () => {
      draining = true;
    },
  };
}

type RunningAssistant = Assistant & { ask: Assistant["ask"] & { runner: AnswerRunner } };

function createAssistant(
  parts: Parts,
  publicUrl: string,
  onEnd: (state: string) => void,
): RunningAssistant {
  const { db, clock, log, model } = parts;
  const wake = createWake();
  const answerLog = createAnswerLog({ db, wake, clock, log });
  const runner = createAnswerRunner({
    search: createSearch({ db, embedder: parts.embedder }),
    model,
    publicUrl,
    answerLog,
    log,
    onEnd: (record) => onEnd(record.state),
  });
  return { ask: { db, clock, wake, runner }, close: () => answerLog.close() };
}

function commandLineAssistant(parts: Parts): Assistant {
  const { config } = parts;
  return createAssistant(
    parts,
    config.publicUrl ?? `http://${config.host}:${config.port}`,
    () => undefined,
  );
}

async function startServer(parts: Parts): Promise<Listening> {
  const { config, db, clock, log } = parts;
  let node: Node | undefined;
  const server = await listen(config, (request, bindings) => node?.app.fetch(request, bindings));
  node = createNode(parts, config.publicUrl ?? server.url);
  const sweep = setInterval(() => {
    cutAbandonedAnswers(db, clock.now()).catch((err) =>
      log.warn({ err }, "could not close abandoned answers"),
    );
  }, sweepMs);
  sweep.unref();
  return {
    url: server.url,
    stopped: stopOnSignal(server.http, node, config.shutdownGraceMs),
    close: () => closeServer(server.http),
  };
}

async function closeServer(http: Server): Promise<void> {
  const closed = new Promise((done) => http.close(done));
  http.closeAllConnections();
  await closed;
}

// npm and a terminal both hand a signal on that reached the whole process group: it arrives twice at once.
const sameSignalMs = 1_000;

/** SIGTERM: accept nothing new, let answers and their streams end within the grace period. Another signal later ends the process at once. */
function stopOnSignal(http: Server, node: Node, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    let stoppedAt: number | undefined;
    const stop = async () => {
      if (stoppedAt !== undefined && performance.now() - stoppedAt > sameSignalMs) process.exit(1);
      if (stoppedAt !== undefined) return;
      stoppedAt = performance.now();
      node.startDraining();
      const closed = new Promise((done) => http.close(done));
      http.closeIdleConnections();
      await node.assistant.ask.runner.drain(graceMs);
      await node.assistant.close();
      const timer = setTimeout(() => http.closeAllConnections(), 2_000);
      await closed;
      clearTimeout(timer);
      resolve();
    };
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  });
}
