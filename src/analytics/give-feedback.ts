import type { FeedbackRequest } from "../contract/insights/feedback.ts";
import { type Actor, permit } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { putFeedback } from "../store/answers/feedback.ts";
import type { Database } from "../store/database.ts";

/** Records what a reader thinks of an answer; giving it again replaces it. */
export async function giveFeedback(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  input: { projectId: string; feedback: FeedbackRequest },
): Promise<void> {
  const { projectId, feedback } = input;
  permit(actor, "assistant", projectId);
  const at = deps.clock.now().toISOString();
  if (await putFeedback(deps.db, { ...feedback, projectId, at })) return;
  throw new AppError(
    "not_found",
    "There is no such answer in this thread: send messageId and threadId as the answer's start event gave them.",
  );
}
