import { rm } from "node:fs/promises";
import { join } from "node:path";
import { findBuild } from "../bin/find-build.js";
import { buildServer } from "../scripts/build/build-server.ts";
import { makeBuild } from "../scripts/build/make-build.ts";
import { warmUp } from "./warm-up.ts";

const root = join(import.meta.dirname, "..");

/** Programs that tests start in processes of their own: the built server, and a worker that is made to be killed. */
export type Programs = { docent: string; jobWorker: string };

export async function buildPrograms(): Promise<Programs> {
  const { folder, program, isThere } = findBuild(root);
  if (!isThere) await makeBuild(root, folder);
  const [jobWorker] = await Promise.all([buildWorker(), isThere ? undefined : warmUp(program)]);
  return { docent: program, jobWorker };
}

async function buildWorker(): Promise<string> {
  const folder = join(root, "dist/test-programs");
  await rm(folder, { recursive: true, force: true });
  const programs = { "job-worker": "test/job-worker-process.ts" };
  await buildServer({ root, folder, programs });
  return join(folder, "job-worker.js");
}
