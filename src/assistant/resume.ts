import { shortestChatId } from "../contract/assistant.ts";
import { type Actor, permit } from "../lib/actor.ts";
import type { Clock } from "../lib/clock.ts";
import type { Wake } from "../lib/wake.ts";
import { type LoggedEvent, newestAnswerOfChat } from "../store/answers.ts";
import type { Database } from "../store/database.ts";
import { chatOwners } from "../store/threads.ts";
import { tailAnswer } from "./tail-answer.ts";

export type Resumed = { threadId: string; events: AsyncGenerator<LoggedEvent> };

/** Re-attaches to a chat's running answer; undefined when there is nothing to resume. */
export async function resume(
  deps: { db: Database; clock: Clock; wake: Wake },
  actor: Actor,
  input: {
    projectId: string;
    chatId: string;
    fp: string;
    afterSeq: number | undefined;
    signal: AbortSignal;
  },
): Promise<Resumed | undefined> {
  permit(actor, "assistant", input.projectId);
  const { projectId, chatId, fp } = input;
  if (chatId.length < shortestChatId) return undefined;
  const owners = await chatOwners(deps.db, projectId, chatId);
  if (owners.length !== 1 || owners[0] !== fp) return undefined;
  const found = await newestAnswerOfChat(deps.db, { projectId, chatId, fp });
  // A client that says how far it has read may also fetch the rest of an answer that ended meanwhile.
  if (!found || (found.state !== "streaming" && input.afterSeq === undefined)) return undefined;
  const events = tailAnswer(deps, found.id, input.afterSeq ?? 0, input.signal);
  return { threadId: found.threadId, events };
}
