import type { LanguageModel } from "ai";
import { checkChanges } from "../../docs/check/check-changes.ts";
import type { CheckReport } from "../../docs/check/finding.ts";
import { type Overlay, openOverlay } from "../../git/overlay/overlay.ts";
import type { Log } from "../../lib/log.ts";
import type { TitleConvention } from "../guidance/title-convention.ts";
import { fingerprintOf } from "../jobs/fingerprint-of.ts";
import type { JobRepository } from "../jobs/job-repository.ts";
import { wholeChange } from "../propose/whole-change.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { Progress } from "./job-progress.ts";
import { JobStop } from "./job-stop.ts";
import { readRepository } from "./read-repository.ts";
import type { Run, RunJobDeps } from "./run-job.ts";
import { searchPages } from "./search-pages.ts";

/** What a job is done with: the checkout, what its tools may touch, and what its model is told of the repository. */
export type Desk = {
  repository: JobRepository;
  overlay: Overlay;
  /** As the reviewer will see it: the docs without the change, and with it. */
  change(): Promise<{ before: Overlay; after: Overlay }>;
  check(): Promise<CheckReport>;
  context: ToolContext;
  instructions: string;
  convention: TitleConvention;
  model: { id: string; model: LanguageModel };
};

export async function openDesk(
  deps: RunJobDeps,
  { claimed: { job }, project, now: signal }: Run,
  { repository, progress }: { repository: JobRepository; progress: Progress },
): Promise<Desk> {
  const { path, docsFolder } = repository;
  const { baseCommit: base } = progress;
  const { readOnlyPaths } = deps.settings;
  const model = deps.modelOf(project, job.model);
  const told = await readRepository({ repository, job, base, modelId: model.id, signal });
  const overlay = await openOverlay(path, base, progress.overlay, { readOnlyPaths, signal });
  const change = onceFor(overlay, () =>
    wholeChange({ repository: path, target: job.base, base, overlay }),
  );
  const check = onceFor(overlay, () =>
    checked(deps.log, async () => checkChanges({ ...(await change()), docsFolder, signal })),
  );
  const searchDocs = searchPages(deps, project.id, { overlay, docsFolder });
  const context = { overlay, docsFolder, check, searchDocs };
  return { repository, overlay, change, check, context, model, ...told };
}

/** Looking twice at the same changes, as finishing does, takes no second look. One that failed is not kept. */
function onceFor<Found>(overlay: Overlay, look: () => Promise<Found>): () => Promise<Found> {
  let last: { fingerprint: string; found: Promise<Found> } | undefined;
  return () => {
    const fingerprint = fingerprintOf(overlay);
    if (last?.fingerprint === fingerprint) return last.found;
    const found = look();
    last = { fingerprint, found };
    found.catch(() => {
      last = undefined;
    });
    return found;
  };
}

/** A check that fails for a reason of its own must not cost the work: the reviewer is told instead. */
async function checked(log: Log, check: () => Promise<CheckReport>): Promise<CheckReport> {
  try {
    return await check();
  } catch (err) {
    if (err instanceof JobStop) throw err;
    log.error({ err }, "the checks failed");
    const findings = ["They failed for a reason of their own: look at this change with care."];
    const checks = [{ name: "The checks ran", passed: false, findings }];
    return { broken: [], knownBefore: 0, checks };
  }
}
