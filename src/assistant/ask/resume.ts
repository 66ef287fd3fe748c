import { type Actor, permit } from "../../lib/actor.ts";
import { type LoggedEvent, newestAnswerOfChat } from "../../store/answers/answers.ts";
import { type TailDeps, tailAnswer } from "../log/tail-answer.ts";
import { isChatOfCaller } from "./chat-of-caller.ts";

export type Resumed = { threadId: string; events: AsyncGenerator<LoggedEvent> };

/** Re-attaches to a chat's running answer; undefined when there is nothing to resume. */
export async function resume(
  deps: TailDeps,
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
  if (!(await isChatOfCaller(deps.db, { projectId, chatId, fp }))) return undefined;
  const found = await newestAnswerOfChat(deps.db, { projectId, chatId, fp });
  // A client that says how far it has read may also fetch the rest of an answer that ended meanwhile.
  if (!found || (found.state !== "streaming" && input.afterSeq === undefined)) return undefined;
  const events = tailAnswer(deps, found.id, input.afterSeq ?? 0, input.signal);
  return { threadId: found.threadId, events };
}
