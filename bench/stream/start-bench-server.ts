import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { Order, Reply, Served, ServerKind, Start, Usage } from "./protocol.ts";

export type BenchServer = {
  served: Served;
  /** From here on it watches what it takes. */
  begin(): Promise<void>;
  end(): Promise<Usage>;
  close(): Promise<void>;
};

/** A server in a process of its own. */
export async function startBenchServer(kind: ServerKind, start: Start): Promise<BenchServer> {
  const child = fork(new URL(`./serve-${kind}.ts`, import.meta.url), {
    execArgv: ["--expose-gc", "--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const served = await tell(child, { start });
  if (!("url" in served)) throw new Error("the server did not say where it is");
  return {
    served,
    begin: async () => void (await tell(child, { begin: true })),
    async end() {
      const usage = await tell(child, { end: true });
      if (!("cpuSeconds" in usage)) throw new Error("the server did not say what it took");
      return usage;
    },
    async close() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

async function tell(child: ChildProcess, order: Order): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const fail = () => reject(new Error("a server of the bench ended early"));
  child.once("message", resolve);
  child.once("exit", fail);
  child.send(order);
  try {
    return await promise;
  } finally {
    child.off("exit", fail);
  }
}
