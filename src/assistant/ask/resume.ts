import { shortestChatId } from "../../contract/assistant.ts";
import { type Actor, mayNameRefs, permit } from "../../lib/actor.ts";
import { type LoggedEvent, newestAnswerOfChat } from "../../store/answers/answers.ts";
import { hasEvents } from "../../store/answers/old-events.ts";
import { type Chat, chatOwners } from "../../store/answers/threads.ts";
import type { Database } from "../../store/database.ts";
import { type TailDeps, tailAnswer } from "../log/tail-answer.ts";

/** Re-attaches to a chat's running answer; undefined when there is nothing to resume. */
export async function resume(
  deps: TailDeps,
  actor: Actor,
  input: Chat & { afterSeq: number | undefined; signal: AbortSignal },
): Promise<{ threadId: string; events: AsyncGenerator<LoggedEvent> } | undefined> {
  permit(actor, "assistant", input.projectId);
  if (!(await isChatOfCaller(deps.db, input))) return undefined;
  const found = await newestAnswerOfChat(deps.db, input);
  // A client that says how far it has read may also fetch the rest of an answer that ended meanwhile.
  if (found && found.ref !== "" && !mayNameRefs(actor)) return undefined;
  if (!found || (found.state !== "streaming" && input.afterSeq === undefined)) return undefined;
  if (found.state !== "streaming" && !(await hasEvents(deps.db, found.id))) return undefined;
  const events = tailAnswer(deps, found.id, input.afterSeq ?? 0, input.signal);
  return { threadId: found.threadId, events };
}

/** Whether an id names one chat of this very reader. One that is short or seen under two readers is hard-coded somewhere, and names nobody's. */
export async function isChatOfCaller(db: Database, chat: Chat): Promise<boolean> {
  if (chat.chatId.length < shortestChatId) return false;
  const owners = await chatOwners(db, chat.projectId, chat.chatId);
  return owners.length === 1 && owners[0] === chat.fp;
}
