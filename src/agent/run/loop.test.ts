import { describe, expect, test } from "vitest";
import { openTestStore } from "../../../test/harness.ts";
import { localDocs } from "../../../test/local-docs.ts";
import { memoryOverlay } from "../../../test/memory-overlay.ts";
import { finishCall, type ScriptedStep, scriptedEditor } from "../../../test/scripted-editor.ts";
import { addTestProject, noon } from "../../../test/store-rows.ts";
import type { CheckReport } from "../../docs/check/finding.ts";
import { AppError } from "../../lib/app-error.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { createWake } from "../../lib/wake.ts";
import type { Database } from "../../store/database.ts";
import { findProject } from "../../store/docs/projects.ts";
import { jobEventsAfter } from "../../store/jobs/job-events.ts";
import { insertFollowUp } from "../../store/jobs/job-messages.ts";
import { claimJob, readProgress } from "../../store/jobs/job-queue.ts";
import { insertJob } from "../../store/jobs/jobs.ts";
import { freeTitle } from "../guidance/title-convention.ts";
import type { ToolContext } from "../tools/tool.ts";
import { defaultJobLimits, defaultJobSettings, type JobLimits } from "./job-limits.ts";
import { progressOf } from "./job-progress.ts";
import type { Work } from "./job-run.ts";
import { loop } from "./loop.ts";

const fine: CheckReport = { broken: [], knownBefore: 0, checks: [] };

type More = { limits?: Partial<JobLimits>; context?: Partial<ToolContext> };

/** A job of one project in a store of its own, in the hands of a worker. */
async function claimedJob(db: Database) {
  const projectId = await addTestProject(db);
  await db.transaction().execute((trx) =>
    insertJob(trx, {
      ...{ id: "job_1", projectId, branch: "docs/x", base: "main", model: "sonnet" },
      ...{ asDraft: false, idempotencyKey: "", createdAt: noon },
      messages: [{ role: "user", content: "Do it." }],
    }),
  );
  const claim = { owner: "worker", now: noon, leaseExpiresAt: "2999-01-01T00:00:00.000Z" };
  const claimed = await claimJob(db, claim);
  const project = await findProject(db, projectId);
  if (!claimed || !project) throw new Error("there is no job");
  return { claimed, project, lease: { jobId: "job_1", owner: "worker" } };
}

async function setUp(steps: ScriptedStep[], { limits = {}, context = {} }: More = {}) {
  const db = await openTestStore("sqlite");
  const claimed = await claimedJob(db);
  const abort = new AbortController();
  const run = { ...claimed, draining: new AbortController().signal, now: abort.signal };
  const logged: string[] = [];
  const deps = {
    db,
    clock: systemClock,
    wake: createWake(),
    log: createLog({ level: "warn", format: "json" }, { write: (line) => void logged.push(line) }),
    settings: { ...defaultJobSettings, limits: { ...defaultJobLimits, ...limits } },
    checkCeiling: async () => undefined,
    recordUsage: async () => undefined,
  };
  const stored = async () => {
    const progress = await readProgress(db, run.lease);
    if (!progress) throw new Error("the lease is lost");
    return progressOf(progress, []);
  };
  const model = scriptedEditor(steps);
  const overlay = memoryOverlay({ "keys.md": "# Keys\n\nA key.\n" });
  const all: ToolContext = {
    ...{ overlay, docsFolder: "", check: async () => fine, searchDocs: async () => [] },
    ...context,
  };
  const work: Work = {
    progress: await stored(),
    checkout: {
      repository: { path: "", defaultBranch: "main", docsFolder: "" },
      thread: {
        ask: () => Promise.reject(new Error("all is read here")),
        giveBack: () => undefined,
      },
      docs: localDocs(all),
      searchDocs: all.searchDocs,
      acceptance: "",
      instructions: "You edit docs.",
      convention: freeTitle,
      model: { id: "scripted", model },
    },
  };
  const events = async () => (await jobEventsAfter(db, "job_1", 0)).map(({ event }) => event);
  const play = () => loop(deps, run, work);
  return { db, abort, stored, events, logged, model, overlay, work, play };
}

