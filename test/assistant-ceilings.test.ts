import { describe, expect, test } from "vitest";
import { loadConfig } from "../src/config/read-config.ts";
import { errorBody } from "../src/contract/error.ts";
import { createTestNode, question } from "./harness.ts";
import { createJobNode, jobEvents, task } from "./job-node.ts";
import { createWiredNode, modelIds, startWiredModels, wiredKinds } from "./model-node.ts";
import type { ScriptedReply } from "./model-script.ts";
import { dashboardHeaders, openMemberSession } from "./owner.ts";
import { countRows } from "./store-rows.ts";

const create = "How do I create a key?";
const clock = { now: () => new Date("2030-01-01T23:00:00.000Z") };
const good: ScriptedReply = {
  pieces: ["Run `acme keys create` to make a key [1]."],
  usage: { input: 1_000, output: 100 },
};

describe.each(wiredKinds)("%s", (kind) => {
  test.each([
    ["DOCENT_DAILY_TOKENS_PER_KEY", "1100"],
    ["DOCENT_DAILY_TOKENS_PER_PROJECT", "1100"],
    ["DOCENT_DAILY_COST_PER_KEY", "0.0004"],
    ["DOCENT_DAILY_COST_PER_PROJECT", "0.0004"],
  ])("%s stops the next question before anything is stored", async (name, value) => {
    const { ceilings } = loadConfig({ [name]: value }, {}, false);
    const wired = await createWiredNode(kind, [good], { clock, settings: { ceilings } });
    await wired.ask(create);
    const rows = () =>
      Promise.all(
        (["threads", "messages", "answers", "answerEvents", "usage"] as const).map((table) =>
          countRows(wired.node.db, table),
        ),
      );
    const before = await rows();
    const response = await wired.node.ask(question(create));
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("3600");
    expect(errorBody.parse(await response.json())).toMatchObject({
      code: "rate_limited",
      error: expect.stringMatching(/^The assistant has reached its limit for today\./),
    });
    expect(await rows()).toEqual(before);
    expect(wired.server.requests).toHaveLength(1);
  });

  test("every step of a job is written down with its tokens and its cost", async () => {
    const call = { name: "finish", input: { title: "None", messageToUser: "Nothing to do." } };
    const list = { calls: [{ name: "list_files", input: {} }], usage: { input: 40, output: 4 } };
    const last = { calls: [call], usage: { input: 50, output: 5 } };
    const { models, server } = await startWiredModels(kind, [list, last]);
    const node = await createJobNode({ models });
    await node.jobs.startWorker();
    await jobEvents(await node.createJob(task("Look around.")));
    const rows = await node.db.selectFrom("usage").selectAll().orderBy("step").execute();
    expect(rows.length).toBe(server.requests.length);
    expect(rows.slice(0, 2)).toMatchObject([
      { model: modelIds[kind], inputTokens: 40, outputTokens: 4, answerId: "", keyId: "" },
      { model: modelIds[kind], inputTokens: 50, outputTokens: 5 },
    ]);
    for (const row of rows) {
      expect(row.jobId).toMatch(/^job_/);
      expect(row.costMicros).toBeGreaterThan(0);
    }
    expect(new Set(rows.map((row) => row.step)).size).toBe(rows.length);
  });
});

test("one viewer cannot use up a project's day, and is not told of settings", async () => {
  const { ceilings } = loadConfig({ DOCENT_DAILY_TOKENS_PER_PROJECT: "10000" }, {}, false);
  const replies = Array.from({ length: 20 }, () => ({
    ...good,
    usage: { input: 700, output: 50 },
  }));
  const { node } = await createWiredNode("anthropic", replies, { clock, settings: { ceilings } });
  const deps = { db: node.db, clock };
  const viewers = await Promise.all(
    Array.from({ length: 5 }, () => openMemberSession(deps, "viewer")),
  );
  const owner = await openMemberSession(deps, "owner");
  const asks = async (session = "") => {
    const response = await node.request("/discovery/v2/assistant/acme/message", {
      method: "POST",
      headers: { ...dashboardHeaders(session), "content-type": "application/json" },
      body: JSON.stringify(question(create)),
    });
    return { status: response.status, text: await response.text() };
  };
  const [loud, ...others] = viewers;
  for (let asked = 0; asked < 8; asked += 1) expect((await asks(loud)).status).toBe(200);
  for (const other of others) expect((await asks(other)).status).toBe(200);
  const refused = await asks(loud);
  expect([refused.status, refused.text]).toEqual([429, expect.not.stringContaining("DOCENT")]);
  expect((await asks(others[0])).status).toBe(200);
  expect((await asks(owner)).status).toBe(200);
  const told = await asks(owner);
  expect([told.status, told.text]).toEqual([429, expect.stringContaining("DOCENT_DAILY")]);
});

test("the embedded model is free, and no ceiling stands before it", async () => {
  const { ceilings } = loadConfig({ DOCENT_DAILY_TOKENS_PER_PROJECT: "1" }, {}, false);
  const node = await createTestNode({ settings: { ceilings } });
  for (const _ of [1, 2]) {
    const response = await node.ask(question(create));
    expect(response.status).toBe(200);
    await response.text();
  }
  expect(await countRows(node.db, "usage")).toBe(0);
});

test("words in place of a model that cannot be reached are free too", async () => {
  const wired = await createWiredNode("anthropic", [{ fault: { status: 401 } }]);
  await wired.ask(create);
  expect(await wired.usage()).toEqual([]);
});
