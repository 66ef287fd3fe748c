import { describe, expect, test } from "vitest";
import { createTestNode, question, readEvents, storeKinds, textOf } from "../../../test/harness.ts";
import { scriptedModel } from "../../../test/scripted-model.ts";
import type { Database } from "../../store/database.ts";

describe.each(storeKinds)("on %s", (store) => {
  test("an answer is recorded with what its reader saw", async () => {
    const model = scriptedModel({ pieces: ["A key lets a program call the service", " [1]."] });
    const node = await createTestNode({ store, model });
    const events = await readEvents(await node.ask(question("What does a key let a program do?")));
    expect(events.at(-1)?.type).toBe("finish");
    const row = await onlyAnswer(node.db);
    expect(row).toMatchObject({ text: textOf(events), error: "", model: expect.any(String) });
    expect(row.finished_at).not.toBeNull();
    expect(row.revision_id).not.toBeNull();
  });

  test("a model that fails ends in one error event and a failed record, with no detail for the reader", async () => {
    const fault = new Error("secret upstream detail");
    const model = scriptedModel({ pieces: ["Half an "], fault });
    const node = await createTestNode({ store, model });
    const events = await readEvents(await node.ask(question("What is a key?")));
    const ends = events.filter((event) => event.type === "error" || event.type === "finish");
    expect(ends).toEqual([{ type: "error", errorText: expect.stringMatching(/ask again/) }]);
    expect(JSON.stringify(events)).not.toContain("secret");
    const row = await onlyAnswer(node.db);
    expect(row).toMatchObject({ state: "failed", text: textOf(events) });
    expect(row.error).not.toContain("secret");
  });
});

test("draining lets a running answer end within the grace period", async () => {
  const node = await createTestNode({
    model: scriptedModel({ pieces: ["A", " key", " opens."], pauseMs: 50 }),
  });
  const response = await node.ask(question("What is a key?"));
  expect(node.assistant.ask.runner.running()).toBe(1);
  await node.assistant.ask.runner.drain(10_000);
  expect(node.assistant.ask.runner.running()).toBe(0);
  expect(textOf(await readEvents(response))).toBe("A key opens.");
});

test("draining cuts what is still running after the grace period, and says why", async () => {
  const pieces = Array.from({ length: 1_000 }, (_, index) => `word${index} `);
  const node = await createTestNode({ model: scriptedModel({ pieces, pauseMs: 20 }) });
  const response = await node.ask(question("What is a key?"));
  await node.assistant.ask.runner.drain(200);
  const events = await readEvents(response);
  expect(events.at(-1)).toMatchObject({ errorText: expect.stringMatching(/restarting/) });
  expect(await onlyAnswer(node.db)).toMatchObject({ state: "cut", text: textOf(events) });
});

test("an answer goes on when its reader leaves", async () => {
  const node = await createTestNode({
    model: scriptedModel({ pieces: ["A", " key", " opens."], pauseMs: 30 }),
  });
  const response = await node.ask(question("What is a key?"));
  await response.body?.cancel();
  await node.assistant.ask.runner.drain(10_000);
  expect(await onlyAnswer(node.db)).toMatchObject({ text: "A key opens." });
});

test("fifty answers at once all end, each with its own text", async () => {
  const node = await createTestNode({
    model: scriptedModel({ pieces: ["one ", "two ", "three"], pauseMs: 5 }),
    settings: { keyRequestsPerMinute: 10_000, addressRequestsPerMinute: 10_000 },
  });
  const texts = await Promise.all(
    Array.from({ length: 50 }, async () =>
      textOf(await readEvents(await node.ask(question("What is a key?")))),
    ),
  );
  expect(new Set(texts)).toEqual(new Set(["one two three"]));
});

function onlyAnswer(db: Database) {
  return db.selectFrom("answers").selectAll().executeTakeFirstOrThrow();
}