const edit = { name: "edit_file", input: { path: "keys.md", old: "A key.", new: "Two keys." } };
const search = { name: "search_docs", input: { query: "keys" } };

test("a step is stored with its results and the checkout", async () => {
  const { play, stored, events } = await setUp([
    { text: "I edit.", calls: [edit, { name: "read_file", input: { path: "none.md" } }] },
    { fault: new Error("no second step") },
  ]);
  await expect(play()).rejects.toThrow();
  expect((await events()).map(({ type }) => type)).toEqual([
    "data-step",
    "start-step",
    "text-start",
    "text-delta",
    "text-end",
    "tool-input-available",
    "tool-input-available",
    "tool-output-available",
    "tool-output-error",
    "finish-step",
  ]);
  expect(await stored()).toMatchObject({
    step: 1,
    reply: undefined,
    overlay: [{ path: "keys.md", content: "# Keys\n\nTwo keys.\n" }],
    conversation: [
      { role: "assistant" },
      {
        role: "tool",
        content: [
          { toolCallId: "step-1-call-1", output: { type: "json", value: { path: "keys.md" } } },
          { toolCallId: "step-1-call-2", output: { type: "error-text" } },
        ],
      },
    ],
  });
});

test("the model gets our prompt first, then the caller's words, then the conversation", async () => {
  const { play, model } = await setUp([{ calls: [edit] }, { calls: [finishCall()] }]);
  await play();
  expect(model.asked.map(({ step }) => step)).toEqual([1, 2]);
  expect(model.asked[1]?.prompt).toMatchObject([
    { role: "system", content: "You edit docs." },
    { role: "user" },
    { role: "assistant" },
    { role: "tool" },
  ]);
  expect(model.asked[0]?.providerOptions).toEqual({
    docent: { task: "edit", instruction: "Do it." },
  });
});

test("a reply is committed before its tools run; it is not asked for again, and they run again", async () => {
  const list = { name: "list_files", input: {} };
  const first = await setUp([{ calls: [edit, search, list] }]);
  first.work.checkout.searchDocs = async () => {
    first.abort.abort(new Error("killed"));
    return [];
  };
  await expect(first.play()).rejects.toThrow("killed");
  const left = await first.stored();
  expect(left).toMatchObject({ step: 0, overlay: [], reply: { calls: [{}, {}, {}] } });
  expect((await first.events()).at(-1)).toMatchObject({ type: "tool-input-available" });
  const second = await setUp([{ fault: new Error("asked twice") }, { calls: [finishCall()] }]);
  second.work.progress = left;
  await second.play();
  expect(second.model.asked.map(({ step }) => step)).toEqual([2]);
  expect(await second.overlay.read("keys.md")).toContain("Two keys.");
});

test("calls that cannot be made are answered, and the model goes on", async () => {
  const { play, events } = await setUp([
    {
      calls: [
        { name: "run_shell", input: { command: "rm -rf /" } },
        { name: "edit_file", input: "{ not json" },
        { name: "edit_file", input: { path: "keys.md" } },
        { name: "set_todos", input: { todos: [{ id: 7 }] } },
      ],
    },
    { calls: [finishCall()] },
  ]);
  await play();
  const errors = (await events()).filter((event) => event.type === "tool-output-error");
  expect(errors).toHaveLength(4);
  expect(errors[0]).toMatchObject({ errorText: expect.stringContaining("run_shell") });
});

test("nothing runs after finish", async () => {
  const { play, overlay } = await setUp([{ calls: [finishCall(), edit] }]);
  await play();
  expect(overlay.changes()).toEqual([]);
});

test("a model that says something and calls nothing has finished", async () => {
  const { play } = await setUp([{ calls: [edit] }, { text: "All done." }]);
  expect(await play()).toEqual({
    title: "Do it.",
    summary: "All done.",
    messageToUser: "All done.",
    claims: [],
  });
});

test("a job that has reached a limit takes no further step, and its outcome says so", async () => {
  const list = { calls: [{ name: "list_files", input: {} }] };
  const { play, stored, model } = await setUp(Array(100).fill(list), { limits: { steps: 3 } });
  expect(await play()).toMatchObject({ title: "Do it.", limit: "3 steps" });
  expect(await stored()).toMatchObject({ step: 3, outcome: undefined });
  expect(model.asked).toHaveLength(3);
});

