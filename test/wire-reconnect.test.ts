import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createTestNode, question, storeKinds, type TestNode } from "./harness.ts";
import { scriptedModel } from "./scripted-model.ts";

const pieces = Array.from({ length: 60 }, (_, index) => `piece${index} `);
const readers = 8;

type Seen = { ids: number[]; events: string[]; isDone: boolean; visits: number };

/** Reads some events, breaks off wherever that happens to be, and comes back behind the last event it read whole. */
async function readInPieces(node: TestNode, chatId: string, random: () => number): Promise<Seen> {
  const seen: Seen = { ids: [], events: [], isDone: false, visits: 0 };
  while (!seen.isDone) {
    seen.visits += 1;
    const response = await node.request(`/discovery/v2/assistant/acme/message/${chatId}/stream`, {
      headers: {
        authorization: `Bearer ${node.keys.assistant}`,
        "last-event-id": String(seen.ids.at(-1) ?? 0),
      },
    });
    expect(response.status).toBe(200);
    await readSome(response, seen, 1 + Math.floor(random() * 12));
    await sleep(random() * 20);
  }
  return seen;
}

async function readSome(response: Response, seen: Seen, chunks: number): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let count = 0; count < chunks; count += 1) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
    if (done) break;
    text += value;
  }
  await reader?.cancel();
  for (const block of text.split("\n\n").slice(0, -1)) {
    const [, id, data] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? [];
    if (id !== undefined) seen.ids.push(Number(id));
    if (data !== undefined) seen.events.push(data);
    if (block === "data: [DONE]") seen.isDone = true;
  }
}

/** The same breaks every time, so that a failure can be looked at again. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe.each(storeKinds)("on %s", (store) => {
  test("readers that break off anywhere, again and again, miss no event and see none twice", async () => {
    const node = await createTestNode({
      store,
      model: scriptedModel({ pieces, pauseMs: 10 }),
      settings: { keyRequestsPerMinute: 1_000_000, addressRequestsPerMinute: 1_000_000 },
    });
    const chatId = "chat-0123456789abcdef";
    const whole = await node.ask(question("How do I create a key?", { id: chatId }), "", {
      accept: "text/event-stream",
    });
    const all = Array.from({ length: readers }, (_, index) =>
      readInPieces(node, chatId, randomFrom(index + 1)),
    );
    const blocks = (await whole.text()).split("\n\n").slice(0, -2);
    const events = blocks.map((block) => /^data: (.*)$/m.exec(block)?.[1] ?? "");
    const results = await Promise.all(all);
    for (const seen of results) {
      expect(seen.ids).toEqual(events.map((_, index) => index + 1));
      expect(seen.events).toEqual(events);
    }
    expect(Math.max(...results.map(({ visits }) => visits))).toBeGreaterThan(3);
  });
});
