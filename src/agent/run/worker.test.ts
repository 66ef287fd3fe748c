import { describe, expect, test } from "vitest";
import { checkoutThreads, storeKinds } from "../../../test/harness.ts";
import {
  branchFiles,
  createJobNode,
  type JobNode,
  jobEvents,
  task,
} from "../../../test/job-node.ts";
import { finishCall, type ScriptedStep, scriptedEditor } from "../../../test/scripted-editor.ts";
import { AppError } from "../../lib/app-error.ts";
import { createLog } from "../../lib/log.ts";
import type { Search } from "../../search/search.ts";
import { claimJob, expireAllLeases, saveCheckpoint } from "../../store/jobs/job-queue.ts";
import { defaultJobSettings } from "./job-limits.ts";
import { createWorker } from "./worker.ts";

const edit = (old: string, text: string) => ({
  name: "edit_file",
  input: { path: "keys.md", old, new: text },
});
const steps: ScriptedStep[] = [
  { calls: [edit("A key lets", "A token lets")] },
  { calls: [edit("to make a key", "to make a token")] },
  { calls: [finishCall()] },
];

async function startJob(node: JobNode, more: Record<string, unknown> = {}): Promise<string> {
  const response = await node.createJob(task("Rename it.", { branch: "docs/one", ...more }));
  expect(response.status).toBe(200);
  await response.body?.cancel();
  return response.headers.get("x-session-id") ?? "";
}

async function untilHalted(node: JobNode, id: string) {
  return jobEvents(await node.agent(`/job/${id}/stream`));
}

async function changeCount(node: JobNode): Promise<number> {
  return (await node.db.selectFrom("changes").selectAll().execute()).length;
}

describe.each(storeKinds)("on %s", (store) => {
  test("a job taken over from a dead worker goes on where it was, and asks nothing twice", async () => {
    const model = scriptedEditor(steps);
    const node = await createJobNode({ store, model });
    const id = await startJob(node);
    const times = { now: new Date().toISOString(), leaseExpiresAt: "2999-01-01T00:00:00.000Z" };
    await claimJob(node.db, { owner: "dead", ...times });
    const lease = { jobId: id, owner: "dead" };
    const call = { id: "step-1-call-1", ...edit("A key lets", "A token lets") };
    const reply = {
      text: "",
      calls: [call],
      message: {
        role: "assistant",
        content: [
          { type: "tool-call", toolCallId: call.id, toolName: call.name, input: call.input },
        ],
      },
      cutOff: false,
    };
    await saveCheckpoint(node.db, lease, {
      checkpoint: { kind: "reply", reply },
      events: [{ type: "start-step" }],
    });
    await expireAllLeases(node.db);
    await node.jobs.startWorker();
    await untilHalted(node, id);
    expect(model.asked.map(({ step }) => step)).toEqual([2, 3]);
    expect(await node.session(id)).toMatchObject({ haulted: true, haultReason: "completed" });
    const text = (await branchFiles(node.repository, "docs/one"))["keys.md"];
    expect(text).toContain("A token lets");
    expect(text).toContain("to make a token");
    expect(await changeCount(node)).toBe(1);
  });

  test("jobs on one branch run one after the other, each upon what the last one left", async () => {
    const slow = steps.map((step) => ({ ...step, waitMs: 20 }));
    const node = await createJobNode({ store, model: scriptedEditor(slow) });
    const ids = [await startJob(node), await startJob(node), await startJob(node)];
    await node.jobs.startWorker();
    const [first, ...later] = await Promise.all(ids.map((id) => untilHalted(node, id)));
    expect(first?.filter(({ type }) => type === "tool-output-error")).toHaveLength(0);
    for (const events of later)
      expect(events.filter(({ type }) => type === "tool-output-error")).toHaveLength(2);
    const rows = await node.db
      .selectFrom("jobs")
      .select(["startedAt", "haltedAt"])
      .orderBy("ordinal")
      .execute();
    for (const [index, row] of rows.slice(1).entries())
      expect((row.startedAt ?? "") >= (rows[index]?.haltedAt ?? "z")).toBe(true);
  });

  test("a waiting job is cancelled at once, a running one as soon as its worker hears of it", async () => {
    const model = scriptedEditor([{ calls: [finishCall()], waitMs: 60_000 }]);
    const node = await createJobNode({ store, model });
    const waiting = await startJob(node);
    const cancel = (id: string) => node.agent(`/job/${id}/cancel`, { method: "POST" });
    expect(await (await cancel(waiting)).json()).toMatchObject({ haultReason: "interrupted" });
    const events = await untilHalted(node, waiting);
    expect(events.map(({ type }) => type)).toEqual([
      "start",
      "data-session",
      "data-todos",
      "data-session",
      "finish",
    ]);
    const running = await startJob(node);
    await node.jobs.startWorker();
    while (model.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const response = await cancel(running);
    expect(await response.json()).toMatchObject({ haulted: true, haultReason: "interrupted" });
    expect((await cancel(running)).status).toBe(409);
    expect((await untilHalted(node, running)).at(-1)).toEqual({ type: "finish" });
    expect(await changeCount(node)).toBe(0);
  });
});

test("a worker that drains ends its step, hands the job back, and another one finishes it", async () => {
  const slow = steps.map((step) => ({ ...step, waitMs: 300 }));
  const model = scriptedEditor(slow);
  const node = await createJobNode({ model });
  const id = await startJob(node);
  await node.jobs.startWorker();
  while (model.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await node.jobs.worker.drain(5_000);
  expect(node.jobs.worker.running()).toBe(0);
  expect(await node.session(id)).toMatchObject({ haulted: false, haultReason: "processing" });
  const row = await node.db.selectFrom("jobs").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ step: 1, pendingReply: null, leaseExpiresAt: "" });
  const next = await createJobNode({ db: node.db, domain: "second", model });
  await next.jobs.startWorker();
  await untilHalted(node, id);
  expect(model.asked.map(({ step }) => step)).toEqual([1, 2, 3]);
  expect(await node.session(id)).toMatchObject({ haultReason: "completed" });
});

