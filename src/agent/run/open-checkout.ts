import type { CheckReport } from "../../docs/check/finding.ts";
import type { EditedRepository } from "../../forge/edited-repository.ts";
import { branchCommit } from "../../git/read/resolve-commit.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Log } from "../../lib/log.ts";
import { embeddedModel, type PlanEdit } from "../../models/embedded/embedded-model.ts";
import { embeddedModelId } from "../../models/embedded/embedded-model-id.ts";
import { questionsOfJob } from "../../store/jobs/job-questions.ts";
import { uncheckedReport } from "../checkout/check-folders.ts";
import type { Description } from "../checkout/checkout-request.ts";
import { type CheckoutThread, CostlyReading } from "../checkout/checkout-threads.ts";
import { type JobDocs, openJobDocs } from "../checkout/job-docs.ts";
import { onceFor } from "../checkout/once-for.ts";
import { freeTitle } from "../guidance/title-convention.ts";
import { acceptanceText } from "../proof/acceptance-text.ts";
import { docsSearch } from "../tools/search-docs-tool.ts";
import { JobStop } from "./job-ending.ts";
import type { Progress } from "./job-progress.ts";
import type { Checkout, Run, RunJobDeps } from "./job-run.ts";
import { systemPrompt } from "./system-prompt.ts";

type Place = { repository: EditedRepository; progress: Progress; thread: CheckoutThread };

export async function openCheckout(
  deps: RunJobDeps,
  run: Run,
  { repository, progress, thread }: Place,
): Promise<Checkout> {
  const { project, now: signal } = run;
  const { job } = run.claimed;
  const { docsFolder, otherFolders = [] } = repository;
  const { overlay: changes, turn } = progress;
  const opened = openJobDocs({
    ...{ thread, signal },
    place: {
      ...{ repository: repository.path, base: progress.baseCommit, target: job.base },
      ...{ docsFolder, otherFolders, extraPaths: project.extraPaths ?? [] },
      readOnlyPaths: deps.settings.readOnlyPaths,
    },
    state: { changes, notWritten: turn.notWritten, tooCostly: turn.tooCostly },
  });
  const docs = { ...opened, check: onceFor(opened, () => checked(deps.log, opened)) };
  const chosen = deps.modelOf(project, job.model);
  const agreed = await branchCommit(repository.path, job.base, signal);
  // The embedded model follows rules of its own, and reads no prompt.
  const forPrompt = chosen.id !== embeddedModelId;
  const model = forPrompt ? chosen : { ...chosen, model: embeddedModel(planner(docs)) };
  const { convention, ...told } = await described(docs, { agreed, forPrompt });
  const material = { ...told, docsFolder, titleConvention: convention, branch: job.branch };
  const instructions = forPrompt ? systemPrompt(material) : "";
  const searchDocs = docsSearch(deps, project.id, { docsFolder, present: docs.present });
  const acceptance = forPrompt ? await toldQuestions(deps, job.id, searchDocs) : "";
  return { repository, thread, docs, searchDocs, model, instructions, acceptance, convention };
}

async function toldQuestions(
  { db }: Pick<RunJobDeps, "db">,
  jobId: string,
  searchDocs: Checkout["searchDocs"],
): Promise<string> {
  const asked = await questionsOfJob(db, jobId);
  return asked ? acceptanceText(asked.questionTexts, searchDocs) : "";
}

const tooHard =
  "I changed nothing, because the instruction is too costly to read: say less at once.";

function planner(docs: JobDocs): PlanEdit {
  return (input, steps) =>
    docs.planEdit(input, steps).catch((error) => {
      if (!isTooCostly(error)) throw error;
      return { text: tooHard, calls: [] };
    });
}

/** A model that is told nothing of a repository can still look for itself. */
async function described(
  docs: JobDocs,
  asked: Parameters<JobDocs["describe"]>[0],
): Promise<Description> {
  return docs.describe(asked).catch((error) => {
    if (!isTooCostly(error)) throw error;
    const layout = "The docs are too costly to look through as a whole.";
    return { layout, guidance: { files: [] }, convention: freeTitle };
  });
}

/** A check that fails for a reason of its own must not cost the work: the reviewer is told instead. */
async function checked(log: Log, docs: JobDocs): Promise<CheckReport> {
  try {
    return await docs.check();
  } catch (err) {
    if (err instanceof JobStop) throw err;
    log.error({ err }, "the checks failed");
    if (isTooCostly(err)) return uncheckedReport("This change is too costly to check");
    return uncheckedReport("They failed for a reason of their own");
  }
}

function isTooCostly(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof CostlyReading;
}
