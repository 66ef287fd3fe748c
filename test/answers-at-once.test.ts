import { describe, expect, test } from "vitest";
import { loadConfig } from "../src/config/read-config.ts";
import { errorBody } from "../src/contract/error.ts";
import { createTestNode, question, type StoreKind, storeKinds } from "./harness.ts";
import { scriptedModel } from "./scripted-model.ts";
import { countRows } from "./store-rows.ts";

const create = "How do I create a key?";

describe.each(storeKinds)("on %s", (store) => {
  test("questions that nobody waits for do not run on: the oldest gives way to the next", async () => {
    const { ask, running } = await openNode(store);
    for (let count = 1; count <= 25; count += 1) {
      const response = await ask("192.0.2.1");
      expect(response.status).toBe(200);
      await response.body?.cancel();
      expect(running()).toBeLessThanOrEqual(4 + count);
    }
    await expect.poll(running).toBeLessThanOrEqual(4);
    expect((await ask("192.0.2.2")).status).toBe(200);
  });

  test("one network that reads on is refused before anything is stored, and another is not", async () => {
    const { node, ask } = await openNode(store);
    for (let count = 1; count <= 4; count += 1) expect((await ask("192.0.2.1")).status).toBe(200);
    const before = await countRows(node.db, "messages");
    const response = await ask("192.0.2.1");
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(errorBody.parse(await response.json())).toMatchObject({
      code: "rate_limited",
      error: expect.stringMatching(/Please ask again/),
    });
    expect(await countRows(node.db, "messages")).toBe(before);
    expect((await ask("192.0.2.2")).status).toBe(200);
  });
});

test("a question that cannot be placed takes no place for itself", async () => {
  const { ask } = await openNode("sqlite");
  for (let count = 1; count <= 10; count += 1)
    expect((await ask("192.0.2.1", { threadId: "thr_none" })).status).toBe(404);
  expect((await ask("192.0.2.1")).status).toBe(200);
});

test("an answer that has ended leaves its place", async () => {
  const { node, ask } = await openNode("sqlite", "Yes.");
  for (let count = 1; count <= 10; count += 1) await (await ask("192.0.2.1")).text();
  await expect.poll(node.assistant.ask.runner.running).toBe(0);
});

/** The model begins, and does not come to an end unless it has an answer. */
async function openNode(store: StoreKind, answer?: string) {
  const { limits } = loadConfig({ DOCENT_ANSWERS_PER_KEY: "8" }, {}, false);
  const model = scriptedModel(
    answer === undefined ? { pieces: ["A", " key"], pauseMs: 600_000 } : { pieces: [answer] },
  );
  const node = await createTestNode({ store, model, settings: { limits } });
  const path = `http://docent.test/discovery/v2/assistant/${node.project.domain}/message`;
  const headers = {
    authorization: `Bearer ${node.keys.assistant}`,
    "content-type": "application/json",
  };
  const ask = async (remoteAddress: string, more: Record<string, unknown> = {}) => {
    const body = JSON.stringify(question(create, more));
    const request = new Request(path, { method: "POST", headers, body });
    return node.app.fetch(request, { incoming: { socket: { remoteAddress } } });
  };
  return { node, ask, running: node.assistant.ask.runner.running };
}