test("a drain that may not wait leaves the model, and the step is begun again", async () => {
  const model = scriptedEditor([{ calls: [finishCall()], waitMs: 60_000 }]);
  const node = await createJobNode({ model });
  const id = await startJob(node);
  await node.jobs.startWorker();
  while (model.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await node.jobs.worker.drain(0);
  expect(await node.session(id)).toMatchObject({ haultReason: "processing" });
});

test("a job that changes nothing is completed without a change and says why", async () => {
  const finish = finishCall({ messageToUser: "There was nothing to rename." });
  const node = await createJobNode({ model: scriptedEditor([{ calls: [finish] }]) });
  const id = await startJob(node);
  await node.jobs.startWorker();
  expect((await untilHalted(node, id)).at(-1)).toEqual({ type: "finish" });
  expect(await node.session(id)).toMatchObject({
    haultReason: "completed",
    pullRequestLink: "",
    messageToUser: "There was nothing to rename.",
  });
  expect(await changeCount(node)).toBe(0);
});

test("whatever fails ends the job with a reason, a sentence and an error event", async () => {
  const node = await createJobNode({ model: scriptedEditor([{ fault: new Error("secret") }]) });
  const id = await startJob(node);
  await node.jobs.startWorker();
  const events = await untilHalted(node, id);
  const { messageToUser, haultReason } = await node.session(id);
  expect(haultReason).toBe("error");
  expect(messageToUser).toMatch(/model could not be used/);
  expect(events.at(-1)).toEqual({ type: "error", errorText: messageToUser });
  expect(JSON.stringify(events)).not.toContain("secret");
});

const noSearch: Search = {
  search: () => Promise.reject(new Error("not asked")),
  compose: () => Promise.reject(new Error("not asked")),
  sizes: () => ({ bytes: 0, indexes: [] }),
  close: async () => undefined,
};

test("a forge that refuses our credentials is told apart from other failures", async () => {
  const node = await createJobNode();
  const id = await startJob(node);
  const refusal = new AppError("unauthenticated", "The forge does not know this token.");
  const refuse = () => Promise.reject(refusal);
  const forge = {
    open: refuse,
    read: refuse,
    look: refuse,
    ofBranch: refuse,
    refresh: refuse,
    merge: refuse,
    close: refuse,
  };
  const worker = createWorker({
    ...node.jobs.create,
    threads: checkoutThreads,
    log: createLog({ level: "silent", format: "json" }),
    search: noSearch,
    publicUrl: "http://docent.test",
    modelOf: () => ({ id: "scripted", model: scriptedEditor(steps) }),
    checkCeiling: async () => undefined,
    recordUsage: async () => undefined,
    forgeOf: () => ({ ...forge, markReady: refuse }),
    settings: defaultJobSettings,
  });
  worker.start();
  await untilHalted(node, id);
  await worker.drain(0);
  expect(await node.session(id)).toMatchObject({
    haultReason: "github_missconfigured",
    messageToUser: "The forge does not know this token.",
  });
});

test("a job that took its worker down again and again is given up", async () => {
  const node = await createJobNode({ model: scriptedEditor(steps) });
  const id = await startJob(node);
  await node.db.updateTable("jobs").set({ attempt: 99 }).execute();
  await node.jobs.startWorker();
  await untilHalted(node, id);
  expect(await node.session(id)).toMatchObject({ haultReason: "error" });
});
