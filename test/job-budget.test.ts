import { expect, test } from "vitest";
import {
  defaultJobLimits,
  defaultJobSettings,
  type JobLimits,
} from "../src/agent/run/job-limits.ts";
import { createJobNode, jobEvents, task } from "./job-node.ts";
import { startWiredModels } from "./model-node.ts";
import { renameDocs, renameInstruction, renameReply, stepOf } from "./rename-job.ts";

/** The job of the walkthrough, whose steps cost 1,100, 2,100, 3,100 … tokens, under other limits. */
async function runUnder(limits: Partial<JobLimits>) {
  const { server, models } = await startWiredModels("anthropic", (request) =>
    renameReply(stepOf(request)),
  );
  const settings = {
    jobs: { ...defaultJobSettings, limits: { ...defaultJobLimits, ...limits } },
  };
  const node = await createJobNode({ pages: renameDocs, models, settings });
  const response = await node.createJob(task(renameInstruction));
  await node.jobs.startWorker();
  await jobEvents(response);
  const id = response.headers.get("x-session-id") ?? "";
  const changes = await node.db.selectFrom("changes").selectAll().execute();
  return { node, id, server, session: await node.session(id), changes };
}

test("a job stops at its tokens, and proposes what it has as a draft", async () => {
  const { session, changes, server } = await runUnder({ tokens: 12_000 });
  expect(server.requests).toHaveLength(5);
  expect(session).toMatchObject({ haultReason: "completed" });
  expect(session.messageToUser).toContain("limit of 12000 tokens");
  expect(changes).toMatchObject([{ draft: true }]);
  expect(changes[0]?.body).toContain("12000 tokens");
});

test("a job stops at its money", async () => {
  const { session, changes } = await runUnder({ costMicros: 40_000 });
  expect(session.messageToUser).toContain("$0.04");
  expect(changes).toMatchObject([{ draft: true }]);
});

test("a message to a job that reached its limit has the whole limit again", async () => {
  const { node, id, server } = await runUnder({ steps: 5 });
  expect(server.requests).toHaveLength(5);
  const body = JSON.stringify(task("Go on."));
  await jobEvents(await node.agent(`/job/${id}/message`, { method: "POST", body }));
  expect(server.requests).toHaveLength(10);
});

test("a long conversation is shortened before it leaves the model's window, and the task stays", async () => {
  const big = { "big.md": `# Big\n\n${"A sentence of a long page.\n".repeat(1_500)}` };
  const todos = [{ id: "1", content: "Read all", status: "pending", priority: "low" }];
  const steps = 14;
  const { server, models } = await startWiredModels("anthropic", (request) => {
    const count = server.requests.length;
    const done = { title: "Read", summary: "Read.", messageToUser: "Read.", claims: [] };
    if (count === 1) return { calls: [{ name: "set_todos", input: { todos } }] };
    if (count === 2)
      return { calls: [{ name: "write_file", input: { path: "new.md", content: "# New\n" } }] };
    if (count >= steps) return { calls: [{ name: "finish", input: done }] };
    return {
      calls: [{ name: "read_file", input: { path: "big.md" } }],
      pieces: [stepOf(request) % 2 ? "On." : ""],
    };
  });
  const settings = { jobs: { ...defaultJobSettings, windowTokens: 40_000 } };
  const node = await createJobNode({ pages: { ...renameDocs, ...big }, models, settings });
  const response = await node.createJob(task("Read everything twice."));
  await node.jobs.startWorker();
  expect((await jobEvents(response)).at(-1)).toEqual({ type: "finish" });
  // The new page is not in the navigation: the checks send the model back once.
  expect(server.requests).toHaveLength(steps + 1);
  const texts = server.requests.map(({ body }) => JSON.stringify(body.messages));
  for (const text of texts) {
    expect(text.length).toBeLessThan(40_000 * 5);
    expect(text).toContain("Read everything twice.");
  }
  expect(texts.some((text, index) => text.length < (texts[index - 1]?.length ?? 0))).toBe(true);
  expect(texts.at(-1)).toContain("new.md");
});
