import { expect, test } from "vitest";
import { createTestNode, question, readEvents, type TestNode, textOf } from "./harness.ts";
import { scriptedModel } from "./scripted-model.ts";

const pieces = ["Run `acme ", "keys ", "revoke ID` ", "to revoke ", "a key ", "at once."];

async function answeringNode(pauseMs: number): Promise<{ node: TestNode; running: Response }> {
  const node = await createTestNode({ model: scriptedModel({ pieces, pauseMs }) });
  const running = await node.ask(question("How do I revoke a key?"));
  expect(running.status).toBe(200);
  return { node, running };
}

test("a stopping server refuses new work and lets a running answer finish", async () => {
  const { node, running } = await answeringNode(40);
  node.startDraining();
  const refused = await node.ask(question("How do I create a key?"));
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: "unavailable", error: expect.any(String) });
  expect((await node.request("/readyz")).status).toBe(503);
  expect((await node.request("/healthz")).status).toBe(200);

  const drained = node.assistant.ask.runner.drain(10_000);
  const events = await readEvents(running);
  await drained;
  expect(textOf(events)).toContain(pieces.join(""));
  expect(events.at(-1)?.type).toBe("finish");
  expect(await node.db.selectFrom("answers").select("state").execute()).toHaveLength(1);
  expect(node.assistant.ask.runner.running()).toBe(0);
});

test("an answer that outlasts the grace period ends with one error event", async () => {
  const { node, running } = await answeringNode(200);
  node.startDraining();
  await node.assistant.ask.runner.drain(100);
  const events = await readEvents(running);
  expect(events.at(-1)).toEqual({
    type: "error",
    errorText: expect.stringContaining("restarting"),
  });
  expect(events.filter((event) => event.type === "error")).toHaveLength(1);
  expect(await node.db.selectFrom("answers").select("state").execute()).toEqual([{ state: "cut" }]);
});
