import { expect, onTestFinished, test } from "vitest";
import type { CheckoutCall } from "../src/agent/checkout/checkout-request.ts";
import {
  type CheckoutThreads,
  CostlyReading,
  createCheckoutThreads,
} from "../src/agent/checkout/checkout-threads.ts";
import type { Reading } from "../src/agent/checkout/reading-mark.ts";
import { startFakeAnthropic } from "./fake-anthropic.ts";
import { branchFiles, createJobNode, jobEvents, task } from "./job-node.ts";
import { addJob, makeWorkPlace, startWorkerProcess } from "./job-workers.ts";
import { finishCall, type ScriptedStep, scriptedEditor } from "./scripted-editor.ts";

const program = new URL("./endless-checkout-thread.ts", import.meta.url);
const pages = {
  "keys.md": "# Keys\n\nA key.\n",
  "trap.md": "# Trap\n\nENDLESS\n",
  "welcome.md": "# Welcome\n\nHello.\n",
};
const edit = { name: "edit_file", input: { path: "keys.md", old: "A key.", new: "Two keys." } };
const endless = { name: "search_text", input: { query: "keys.md" } };

async function startJob(steps: ScriptedStep[], processorMs: number) {
  const checkoutThreads = createCheckoutThreads({ program, processorMs });
  const node = await createJobNode({ pages, model: scriptedEditor(steps), checkoutThreads });
  const response = await node.createJob(task("Edit it.", { branch: "docs/one" }));
  expect(response.status).toBe(200);
  await node.jobs.startWorker();
  return { node, response, id: response.headers.get("x-session-id") ?? "" };
}

test("a job goes on past a page and a call that are too costly, and its reviewer is told", async () => {
  const list = { name: "list_files", input: {} };
  const steps = [{ calls: [edit] }, { calls: [list, endless] }, { calls: [finishCall()] }];
  const { node, response, id } = await startJob(steps, 1_000);
  const events = await jobEvents(response);
  const told = events.filter(({ type }) => type.startsWith("tool-output"));
  expect(told).toMatchObject([
    { output: { replaced: 1 } },
    { output: { read: ["keys.md", "welcome.md"], tooCostlyToRead: ["trap.md"] } },
    { errorText: expect.stringContaining("too costly") },
    { output: { finished: true } },
  ]);
  expect(await node.session(id)).toMatchObject({ haultReason: "completed" });
  const files = await branchFiles(node.repository, "docs/one");
  expect(files["keys.md"]).toBe("# Keys\n\nTwo keys.\n");
  const change = await node.db.selectFrom("changes").selectAll().executeTakeFirstOrThrow();
  expect(change).toMatchObject({ draft: expect.toSatisfy(Boolean) });
  expect(change.body).toContain("trap.md is too costly to read");
  const { turn: kept } = await node.db.selectFrom("jobs").select("turn").executeTakeFirstOrThrow();
  expect(kept).toMatchObject({ tooCostly: ["trap.md"] });
});

test("a cancelled job leaves a call without end", async () => {
  const { node, response, id } = await startJob([{ calls: [endless] }], 3_600_000);
  const ended = jobEvents(response);
  await expect
    .poll(() => node.db.selectFrom("jobs").select("pendingReply").execute())
    .toMatchObject([{ pendingReply: { calls: [{ name: "search_text" }] } }]);
  await node.agent(`/job/${id}/cancel`, { method: "POST" });
  expect((await ended).at(-1)).toEqual({ type: "finish" });
  expect(await node.session(id)).toMatchObject({ haultReason: "interrupted" });
});

test("a process whose job is at a call without end hears that it shall stop, and hands the job back", async () => {
  const model = await startFakeAnthropic([{ calls: [endless] }]);
  onTestFinished(model.close);
  const place = await makeWorkPlace("postgres", pages, model.url);
  await addJob(place, { branch: "docs/one", instruction: "Edit it." });
  const settings = { ...place.settings, CHECKOUT_PROGRAM: program.href };
  const worker = await startWorkerProcess({ ...place, settings });
  const row = () =>
    place.db.selectFrom("jobs").select(["state", "pendingReply", "leaseExpiresAt", "attempt"]);
  await expect.poll(() => row().execute()).toMatchObject([{ pendingReply: { calls: [endless] } }]);
  expect(await worker.end("SIGTERM")).toEqual({ code: 0, signal: null });
  const [left] = await row().execute();
  expect(left).toMatchObject({ state: "running", leaseExpiresAt: "", attempt: 0 });
});

/** Threads that are ended whenever they are asked for this. */
function threadsWithout(kind: CheckoutCall["kind"] | "base", reading?: Reading): CheckoutThreads {
  const threads = createCheckoutThreads();
  return {
    take() {
      const thread = threads.take();
      return {
        ...thread,
        async ask(request, signal) {
          const asked = request.kind === "call" ? request.call.kind : request.kind;
          if (asked !== kind) return thread.ask(request, signal);
          throw new CostlyReading(reading, undefined);
        },
      };
    },
  };
}

async function runJob(threads: CheckoutThreads, instruction: string, steps?: ScriptedStep[]) {
  const { "trap.md": _, ...harmless } = pages;
  const model = steps && { model: scriptedEditor(steps) };
  const node = await createJobNode({ pages: harmless, checkoutThreads: threads, ...model });
  await node.jobs.startWorker();
  await jobEvents(await node.createJob(task(instruction, { branch: "docs/one" })));
  const [session] = await node.sessions();
  return { node, session };
}

test("a change that is too costly to check is a draft that says so", async () => {
  const steps = [{ calls: [edit] }, { calls: [finishCall()] }];
  const { node, session } = await runJob(threadsWithout("check"), "Edit it.", steps);
  expect(session?.haultReason).toBe("completed");
  const change = await node.db.selectFrom("changes").selectAll().executeTakeFirstOrThrow();
  expect(change).toMatchObject({ draft: expect.toSatisfy(Boolean) });
  expect(change.body).toContain("too costly to check");
});

test("a model works without a description of docs that are too costly to describe", async () => {
  const steps = [{ calls: [edit] }, { calls: [finishCall()] }];
  const { node, session } = await runJob(threadsWithout("describe"), "Edit it.", steps);
  expect(session?.haultReason).toBe("completed");
  const files = await branchFiles(node.repository, "docs/one");
  expect(files["keys.md"]).toBe("# Keys\n\nTwo keys.\n");
});

test("an instruction that is too costly to plan changes nothing and says what to do", async () => {
  const { node, session } = await runJob(
    threadsWithout("edit"),
    'Replace "A key." with "Two keys.".',
  );
  expect(session?.messageToUser).toContain("say less at once");
  expect(await node.db.selectFrom("changes").selectAll().execute()).toEqual([]);
});

test("settings of the docs that are too costly to read end the job with their path", async () => {
  const threads = threadsWithout("base", { how: "open", path: "docs.json" });
  const steps = [{ calls: [edit] }, { calls: [finishCall()] }];
  const { node, session } = await runJob(threads, "Edit it.", steps);
  expect(session).toMatchObject({
    haultReason: "error",
    messageToUser: expect.stringContaining('the last file was "docs.json"'),
  });
  expect(await node.db.selectFrom("changes").selectAll().execute()).toEqual([]);
});
