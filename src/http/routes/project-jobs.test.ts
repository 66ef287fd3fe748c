import { expect, test } from "vitest";
import { createJobNode, type JobNode, jobEvents, task } from "../../../test/job-node.ts";
import { dashboardHeaders, openOwnerSession } from "../../../test/owner.ts";
import { finishCall, type ScriptedStep, scriptedEditor } from "../../../test/scripted-editor.ts";
import { type JobDetail, jobDetail, jobPage } from "../../contract/job-list.ts";
import { systemClock } from "../../lib/clock.ts";
import { ModelFault } from "../../models/calls/model-fault.ts";

const strictPage = jobPage.strict();
const strictDetail = jobDetail.strict();
const edit = { path: "keys.md", old: "A key lets", new: "A token lets" };
const steps: ScriptedStep[] = [
  { text: "Renaming.", calls: [{ name: "edit_file", input: edit }] },
  { calls: [finishCall({ title: "Rename keys to tokens" })] },
];

async function get(node: JobNode, path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${node.keys.admin}` };
  return node.request(`/v1/projects/${node.project.domain}/jobs${path}`, { headers });
}

async function page(node: JobNode, query = "") {
  return strictPage.parse(await (await get(node, query)).json());
}

async function detail(node: JobNode, id: string): Promise<JobDetail> {
  return strictDetail.parse(await (await get(node, `/${id}`)).json());
}

async function runJob(node: JobNode, text: string): Promise<string> {
  const created = await node.createJob(task(text, { asDraft: true }));
  await jobEvents(created);
  return created.headers.get("x-session-id") ?? "";
}

test("a job says what it was asked, how it ended, how long each step took and who made it", async () => {
  const node = await createJobNode({ model: scriptedEditor(steps) });
  await node.jobs.startWorker();
  const id = await runJob(node, "Rename keys.\nEverywhere.");
  const { jobs, counts, nextCursor } = await page(node);
  expect(nextCursor).toBe("");
  expect(counts).toMatchObject({ all: 1, completed: 1, running: 0 });
  expect(jobs).toMatchObject([
    {
      sessionId: id,
      title: "Rename keys to tokens",
      instruction: "Rename keys.\nEverywhere.",
      model: "sonnet",
      base: "main",
      asDraft: true,
      state: "halted",
      haultReason: "completed",
      steps: 2,
      change: { number: 1, state: "open", isDraft: true, checksFailed: 0 },
      startedBy: null,
    },
  ]);
  const job = await detail(node, id);
  expect(job).toMatchObject(jobs[0] ?? {});
  expect(job.messages).toEqual([{ role: "user", content: "Rename keys.\nEverywhere." }]);
  expect(job.stepList.map(({ index }) => index)).toEqual([1, 2]);
  for (const { durationMs, endedAt } of job.stepList) {
    expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(endedAt).not.toBeNull();
  }
  expect(job.modelFault).toBeNull();
});

test("a job whose model failed says the provider's status and words", async () => {
  const words = "The model's server answered with status 529 (overloaded_error): Overloaded.";
  const fault = new ModelFault("overloaded", words, { beforeFirstToken: true, status: 529 });
  const node = await createJobNode({ model: scriptedEditor([{ fault }]) });
  await node.jobs.startWorker();
  const job = await detail(node, await runJob(node, "Rename keys."));
  expect(job).toMatchObject({
    haultReason: "error",
    change: null,
    modelFault: { kind: "overloaded", status: 529, message: words },
  });
  expect(job.messageToUser).toContain(words);
  expect((await page(node, "?state=failed")).jobs).toHaveLength(1);
});

test("jobs are searched, filtered and handed out in pages; those that wait say what for", async () => {
  const node = await createJobNode();
  const ask = async (text: string) => {
    const created = await node.createJob(task(text, { branch: "docs/one" }));
    await created.body?.cancel();
  };
  for (const text of ["Fix links", "Rename doors", "Fix tables"]) await ask(text);
  const found = await page(node, "?q=FIX&limit=1&state=waiting");
  expect(found.jobs).toMatchObject([{ title: "Fix tables", state: "queued" }]);
  expect(found.jobs[0]?.messageToUser).toMatch(/^Waits for session job_/);
  expect(found.counts).toMatchObject({ all: 3, waiting: 3, running: 0 });
  const rest = await page(node, `?q=fix&limit=1&cursor=${found.nextCursor}`);
  expect(rest.jobs.map(({ title }) => title)).toEqual(["Fix links"]);
  expect(rest.nextCursor).toBe("");
});

test.each(["?limit=0", "?limit=101", "?state=odd", "?cursor=9.1", "?cursor=%00", "?q=%00"])(
  "%s is refused with a sentence",
  async (query) => {
    const node = await createJobNode();
    const response = await get(node, query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_request" });
  },
);

test("a job says which member started it, and a key is no member", async () => {
  const node = await createJobNode();
  const token = await openOwnerSession({ db: node.db, clock: systemClock });
  const headers = { ...dashboardHeaders(token), origin: "http://docent.test" };
  const mine = await node.createJob(task("Fix links"), { ...headers, authorization: "" });
  expect(mine.status).toBe(200);
  await mine.body?.cancel();
  await (await node.createJob(task("Fix tables"))).body?.cancel();
  const { jobs } = await page(node);
  expect(jobs.map(({ startedBy }) => startedBy)).toEqual([null, expect.stringMatching(/./)]);
});

test("a job of another project is not there", async () => {
  const node = await createJobNode();
  expect((await get(node, "/job_none")).status).toBe(404);
});
