import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { newId } from "../src/lib/ids.ts";
import { type Database, locationOf } from "../src/store/database.ts";
import { insertSource, newSource } from "../src/store/docs/sources.ts";
import { insertJob, lockProjectJobs } from "../src/store/jobs/jobs.ts";
import { openTestStore, type StoreKind } from "./harness.ts";
import { makeRepository } from "./job-node.ts";
import { type Ended, root } from "./server-process.ts";
import { addTestProject, noon } from "./store-rows.ts";

/** A store and a repository that worker processes share. */
export type WorkPlace = {
  db: Database;
  projectId: string;
  repository: string;
  settings: Record<string, string>;
};

export async function makeWorkPlace(
  kind: StoreKind,
  pages: Record<string, string>,
  modelUrl: string,
): Promise<WorkPlace> {
  const db = await openTestStore(kind);
  const location = locationOf(db);
  const repository = await makeRepository(pages);
  const projectId = await addTestProject(db);
  const place = { kind: "git", location: repository, branch: "", subfolder: "" } as const;
  await insertSource(db, newSource(projectId, place, noon));
  const store: Record<string, string> =
    location.kind === "sqlite"
      ? { DOCENT_DATA: dirname(location.file) }
      : { DATABASE_URL: location.url, DOCENT_DATA: dirname(repository) };
  const settings = {
    ...store,
    DOCENT_PUBLIC_URL: "http://docent.test",
    DOCENT_LOG_LEVEL: "warn",
    ANTHROPIC_API_KEY: "sk-test-0123456789",
    ANTHROPIC_BASE_URL: modelUrl,
  };
  return { db, projectId, repository, settings };
}

export async function addJob(
  { db, projectId }: WorkPlace,
  job: { id?: string; branch: string; instruction: string; createdAt?: string },
): Promise<string> {
  const id = job.id ?? newId("job");
  await db.transaction().execute(async (trx) => {
    await lockProjectJobs(trx, projectId);
    await insertJob(trx, {
      ...{ id, projectId, branch: job.branch, base: "main", model: "sonnet", asDraft: false },
      messages: [{ role: "user", content: job.instruction }],
      idempotencyKey: "",
      createdAt: job.createdAt ?? noon,
    });
  });
  return id;
}

const compileCache = join(root, "node_modules/.cache/docent");

export type WorkerProcess = {
  kill(): Promise<void>;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
  output(): string;
};

/** A worker in a process of its own; resolves when it takes jobs. */
export async function startWorkerProcess({ settings }: WorkPlace): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [inject("programs").jobWorker], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const end = async (name: NodeJS.Signals): Promise<Ended> => {
    child.kill(name);
    const [code, signal] = await ended;
    return { code, signal };
  };
  const kill = async () => void (await end("SIGKILL"));
  onTestFinished(kill);
  await Promise.race([once(child.stdout, "data"), ended]);
  if (child.exitCode !== null) throw new Error(`the worker did not start: ${output}`);
  return { kill, end, output: () => output };
}
