import { shortestChatId } from "../../contract/assistant.ts";
import type { Chat } from "../../store/answers/answer-stops.ts";
import { chatOwners } from "../../store/answers/threads.ts";
import type { Database } from "../../store/database.ts";

/** Whether an id names one chat of this very reader. One that is short or seen under two readers is hard-coded somewhere, and names nobody's. */
export async function isChatOfCaller(db: Database, chat: Chat): Promise<boolean> {
  if (chat.chatId.length < shortestChatId) return false;
  const owners = await chatOwners(db, chat.projectId, chat.chatId);
  return owners.length === 1 && owners[0] === chat.fp;
}
