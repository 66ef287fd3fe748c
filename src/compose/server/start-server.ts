import { join } from "node:path";
import type { Assistant, Listening } from "../../cli/services.ts";
import { appFetch, probesOnly } from "../../http/access/probes-only.ts";
import { type BuiltClients, readClientFiles } from "../../http/client-files.ts";
import { closeServer, listen, stopOnSignal } from "../../http/listen.ts";
import { createStoreClock } from "../../store/store-clock.ts";
import { createNode, type Node } from "../create-node.ts";
import { guardOf } from "../guard-of.ts";
import type { Parts } from "../parts.ts";
import { startBackgroundWork } from "./background-work.ts";

/** Where something that browsers load was built. */
type Built = { name: keyof BuiltClients; folder: string; main: string };

type StartedServer = Omit<Listening, "services"> & { assistant: Assistant };

/** A node behind a port, with everything that runs beside its requests. */
export async function startServer(given: Parts, built: Built[]): Promise<StartedServer> {
  const { config, log } = given;
  const clock = await createStoreClock(given.db, log);
  const parts = { ...given, clock };
  const serve = config.roles.includes("api") ? appFetch : probesOnly(config.roles);
  let node: Node | undefined;
  const server = await listen(
    {
      ...config,
      onTlsFault: (err) =>
        log.warn({ err }, "the changed certificate was not taken: the one before stays in use"),
    },
    (request, bindings) => node && serve(node.app, request, bindings),
    guardOf(parts),
  );
  const started = createNode(
    { ...parts, clients: readBuilt(built) },
    config.publicUrl ?? server.url,
  );
  node = started;
  const sweeps = await startBackgroundWork(parts, started);
  return {
    url: server.url,
    assistant: started.assistant,
    stopped: stopOnSignal(server, {
      startDraining: started.startDraining,
      drain: async () => {
        await Promise.all([clock.stop(), sweeps.stop(), started.drain(config.shutdownGraceMs)]);
      },
    }),
    close: async () => {
      await Promise.all([clock.stop(), sweeps.stop(), started.drain(0)]);
      await closeServer(server);
    },
  };
}

function readBuilt(built: Built[]): BuiltClients {
  return Object.fromEntries(
    built.map(({ name, folder, main }) => [name, readClientFiles(join(folder, "dist"), main)]),
  );
}
