import { askServer } from "./server-process.ts";

/** What one client was told: its question is acknowledged once the headers are there. */
export type Acknowledged = {
  question: string;
  chatId: string;
  threadId: string;
  /** Every event that arrived whole, by its id. */
  events: Map<number, unknown>;
  isDone: boolean;
};

/** Asks one question after the other until the server is gone, and notes everything it received. */
export async function askUntilGone(
  server: { url: string; key: string },
  name: string,
): Promise<Acknowledged[]> {
  const received: Acknowledged[] = [];
  for (let turn = 1; ; turn += 1) {
    const question = `How is part ${turn % 7} of the machine greased? (${name}, ${turn})`;
    const chatId = `chat-of-${name}-number-${turn}`;
    try {
      const response = await askServer(server.url, server.key, question, {
        id: chatId,
        trigger: "submit-message",
        accept: "text/event-stream",
      });
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      const threadId = response.headers.get("x-thread-id") ?? "";
      const one = { question, chatId, threadId, events: new Map(), isDone: false };
      received.push(one);
      await readInto(one, response);
    } catch (error) {
      if (error instanceof TypeError) return received;
      throw error;
    }
  }
}

/** Takes in what comes, event by event; throws a TypeError when the connection breaks, and another error where an event comes twice. */
export async function readInto(
  into: Pick<Acknowledged, "events" | "isDone">,
  response: Response,
): Promise<void> {
  let text = "";
  let last = 0;
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      if (block === "data: [DONE]") into.isDone = true;
      const [, id, data] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? [];
      if (id === undefined || data === undefined) continue;
      if (Number(id) <= last) throw new Error(`event ${id} came after event ${last}`);
      last = Number(id);
      into.events.set(last, JSON.parse(data));
    }
  }
}
