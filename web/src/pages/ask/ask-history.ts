import { z } from "zod";

const asked = z.object({
  /** The chat's id, by which a running answer is resumed. */
  id: z.string().min(16).max(64),
  title: z.string(),
  at: z.string(),
  /** "" until the server has named the thread. */
  threadId: z.string(),
  /** A question that was sent and of which nothing has come back yet. */
  pending: z.string(),
});
export type AskedChat = z.infer<typeof asked>;
const list = z.array(asked);

const mostChats = 100;
const longestTitle = 200;

export function readChats(text: string | null): AskedChat[] {
  if (text === null) return [];
  try {
    return list.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

/** With what is new about a chat; the one that was asked last comes first. */
export function withChat(chats: AskedChat[], changed: AskedChat): AskedChat[] {
  const title = changed.title.replace(/\s+/g, " ").trim().slice(0, longestTitle);
  const rest = chats.filter(({ id }) => id !== changed.id);
  return [{ ...changed, title }, ...rest]
    .toSorted((left, right) => right.at.localeCompare(left.at))
    .slice(0, mostChats);
}

export function withoutChat(chats: AskedChat[], id: string): AskedChat[] {
  return chats.filter((chat) => chat.id !== id);
}

/** Those whose title has every word that is looked for. */
export function matchingChats(chats: AskedChat[], search: string): AskedChat[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return chats.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
}
