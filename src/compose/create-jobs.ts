import { createWorker } from "../agent/worker.ts";
import type { Jobs } from "../cli/services.ts";
import { localForge } from "../forge/local.ts";
import { jobRepository } from "../projects/job-repository.ts";
import { expireAllLeases } from "../store/job-queue.ts";
import type { Project } from "../store/projects.ts";
import { recordUsage } from "../usage/record-usage.ts";
import type { Parts, Shared } from "./parts.ts";
import { ceilingCheck, usageDeps } from "./usage.ts";

export function createJobs(
  shared: Shared,
  publicUrl: string,
  onEnd: (reason: string) => void,
): Jobs {
  const { config, db, clock, log, wake, search, models } = shared;
  const usage = usageDeps(shared);
  const ceilings = ceilingCheck(shared);
  const create = { db, clock, wake, repositoryOf: (id: string) => jobRepository(db, id) };
  const worker = createWorker({
    ...create,
    log,
    search,
    publicUrl,
    modelOf: (project, name) => models.jobs(project, name === "opus" ? "opus" : "sonnet"),
    checkCeiling: (project, modelId) => ceilings(project, { modelId, keyId: "" }),
    recordUsage: (used) => recordUsage(usage, { ...used, keyId: "" }),
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

export function forgeOf({ db, clock }: Parts, publicUrl: string) {
  return (project: Project, { path: repository }: { path: string }) =>
    localForge({ db, clock, repository, publicUrl, project });
}
