import { expect, test } from "vitest";
import { createTestNode, question, readEvents, type TestNode } from "../../../../test/harness.ts";
import { errorBody } from "../../../contract/error.ts";

async function setUp() {
  const node = await createTestNode();
  const [start] = await readEvents(await node.ask(question("How do I revoke a key?")));
  if (start?.type !== "start") throw new Error("the answer has no start");
  const { messageId = "", messageMetadata } = start;
  return { node, messageId, threadId: messageMetadata?.threadId ?? "" };
}

function rate(node: TestNode, body: unknown, domain = "acme"): Promise<Response> {
  return node.request(`/discovery/v1/feedback/${domain}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${node.keys.assistant}`,
      "content-type": "application/json",
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

const stored = ({ db }: TestNode) => db.selectFrom("feedback").select(["rating", "comment"]);

test("an answer is rated by the ids of its start event, and rated again", async () => {
  const { node, messageId, threadId } = await setUp();
  const first = await rate(node, { messageId, threadId, rating: "up" });
  expect([first.status, await first.json()]).toEqual([200, { ok: true }]);
  expect(first.headers.get("access-control-allow-origin")).toBe("*");
  expect(await stored(node).execute()).toEqual([{ rating: "up", comment: "" }]);
  const comment = " Wrong: the command is gone \ud83d\ude00. ";
  await rate(node, { messageId, threadId, rating: "down", comment });
  expect(await stored(node).execute()).toEqual([{ rating: "down", comment: comment.trim() }]);
});

test("an answer of nobody, another thread or another project is not there", async () => {
  const { node, messageId, threadId } = await setUp();
  const other = await createTestNode({ db: node.db, domain: "other" });
  const body = { messageId, threadId, rating: "up" };
  const replies = [
    await rate(node, { ...body, messageId: "msg_none" }),
    await rate(node, { ...body, threadId: "thr_none" }),
    await rate(node, { ...body, messageId: threadId, threadId: messageId }),
    await rate(other, body, "other"),
  ];
  for (const reply of replies) {
    expect(reply.status).toBe(404);
    expect(errorBody.parse(await reply.json()).error).toContain("start event");
  }
  expect(await stored(node).execute()).toEqual([]);
});

test("what is missing, too long or of the wrong kind is refused and not stored", async () => {
  const { node, messageId, threadId } = await setUp();
  const body = { messageId, threadId, rating: "up" };
  for (const wrong of [
    {},
    { ...body, rating: "sideways" },
    { ...body, rating: 1 },
    { ...body, comment: "x".repeat(2_001) },
    { ...body, comment: "a\0b" },
    { ...body, messageId: "m\0" },
    { ...body, messageId: "m".repeat(129) },
    { ...body, threadId: null },
    "not json",
    "[]",
  ])
    expect((await rate(node, wrong)).status).toBe(400);
  expect(await stored(node).execute()).toEqual([]);
});

test("half a surrogate pair in a comment is repaired", async () => {
  const { node, messageId, threadId } = await setUp();
  const text = `{"messageId":"${messageId}","threadId":"${threadId}","rating":"up","comment":"cut \\ud83d"}`;
  expect((await rate(node, text)).status).toBe(200);
  expect(await stored(node).execute()).toEqual([{ rating: "up", comment: "cut \ufffd" }]);
});
