import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type AnswerEvent, answerEvent, plainFinish } from "../src/contract/answer-events.ts";
import { removeProject } from "../src/projects/change-projects.ts";
import { createTestNode, question, readEvents, type TestNode, textOf } from "./harness.ts";
import { type Script, scriptedModel } from "./scripted-model.ts";

const create = question("How do I create a key?", { trigger: "submit-message" });

function scripted(script: Script, settings = {}): Promise<TestNode> {
  return createTestNode({ model: scriptedModel(script), settings });
}

function typesOf(events: { type: string }[]): string[] {
  const types = events.map((event) => event.type);
  return types.filter((type, index) => type !== types[index - 1]);
}

/** What arrives within the time, read as it comes. */
async function firstText(response: Response, withinMs: number): Promise<string> {
  if (!response.body) throw new Error("the response has no body");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const text = await Promise.race([reader.read().then(({ value }) => value), sleep(withinMs, "")]);
  void reader.cancel();
  return text ?? "";
}

test("the headers are those every client relies on", async () => {
  const node = await createTestNode();
  const response = await node.ask(create);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  expect(response.headers.get("cache-control")).toBe("no-cache");
  expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  expect(response.headers.get("x-thread-id")).toMatch(/^thr_\w{24}$/);
  expect(response.headers.get("x-request-id")).toMatch(/^req_\w{24}$/);
  await response.text();
});

test("every event of every kind of answer is in the vocabulary, with no other key", async () => {
  const answered = await createTestNode();
  const failing = await scripted({ pieces: ["Run it [1]."], fault: new Error("quota") });
  const odd = await scripted({ pieces: ["\u0000 [1", "][2] [99] \ud83d", "\ude00 `[1]`"] });
  const answers = [
    await answered.ask(create),
    await answered.ask(question("What is the weather on Mars?", { trigger: "submit-message" })),
    await failing.ask(create),
    await odd.ask(create),
  ];
  for (const answer of answers) {
    const events = await readEvents(answer);
    expect(events.length).toBeGreaterThan(2);
    for (const event of events) expect(answerEvent.safeParse(event).error).toBeUndefined();
  }
});

test("an answer's events come in order and DONE is the last line", async () => {
  const node = await createTestNode();
  const text = await (await node.ask(create)).text();
  expect(text.endsWith("\n\ndata: [DONE]\n\n")).toBe(true);
  const blocks = text.split("\n\n").slice(0, -2);
  expect(blocks.every((block) => /^data: \{.*\}$/.test(block))).toBe(true);
  const all = typesOf(blocks.map((block) => JSON.parse(block.slice(6))));
  const types = all.filter((type) => type !== "data-status");
  expect(all.slice(0, 3)).toEqual(["start", "start-step", "data-status"]);
  expect(types.slice(0, 3)).toEqual(["start", "start-step", "text-start"]);
  expect(types.slice(-5)).toEqual([
    "text-end",
    "data-outcome",
    "data-citations",
    "finish-step",
    "finish",
  ]);
  expect(types).toContain("source-url");
});

test("start and finish carry the thread of the header", async () => {
  const node = await createTestNode();
  const response = await node.ask(create);
  const threadId = response.headers.get("x-thread-id");
  const events = await readEvents(response);
  expect(events[0]).toEqual({
    type: "start",
    messageId: expect.stringMatching(/^msg_/),
    messageMetadata: { threadId },
  });
  expect(events.at(-1)).toEqual({ type: "finish", messageMetadata: { threadId } });
});

test("a plain client gets the thread on finish, and the address can force either form", async () => {
  const node = await createTestNode();
  const plain = question("How do I create a key?");
  const finishOf = async (body: unknown, query = "") =>
    (await readEvents(await node.ask(body, query))).at(-1);
  for (const finish of [await finishOf(plain), await finishOf(create, "?finish=both")])
    expect(plainFinish.safeParse(finish).error).toBeUndefined();
  for (const finish of [await finishOf(create), await finishOf(plain, "?finish=metadata")])
    expect(answerEvent.safeParse(finish).error).toBeUndefined();
});

test("an unknown finish form is refused and nothing is stored", async () => {
  const node = await createTestNode();
  for (const query of ["?finish=all", "?finish=", "?finish=Both"])
    expect((await node.ask(create, query)).status).toBe(400);
  expect(await node.db.selectFrom("messages").selectAll().execute()).toEqual([]);
});

test("citations, sources and markers agree, and every address is absolute", async () => {
  const node = await createTestNode();
  const events = await readEvents(await node.ask(create));
  const citations = events.flatMap((event) => (event.type === "data-citations" ? event.data : []));
  const sources = events.flatMap((event) => (event.type === "source-url" ? [event] : []));
  const markers = [...textOf(events).matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]));
  expect(new Set(markers)).toEqual(new Set(citations.map((citation) => citation.n)));
  expect(new Set(sources.map((source) => source.url))).toEqual(
    new Set(citations.map((citation) => citation.url)),
  );
  for (const { url } of citations) expect(url).toMatch(/^http:\/\/docent\.test\/docs\/acme\/keys/);
  for (const { url } of sources)
    expect((await node.request(new URL(url).pathname)).status).toBe(200);
});

test("a declined question has text, no source and no citation", async () => {
  const node = await createTestNode();
  const events = await readEvents(await node.ask(question("Who won the chess olympiad?")));
  expect(textOf(events)).not.toBe("");
  expect(typesOf(events)).not.toContain("source-url");
  expect(typesOf(events)).not.toContain("data-citations");
  expect(outcomesOf(events)).toEqual(["declined"]);
  expect(await recordedOutcomes(node)).toEqual(["declined"]);
});

