import { createCheckoutThreads } from "../agent/checkout/checkout-threads.ts";
import { createWorker } from "../agent/run/worker.ts";
import { checkRunBudget } from "../automations/check-run-budget.ts";
import type { Jobs } from "../cli/services.ts";
import { chooseForge } from "../forge/choose-forge.ts";
import type { EditedRepository } from "../forge/edited-repository.ts";
import { createSettledBranches } from "../forge/local-place.ts";
import { patientLooks } from "../forge/patient-looks.ts";
import { dataPlaces } from "../lib/data-folder.ts";
import { jobRepository } from "../projects/job-repository.ts";
import type { Project } from "../store/docs/projects.ts";
import { releaseAllChangeLocks } from "../store/jobs/change-locks.ts";
import { expireAllLeases } from "../store/jobs/job-queue.ts";
import { recordUsage } from "../usage/record-usage.ts";
import { createProof } from "./create-proof.ts";
import type { Parts, Shared } from "./parts.ts";
import { repositoryAccess } from "./repository-access.ts";
import { ceilingCheck, usageDeps } from "./usage.ts";

export function createJobs(
  shared: Shared,
  publicUrl: string,
  onEnd: (reason: string, jobId: string) => void,
): Jobs {
  const { config, db, clock, log, wake, search, models } = shared;
  const usage = usageDeps(shared);
  const ceilings = ceilingCheck(shared);
  const create = { db, clock, wake, repositoryOf: repositoryOf(shared) };
  const worker = createWorker({
    ...create,
    log,
    search,
    publicUrl,
    threads: shared.checkoutThreads ?? createCheckoutThreads(),
    modelOf: (project, name) => models.jobs(project, name === "opus" ? "opus" : "sonnet"),
    async checkCeiling(project, modelId, jobId) {
      await ceilings(project, { modelId, keyId: "", isOwner: true, network: "" });
      await checkRunBudget({ db, clock }, jobId);
    },
    recordUsage: (used, trx = db) => recordUsage({ ...usage, db: trx }, { ...used, keyId: "" }),
    forgeOf: forgeOf(shared, publicUrl),
    proof: createProof(shared, publicUrl),
    get settings() {
      return config.jobs;
    },
    onEnd,
  });
  return {
    create,
    worker,
    async startWorker() {
      // Whoever has the lock on the data folder knows that no other process works on an embedded store's jobs.
      if (config.store.kind === "sqlite") {
        await expireAllLeases(db);
        await releaseAllChangeLocks(db);
      }
      worker.start();
    },
  };
}

const patienceMs = 1_500;

export function forgeOf({ db, clock, log, config }: Parts, publicUrl: string) {
  const looks = patientLooks(patienceMs, (err) =>
    log.info({ err }, "a forge could not be asked about changes"),
  );
  const settled = createSettledBranches();
  const parts = { db, clock, log, publicUrl, looks, settled, extras: config.forges.extras };
  return (project: Project, repository: EditedRepository) =>
    chooseForge({ ...parts, project }, repository);
}

export function repositoryOf(shared: Shared) {
  const mirrors = {
    mirrorFolder: dataPlaces(shared.config.dataFolder).mirrors,
    access: repositoryAccess(shared),
    hostOf: shared.hostOf,
  };
  return (projectId: string) => jobRepository(shared.db, projectId, mirrors);
}
