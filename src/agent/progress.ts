import type { AssistantModelMessage, ModelMessage } from "ai";
import type { Todo } from "../contract/jobs.ts";
import type { OverlayChanges } from "../git/overlay.ts";
import type { ClaimedJob } from "../store/job-queue.ts";

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
};

/** What the model says when it is done. */
export type Outcome = { title: string; summary: string; messageToUser: string };

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
};

/** The rows hold what this program wrote there itself, as these types. */
export function progressOf({ job, progress }: ClaimedJob): Progress {
  return {
    baseCommit: progress.baseCommit,
    step: progress.step,
    attempt: progress.attempt,
    conversation: progress.conversation as ModelMessage[],
    reply: progress.pendingReply as Reply | undefined,
    overlay: progress.overlay as OverlayChanges,
    todos: job.todos,
    outcome: progress.outcome as Outcome | undefined,
  };
}