test("a question that the docs only come near is answered with reserve, and stream and record say so", async () => {
  const node = await createTestNode();
  const near = question("Which hardware vendors make tokens that can hold a key?");
  expect(outcomesOf(await readEvents(await node.ask(near)))).toEqual(["reserve"]);
  expect(outcomesOf(await readEvents(await node.ask(create)))).toEqual(["answered"]);
  expect(await recordedOutcomes(node)).toEqual(["reserve", "answered"]);
});

test("an answer that fails has no outcome", async () => {
  const node = await scripted({ pieces: ["Run it [1]."], fault: new Error("gone") });
  expect(outcomesOf(await readEvents(await node.ask(create)))).toEqual([]);
  expect(await recordedOutcomes(node)).toEqual([""]);
});

function outcomesOf(events: AnswerEvent[]): string[] {
  return events.flatMap((event) => (event.type === "data-outcome" ? [event.data.outcome] : []));
}

async function recordedOutcomes(node: TestNode): Promise<string[]> {
  const rows = await node.db
    .selectFrom("answers")
    .select("answerOutcome")
    .orderBy("createdAt")
    .execute();
  return rows.map((row) => row.answerOutcome);
}

test("a model that fails ends the stream with one sentence that hides the cause", async () => {
  const node = await scripted({ pieces: ["Run it [1]."], fault: new Error("quota of key sk-123") });
  const response = await node.ask(create);
  expect(response.status).toBe(200);
  const events = await readEvents(response);
  const errors = events.filter((event) => event.type === "error");
  expect(errors).toHaveLength(1);
  expect(events.at(-1)).toEqual(errors[0]);
  expect(JSON.stringify(events)).not.toContain("sk-123");
  const answers = await node.db.selectFrom("answers").select(["state", "text"]).execute();
  expect(answers).toEqual([{ state: "failed", text: expect.stringMatching(/^Run it \[1\]/) }]);
});

test("an answer cut off by the end of the server says so", async () => {
  const node = await scripted({ pieces: Array(50).fill("word "), pauseMs: 20 });
  const response = await node.ask(create);
  await sleep(100);
  await node.assistant.ask.runner.drain(0);
  const events = await readEvents(response);
  expect(events.at(-1)).toEqual({ type: "error", errorText: expect.stringMatching(/restarting/) });
  for (const event of events) expect(answerEvent.safeParse(event).error).toBeUndefined();
});

test("a model that never speaks and never listens does not keep the server from stopping", async () => {
  const silent = new ReadableStream({ pull: () => new Promise(() => undefined) });
  const model = { ...scriptedModel({ pieces: [] }), doStream: async () => ({ stream: silent }) };
  const node = await createTestNode({ model });
  const response = await node.ask(create);
  await Promise.race([node.assistant.ask.runner.drain(20), sleep(3_000, "too late")]).then((end) =>
    expect(end).toBeUndefined(),
  );
  expect((await readEvents(response)).at(-1)?.type).toBe("error");
});

test("an answer whose project is removed ends with an error and not in silence", async () => {
  const node = await scripted({ pieces: Array(50).fill("word "), pauseMs: 10 });
  const response = await node.ask(create);
  await removeProject(node, { kind: "operator" }, "acme");
  const events = await readEvents(response);
  expect(events.at(-1)).toEqual({ type: "error", errorText: expect.stringMatching(/^The answer/) });
});

test("headers and the first event leave before a slow model speaks", async () => {
  const node = await scripted({ pieces: ["late"], firstPieceAfterMs: 5_000 });
  const response = await node.ask(create);
  const text = await firstText(response, 3_000);
  expect(text).toContain('"type":"start"');
});

test("silence is filled with comment lines", async () => {
  const node = await scripted({ pieces: ["late"], firstPieceAfterMs: 300 }, { keepAliveMs: 50 });
  const text = await (await node.ask(create)).text();
  expect(text.split("\n").filter((line) => line === ": keep-alive").length).toBeGreaterThan(2);
  expect(text).toContain('"delta":"late"');
});

test("an answer that ends is not held up by others that go on", async () => {
  const long = scriptedModel({ pieces: Array(6_000).fill("word "), pauseMs: 1 });
  const short = scriptedModel({ pieces: ["done"], firstPieceAfterMs: 100 });
  let asked = 0;
  const model: typeof long = {
    ...long,
    doStream: (options) => (asked++ < 4 ? long : short).doStream(options),
  };
  const node = await createTestNode({ model, store: "postgres" });
  for (let count = 0; count < 4; count += 1) await (await node.ask(create)).body?.cancel();
  await (await node.ask(create)).text();
});

test("an answer goes on and is stored when its reader leaves", async () => {
  const node = await scripted({ pieces: ["one ", "two ", "three"], pauseMs: 30 });
  const response = await node.ask(create);
  await response.body?.cancel();
  await node.assistant.ask.runner.drain(5_000);
  const answer = await node.db.selectFrom("answers").select(["text"]).executeTakeFirst();
  expect(answer?.text).toBe("one two three");
});

test("the stored answer is the text that was streamed", async () => {
  const node = await createTestNode();
  const events: AnswerEvent[] = await readEvents(await node.ask(create));
  const answer = await node.db.selectFrom("answers").selectAll().executeTakeFirstOrThrow();
  expect(answer.text).toBe(textOf(events));
  expect(answer.state).toBe("answered");
  expect(answer.citations).toEqual(events.find((event) => event.type === "data-citations")?.data);
});
