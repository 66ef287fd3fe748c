import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { inBatches } from "../batches.ts";
import type { Doc } from "../data-set.ts";
import type { Engine, EngineKind } from "../engine.ts";
import { folderBytes } from "../folder-bytes.ts";
import { python } from "../python-peers.ts";

type Request =
  | { step: "add" | "replace"; docs: Doc[] }
  | { step: "commit" }
  | { step: "search"; text: string; limit: number };

const batchSize = 500;

/** Lucene's like in Rust, through its Python binding, in a process of its own. */
export async function openTantivy(): Promise<EngineKind> {
  return {
    async build(docs, folder) {
      const { engine, call } = start(folder);
      for (const some of inBatches(docs, batchSize)) await call({ step: "add", docs: some });
      await call({ step: "commit" });
      return engine;
    },
    reopen: async (folder) => start(folder).engine,
  };
}

function start(folder: string) {
  const index = join(folder, "tantivy");
  const child = spawn(python, [join(import.meta.dirname, "serve_tantivy.py"), index], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const call = async (request: Request): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await replies.next();
    if (done === true) throw new Error("the process of Tantivy ended");
    return JSON.parse(value);
  };
  const engine: Engine = {
    async search(text, limit) {
      const found = await call({ step: "search", text, limit });
      return Array.isArray(found) ? found.map(String) : [];
    },
    async replace(docs) {
      await call({ step: "replace", docs });
    },
    diskBytes: () => folderBytes(index),
    ...(child.pid !== undefined && { pid: child.pid }),
    async close() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
  return { engine, call };
}
