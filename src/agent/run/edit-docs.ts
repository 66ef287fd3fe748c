import type { JobEvent } from "../../contract/jobs.ts";
import type { TokenUsage } from "../../models/calls/token-usage.ts";
import { embeddedModelId } from "../../models/embedded/embedded-model-id.ts";
import { usageOfJob } from "../../store/answers/usage.ts";
import { followUpsAfter } from "../../store/jobs/job-messages.ts";
import { compactConversation } from "../compact/compact-conversation.ts";
import { jobTools } from "../tools/job-tools.ts";
import { limitOutcome, minutesOf, reachedLimit } from "./job-limits.ts";
import type { Outcome, Progress, Reply } from "./job-progress.ts";
import { JobStop } from "./job-stop.ts";
import { type Task, taskOf } from "./job-task.ts";
import { type LoopDeps, loop, type Told } from "./loop.ts";
import { type Desk, openDesk } from "./open-checkout.ts";
import type { Run, RunJobDeps } from "./run-job.ts";
import { saveProgress } from "./save-progress.ts";
import { callerMessages } from "./system-prompt.ts";

/** What came of the work: the checkout with its changes, and what the model says about them. */
export type Done = { desk: Desk; progress: Progress; outcome: Outcome; task: Task };

/** A step that is under way when the time is over may still end. */
const lastStepMs = 60_000;

/** Lets the model work until it is done or has reached a limit. */
export async function editDocs(
  deps: RunJobDeps,
  run: Run,
  { desk, start }: { desk: Desk; start: Progress },
): Promise<Done> {
  const { job } = run.claimed;
  const heard = start.reply?.heard.at(-1)?.seq ?? start.turn.heard;
  const task = taskOf(job, { ...start.turn, heard }, await followUpsAfter(deps.db, job.id, 0));
  const late = new AbortController();
  const leftMs = Math.max(deps.settings.limits.workMs - start.turn.workedMs, 0) + lastStepMs;
  const timer = setTimeout(() => late.abort(new JobStop("late")), leftMs);
  const signal = AbortSignal.any([run.now, late.signal]);
  let saved = start;
  const editing = {
    ...loopDeps(deps, run, { desk, task, signal }),
    async saveStep(progress: Progress, events: JobEvent[]) {
      await saveProgress(deps, run.lease, { checkpoint: { kind: "step", ...progress }, events });
      saved = progress;
    },
  };
  try {
    const outcome = await loop(editing, start);
    return { desk, progress: saved, outcome, task };
  } catch (error) {
    if (!late.signal.aborted || run.now.aborted) throw error;
    // The step that took too long is left out: what stands is the work up to the one before.
    const asSaved = await openDesk(deps, run, { repository: desk.repository, progress: saved });
    const outcome = limitOutcome(task.instruction([]), minutesOf(deps.settings.limits));
    return { desk: asSaved, progress: saved, outcome, task };
  } finally {
    clearTimeout(timer);
  }
}

type Parts = { desk: Desk; task: Task; signal: AbortSignal };

function loopDeps(
  deps: RunJobDeps,
  run: Run,
  { desk, task, signal }: Parts,
): Omit<LoopDeps, "saveStep"> {
  const { project, lease } = run;
  const { job } = run.claimed;
  const usageOf = (usage: TokenUsage, step: number) => ({
    ...{ projectId: project.id, jobId: job.id, model: desk.model.id },
    ...{ step, usage },
  });
  return {
    model: desk.model.model,
    instructions: desk.instructions,
    opening: callerMessages(job.messages),
    instruction: task.instruction,
    docsFolder: desk.repository.docsFolder,
    tools: jobTools,
    context: desk.context,
    saveReply: (reply: Reply, { events, usage, step }: Told) =>
      saveProgress(deps, lease, {
        checkpoint: { kind: "reply", reply },
        events,
        also: (trx) => deps.recordUsage(usageOf(usage, step), trx),
      }),
    mayGoOn() {
      if (run.draining.aborted) throw new JobStop("draining");
    },
    async limit(progress) {
      const used = await usageOfJob(deps.db, job.id, progress.turn.firstStep);
      return reachedLimit(deps.settings.limits, progress, used);
    },
    followUps: (heard) => followUpsAfter(deps.db, job.id, heard),
    compact: (progress) => compacted(deps, desk, progress),
    beforeCall: () => deps.checkCeiling(project, desk.model.id),
    used: (usage, step) => deps.recordUsage(usageOf(usage, step)),
    signal,
    log: deps.log.child({ jobId: job.id }),
  };
}

/** The embedded model reads its own tool results again, and has no window. */
function compacted(
  { settings }: RunJobDeps,
  desk: Desk,
  { conversation, todos, overlay }: Progress,
): Progress["conversation"] {
  if (desk.model.id === embeddedModelId) return conversation;
  const changedPaths = overlay.map((change) => change.path);
  return compactConversation({
    ...{ conversation, todos, changedPaths },
    budgetTokens: settings.windowTokens,
  });
}
