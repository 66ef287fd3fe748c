import { expect, test } from "vitest";
import { plainFinish } from "../src/contract/answer-events.ts";
import { createTestNode, question, readEvents, type TestNode, textOf } from "./harness.ts";
import { scriptedModel } from "./scripted-model.ts";

const chatId = "chat-0123456789abcdef";
const pieces = Array.from({ length: 20 }, (_, index) => `piece${index} `);
const fullText = pieces.join("");

function slowNode(): Promise<TestNode> {
  return createTestNode({ model: scriptedModel({ pieces, pauseMs: 15 }) });
}

function ask(node: TestNode, more = {}, headers = {}): Promise<Response> {
  const body = question("How do I create a key?", {
    id: chatId,
    trigger: "submit-message",
    ...more,
  });
  return node.ask(body, "", headers);
}

function resume(
  node: TestNode,
  headers: Record<string, string> = {},
  { id = chatId, query = "" } = {},
): Promise<Response> {
  const path = `/discovery/v2/assistant/acme/message/${encodeURIComponent(id)}/stream${query}`;
  return node.request(path, {
    headers: { authorization: `Bearer ${node.keys.assistant}`, ...headers },
  });
}

type Block = { id: string | undefined; data: string };

async function readBlocks(response: Response): Promise<Block[]> {
  const blocks = (await response.text()).split("\n\n").filter((block) => block !== "");
  return blocks.map((block) => ({
    id: /^id: (\d+)$/m.exec(block)?.[1],
    data: /^data: (.*)$/m.exec(block)?.[1] ?? "",
  }));
}

test("ids are written only for those who ask for events by name", async () => {
  const node = await createTestNode();
  const plain = await (await ask(node)).text();
  expect(plain).not.toMatch(/^id:/m);
  const blocks = await readBlocks(await ask(node, {}, { accept: "text/event-stream" }));
  const ids = blocks.slice(0, -1).map((block) => Number(block.id));
  expect(ids).toEqual(ids.map((_, index) => index + 1));
  expect(blocks.at(-1)).toEqual({ id: undefined, data: "[DONE]" });
});

test("a bare request in mid-answer gives the whole answer", async () => {
  const node = await slowNode();
  const first = await ask(node);
  const response = await resume(node);
  expect(response.status).toBe(200);
  expect(response.headers.get("x-thread-id")).toBe(first.headers.get("x-thread-id"));
  const [original, again] = await Promise.all([readEvents(first), readEvents(response)]);
  expect(again).toEqual(original);
  expect(textOf(again)).toBe(fullText);
});

test("any number of readers get the same events", async () => {
  const node = await slowNode();
  const readers = [await ask(node), await resume(node), await resume(node), await resume(node)];
  const all = await Promise.all(readers.map(readEvents));
  for (const events of all) expect(events).toEqual(all[0]);
});

test("behind the last event read comes exactly the rest, from any point", async () => {
  const node = await createTestNode();
  const whole = await readBlocks(
    await ask(node, { trigger: undefined }, { accept: "text/event-stream" }),
  );
  for (const [index, block] of whole.slice(0, -1).entries()) {
    const rest = await resume(node, { "last-event-id": block.id ?? "" });
    expect(await readBlocks(rest)).toEqual(whole.slice(index + 1));
  }
});

test("a reader that lost its connection reads on while the answer is written", async () => {
  const node = await slowNode();
  const response = await ask(node, {}, { accept: "text/event-stream" });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  while (!seen.includes("piece3")) seen += (await reader?.read())?.value ?? "";
  await reader?.cancel();
  const whole = seen.slice(0, seen.lastIndexOf("\n\n") + 2);
  const lastId = [...whole.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? "";
  const rest = await (await resume(node, { "last-event-id": lastId })).text();
  const text = [...(whole + rest).matchAll(/"delta":"([^"]*)"/g)].map((match) => match[1]).join("");
  expect(text).toBe(fullText);
});

test("a plain client that resumes still finds the thread on finish", async () => {
  const node = await createTestNode();
  await (await ask(node)).text();
  const events = await readEvents(await resume(node, { "last-event-id": "1" }));
  expect(plainFinish.safeParse(events.at(-1)).error).toBeUndefined();
  const forced = await resume(node, { "last-event-id": "1" }, { query: "?finish=metadata" });
  expect((await readEvents(forced)).at(-1)).not.toHaveProperty("threadId");
});

test("an answer that has ended is not resumed by a bare request", async () => {
  const node = await createTestNode();
  await (await ask(node)).text();
  const response = await resume(node);
  expect(response.status).toBe(204);
  expect(await response.text()).toBe("");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
});

test("an id beyond the end gives an empty rest, and rubbish counts as none", async () => {
  const node = await createTestNode();
  await (await ask(node)).text();
  expect(await (await resume(node, { "last-event-id": "99999" })).text()).toBe("data: [DONE]\n\n");
  for (const id of ["-1", "1.5", "x", "9".repeat(400)])
    expect((await resume(node, { "last-event-id": id })).status).toBe(204);
});

test("an answer whose events have been deleted since is not resumed", async () => {
  const node = await createTestNode();
  await (await ask(node)).text();
  await node.db.deleteFrom("answerEvents").execute();
  expect((await resume(node, { "last-event-id": "1" })).status).toBe(204);
});

test("a short chat id is never resumed", async () => {
  const node = await slowNode();
  const running = await ask(node, { id: "docs" });
  expect((await resume(node, {}, { id: "docs" })).status).toBe(204);
  await running.body?.cancel();
});

test("a chat id seen under two readers is never resumed, by either of them", async () => {
  const node = await slowNode();
  const first = await ask(node, { fp: "reader-one" });
  const second = await ask(node, { fp: "reader-two" });
  expect(first.headers.get("x-thread-id")).not.toBe(second.headers.get("x-thread-id"));
  for (const fp of ["reader-one", "reader-two", "anonymous"])
    expect((await resume(node, { "x-fp": fp })).status).toBe(204);
  await Promise.all([first.body?.cancel(), second.body?.cancel()]);
});

test("a named reader's chat is resumed with the same name and no other", async () => {
  const node = await slowNode();
  const running = await ask(node, { fp: "reader-one" });
  expect((await resume(node)).status).toBe(204);
  expect((await resume(node, { "x-fp": "reader-two" })).status).toBe(204);
  expect(textOf(await readEvents(await resume(node, { "x-fp": "reader-one" })))).toBe(fullText);
  await running.body?.cancel();
});

test("another project cannot resume the chat", async () => {
  const node = await slowNode();
  const other = await createTestNode({ db: node.db, domain: "other" });
  const running = await ask(node);
  const path = `/discovery/v2/assistant/other/message/${chatId}/stream`;
  const headers = { authorization: `Bearer ${other.keys.assistant}` };
  expect((await other.request(path, { headers })).status).toBe(204);
  await running.body?.cancel();
});

test("a chat id with odd characters is resumed as it was sent", async () => {
  const node = await slowNode();
  const id = "ünïcode/slash?&#%25 and spaces";
  const running = await ask(node, { id });
  expect(textOf(await readEvents(await resume(node, {}, { id })))).toBe(fullText);
  await running.body?.cancel();
});