test("what people send meanwhile is given to the model with its next step, once", async () => {
  const { db, play, model, events, stored } = await setUp([
    { calls: [edit] },
    { calls: [finishCall()] },
  ]);
  const messages = [{ role: "user", content: "In German." }];
  await db
    .transaction()
    .execute((trx) => insertFollowUp(trx, "job_1", { messages, idempotencyKey: "", at: noon }));
  await play();
  const said = model.asked.map(
    ({ prompt }) => JSON.stringify(prompt).split("In German.").length - 1,
  );
  expect(said).toEqual([1, 1]);
  expect(model.asked[0]?.providerOptions).toMatchObject({
    docent: { instruction: "Do it.\n\nIn German." },
  });
  expect((await events())[0]).toMatchObject({ data: { text: "In German." } });
  expect((await stored()).turn.heard).toBe(1);
});

describe("a change that broke something", () => {
  const broken: CheckReport = {
    broken: [{ check: "link", path: "keys.md", line: 3, message: "there is no page /old" }],
    knownBefore: 0,
    checks: [],
  };
  const other = { name: "edit_file", input: { path: "keys.md", old: "Two", new: "Three" } };

  test("goes back to the model with the findings, and is done when they are gone", async () => {
    const reports = [broken, fine];
    const steps = [
      { calls: [edit, finishCall()] },
      { calls: [other, finishCall({ title: "Repaired" })] },
    ];
    const context = { check: async () => reports.shift() ?? fine };
    const { play, model } = await setUp(steps, { context });
    expect(await play()).toMatchObject({ title: "Repaired" });
    expect(JSON.stringify(model.asked[1]?.prompt)).toContain("keys.md:3 there is no page /old");
  });

  test("goes back three times at most", async () => {
    const write = (text: string) => ({
      name: "write_file",
      input: { path: "new.md", content: text },
    });
    const { play, model, stored } = await setUp(
      Array.from({ length: 9 }, (_, index) => ({ calls: [write(`# ${index}\n`), finishCall()] })),
      { context: { check: async () => broken } },
    );
    await play();
    expect(model.asked).toHaveLength(4);
    expect((await stored()).turn.rounds).toBe(3);
  });

  test("is proposed as it is when the model leaves it so, with the model's own words", async () => {
    for (const last of [{ calls: [finishCall({ title: "Mine" })] }, { text: "" }]) {
      const steps = [{ calls: [edit, finishCall({ title: "Mine" })] }, last];
      const { play, model } = await setUp(steps, { context: { check: async () => broken } });
      expect(await play()).toMatchObject({ title: "Mine" });
      expect(model.asked).toHaveLength(2);
    }
  });
});

test("a model that fails ends the job with a sentence and without its own words", async () => {
  const { play } = await setUp([{ fault: new Error("secret detail") }]);
  const failed = play();
  await expect(failed).rejects.toBeInstanceOf(AppError);
  await expect(failed).rejects.toThrow(/^The model could not be used/);
});

test("a tool of ours that breaks tells the model no details, and the log whose tool it was", async () => {
  const searchDocs = () => Promise.reject(new Error("/secret/path"));
  const steps = [{ calls: [search] }, { calls: [finishCall()] }];
  const { play, events, stored, logged } = await setUp(steps, { context: { searchDocs } });
  await play();
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { jobId: "job_1", tool: "search_docs", err: { message: "/secret/path" } },
  ]);
  const told = await events();
  expect(told.filter(({ type }) => type === "tool-output-error")).toHaveLength(1);
  expect(JSON.stringify([told, await stored()])).not.toContain("/secret/path");
});

test("an abort leaves a slow model and a slow tool at once", async () => {
  const searchDocs = () => new Promise<never>(() => undefined);
  for (const steps of [[{ waitMs: 60_000 }], [{ calls: [search] }]]) {
    const { play, abort } = await setUp(steps, { context: { searchDocs } });
    setTimeout(() => abort.abort(new Error("stop")), 50);
    await expect(play()).rejects.toThrow();
  }
});
