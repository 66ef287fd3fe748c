import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { dropOldAnswers, dropOldEvents } from "../../src/analytics/drop-old-answers.ts";
import { startServer } from "../../src/compose/server/start-server.ts";
import { loadConfig } from "../../src/config/read-config.ts";
import { createKey } from "../../src/keys/create-key.ts";
import { operator } from "../../src/lib/actor.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { createModels } from "../../src/models/providers/create-models.ts";
import { bundledEmbedder } from "../../src/models/vectors/static/embedder.ts";
import { deleteOldAnswers } from "../../src/store/answers/retention.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { findProjectByDomain } from "../../src/store/docs/projects.ts";
import { syncFolder } from "../answers/open-node.ts";
import { fillOldAnswers, oldDays } from "./fill.ts";

export type Work = "events" | "answers" | "at-once";
export type Order = { start: { postgresUrl?: string; answers: number } } | { prune: Work };
export type Started = { url: string; headers: Record<string, string> };

const deps = (db: Database) => ({ db, clock: systemClock });
let store: { db: Database; projectId: string } | undefined;

/** A server over Docent's own docs with old answers in its store; it prunes when it is told to. */
async function start({ postgresUrl, answers }: { postgresUrl?: string; answers: number }) {
  const dataFolder = mkdtempSync(join(tmpdir(), "docent-bench-"));
  process.on("exit", () => rmSync(dataFolder, { recursive: true, force: true }));
  const config = loadConfig(
    {
      DOCENT_DATA: dataFolder,
      DOCENT_PORT: "0",
      DOCENT_DASHBOARD: "off",
      DOCENT_KEY_REQUESTS_PER_MINUTE: "1000000",
      DOCENT_ANSWERS_PER_READER: "10000",
      DOCENT_ANSWERS_PER_KEY: "100000",
      DOCENT_ADDRESS_REQUESTS_PER_MINUTE: "1000000",
      ...(postgresUrl && { DATABASE_URL: postgresUrl }),
    },
    {},
    false,
  );
  const db = await openDatabase(config.store);
  const embedder = bundledEmbedder();
  await syncFolder(join(import.meta.dirname, "../../docs"))({ db, embedder });
  const projectId = (await findProjectByDomain(db, "bench"))?.id ?? "";
  store = { db, projectId };
  const { key } = await createKey(deps(db), operator, {
    ...{ projectId, kind: "assistant", label: "", expiresAt: null, origins: [] },
  });
  const log = createLog({ level: "error", format: "pretty" });
  const parts = { ...deps(db), config, log, models: createModels(config.models), embedder };
  const { url } = await startServer(parts, []);
  // After the sweep at its start, which would prune before anybody measures.
  await fillOldAnswers(db, { projectId, answers });
  return {
    url: `${url}/discovery/v2/assistant/bench/message`,
    headers: { authorization: `Bearer ${key}` },
  };
}

async function prune(work: Work) {
  if (!store) throw new Error("not started");
  const { db, projectId } = store;
  const started = performance.now();
  if (work === "events") await dropOldEvents(deps(db), operator);
  if (work === "answers") await dropOldAnswers(deps(db), operator, { keepDays: () => oldDays / 2 });
  if (work === "at-once") await withoutPauses(db, projectId);
  return { seconds: (performance.now() - started) / 1_000 };
}

/** What it is compared with: large batches one right after the other. */
async function withoutPauses(db: Database, projectId: string): Promise<void> {
  const before = new Date(Date.now() - 86_400_000 * (oldDays / 2)).toISOString();
  while ((await deleteOldAnswers(db, { projectId, before, limit: 100 })) > 0) await setImmediate();
}

process.on("message", (order: Order) => {
  const work = "start" in order ? start(order.start) : prune(order.prune);
  work.then(
    (result) => process.send?.(result),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
