import type { AssistantModelMessage, ModelMessage } from "ai";
import type { Todo } from "../../contract/jobs.ts";
import type { OverlayChanges } from "../../git/overlay/overlay.ts";
import type { Log } from "../../lib/log.ts";
import type { Wake } from "../../lib/wake.ts";
import type { Database } from "../../store/database.ts";
import type { FollowUp } from "../../store/jobs/job-messages.ts";
import {
  type JobProgress,
  type Lease,
  type Saving,
  saveCheckpoint,
} from "../../store/jobs/job-queue.ts";
import type { JobTurn } from "../../store/jobs/job-turns.ts";
import type { Author } from "./docent-author.ts";
import { JobStop } from "./job-ending.ts";

export type ToolCall = {
  id: string;
  name: string;
  input: unknown;
  /** Why the call cannot be made, when its input was not even JSON or the tool does not exist. */
  problem?: string;
};

/** One answer of the model, kept before its tools run. */
export type Reply = {
  text: string;
  calls: ToolCall[];
  /** The same for the conversation, with whatever the provider wants back; undefined when it said nothing. */
  message?: AssistantModelMessage;
  /** It ended because it became too long. */
  cutOff: boolean;
  /** What people sent since the step before: the model was given it with this step. */
  heard: FollowUp[];
};

/** A statement the reviewer should verify, with the line of the repository it rests on; without one when nothing there says it. */
export type Claim = { text: string; source: { path: string; line: number } | undefined };

/** What the model says when it is done. */
export type Outcome = {
  title: string;
  summary: string;
  messageToUser: string;
  claims: Claim[];
  /** The title has the form that the repository's titles have. */
  isTitled?: boolean;
  /** Who makes the commit. Absent in work of older versions. */
  author?: Author;
  /** The limit that ended the work, in words: "60 steps". Absent when the model came to its own end. */
  limit?: string;
};

/** Everything a job needs to go on from its last finished step. */
export type Progress = {
  baseCommit: string;
  /** Steps that are finished. */
  step: number;
  attempt: number;
  conversation: ModelMessage[];
  reply: Reply | undefined;
  overlay: OverlayChanges;
  todos: Todo[];
  outcome: Outcome | undefined;
  turn: Turn;
};

export type Turn = JobTurn & { refused: Refusal | null; earlier: Outcome[] };

/** A model said that it was done, and the checks found that it was not. */
export type Refusal = {
  outcome: Outcome;
  /** What it had changed at that time. */
  fingerprint: string;
};

/** The rows hold what this program wrote there itself, as these types. */
export function progressOf(progress: JobProgress, todos: Todo[]): Progress {
  return {
    baseCommit: progress.baseCommit,
    step: progress.step,
    attempt: progress.attempt,
    conversation: progress.conversation as ModelMessage[],
    reply: replyOf(progress.pendingReply as Partial<Reply> | undefined),
    overlay: progress.overlay as OverlayChanges,
    todos,
    outcome: outcomeOf(progress.outcome as Partial<Outcome> | undefined),
    turn: progress.turn as Turn,
  };
}

// A job that was under way when Docent was brought up to date lacks what older versions did not write.
function replyOf(stored: Partial<Reply> | undefined): Reply | undefined {
  return stored && { text: "", calls: [], cutOff: false, heard: [], ...stored };
}

function outcomeOf(stored: Partial<Outcome> | undefined): Outcome | undefined {
  return stored && { title: "", summary: "", messageToUser: "", claims: [], ...stored };
}

/** Throws when the job is no longer ours. */
export async function saveProgress(
  deps: { db: Database; wake: Wake; log: Log },
  lease: Lease,
  saving: Saving,
): Promise<void> {
  // A store that cannot be reached is no reason to give a job up: its lease lapses, and it is taken up again.
  const saved = await saveCheckpoint(deps.db, lease, saving).catch((error) => {
    deps.log.error({ err: error, jobId: lease.jobId }, "the progress of a job could not be stored");
    return false;
  });
  if (!saved) throw new JobStop("lost");
  deps.wake.notify(lease.jobId);
}
