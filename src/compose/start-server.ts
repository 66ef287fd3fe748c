import { join } from "node:path";
import { sweepAnswers } from "../analytics/drop-old-answers.ts";
import { cutAbandonedAnswers } from "../assistant/log/cut-answer.ts";
import type { Assistant, Listening } from "../cli/services.ts";
import { type BuiltClients, readClientFiles } from "../http/client-files.ts";
import { closeServer, listen, stopOnSignal } from "../http/listen.ts";
import { sweepRefs } from "../ingest/sweep-refs.ts";
import { dataPlaces } from "../lib/data-folder.ts";
import { sweepActs } from "../members/sweep-acts.ts";
import { connectNewSources } from "../projects/connections/connect-new-sources.ts";
import { sweepMirrors } from "../projects/tidy-mirrors.ts";
import { connectionsOf } from "./connections.ts";
import { createNode, type Node } from "./create-node.ts";
import { guardOf } from "./guard-of.ts";
import type { Parts } from "./parts.ts";
import { keepDaysOf } from "./project-limits.ts";

const sweepMs = 10_000;

/** Where something that browsers load was built. */
type Built = { name: keyof BuiltClients; folder: string; main: string };

type StartedServer = Omit<Listening, "services"> & { assistant: Assistant };

/** A node behind a port, with everything that runs beside its requests. */
export async function startServer(parts: Parts, built: Built[]): Promise<StartedServer> {
  const { config, db, clock, log } = parts;
  let node: Node | undefined;
  const server = await listen(
    {
      ...config,
      onTlsFault: (err) =>
        log.warn({ err }, "the changed certificate was not taken: the one before stays in use"),
    },
    (request, bindings) => node?.app.fetch(request, bindings),
    guardOf(parts),
  );
  const started = createNode(
    { ...parts, clients: readBuilt(built) },
    config.publicUrl ?? server.url,
  );
  node = started;
  const sweep = setInterval(() => {
    cutAbandonedAnswers(db, clock.now()).catch((err) =>
      log.warn({ err }, "could not close abandoned answers"),
    );
  }, sweepMs);
  sweep.unref();
  const { mirrors: mirrorFolder } = dataPlaces(config.dataFolder);
  const sweeps = [
    sweepAnswers({ db, clock, log }, (project) => keepDaysOf(started.live, project)),
    sweepMirrors({ db, log, mirrorFolder }),
    sweepRefs({ db, clock, log }),
    sweepActs({ db, clock, log }, config.keepActivityDays),
  ];
  const stopSweeps = () => Promise.all(sweeps.map((one) => one.stop()));
  await started.jobs.startWorker();
  started.poller.start();
  started.deliveries.start();
  started.pulls.start();
  started.answers.start();
  started.automations.start();
  started.vectors?.start();
  started.grouping.start();
  started.groupWatcher.start();
  started.settings.start();
  connectNewSources({ ...connectionsOf(parts), log }).catch((err) =>
    log.debug({ err }, "could not set up webhooks for new sources"),
  );
  return {
    url: server.url,
    assistant: started.assistant,
    stopped: stopOnSignal(server, {
      startDraining: started.startDraining,
      drain: async () => {
        await Promise.all([stopSweeps(), started.drain(config.shutdownGraceMs)]);
      },
    }),
    close: async () => {
      await Promise.all([stopSweeps(), started.drain(0)]);
      await closeServer(server);
    },
  };
}

function readBuilt(built: Built[]): BuiltClients {
  return Object.fromEntries(
    built.map(({ name, folder, main }) => [name, readClientFiles(join(folder, "dist"), main)]),
  );
}
