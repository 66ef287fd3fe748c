import { describe, expect, test } from "vitest";
import { overlayOf } from "../../../test/overlay-of.ts";
import { finishCall, type ScriptedStep, scriptedEditor } from "../../../test/scripted-editor.ts";
import type { JobEvent } from "../../contract/jobs.ts";
import type { CheckReport } from "../../docs/check/finding.ts";
import { AppError } from "../../lib/app-error.ts";
import { createLog } from "../../lib/log.ts";
import { toTurn } from "../../store/jobs/job-turns.ts";
import { jobTools } from "../tools/job-tools.ts";
import type { Progress } from "./job-progress.ts";
import { type LoopDeps, loop } from "./loop.ts";

const start: Progress = {
  baseCommit: "",
  step: 0,
  attempt: 1,
  conversation: [],
  reply: undefined,
  overlay: [],
  todos: [],
  outcome: undefined,
  turn: { ...toTurn({}), refused: null, earlier: [] },
};

const fine: CheckReport = { broken: [], knownBefore: 0, checks: [] };

async function setUp(steps: ScriptedStep[], more: Partial<LoopDeps> = {}) {
  const model = scriptedEditor(steps);
  const saved: { kind: string; progress?: Progress; events: JobEvent[] }[] = [];
  const overlay = await overlayOf({ "keys.md": "# Keys\n\nA key.\n" });
  const deps: LoopDeps = {
    model,
    instructions: "You edit docs.",
    opening: [{ role: "user", content: "Do it." }],
    instruction: () => "Do it.",
    docsFolder: "",
    tools: jobTools,
    context: { overlay, docsFolder: "", check: async () => fine, searchDocs: async () => [] },
    saveReply: async (_, { events }) => void saved.push({ kind: "reply", events }),
    saveStep: async (progress, events) => void saved.push({ kind: "step", progress, events }),
    mayGoOn: () => undefined,
    limit: async () => undefined,
    followUps: async () => [],
    compact: ({ conversation }) => conversation,
    beforeCall: async () => undefined,
    used: async () => undefined,
    signal: new AbortController().signal,
    log: createLog({ level: "silent", format: "json" }),
    ...more,
  };
  return { deps, model, saved, overlay };
}

const edit = { name: "edit_file", input: { path: "keys.md", old: "A key.", new: "Two keys." } };

test("each step is two commits: the reply, then its results and the checkout", async () => {
  const { deps, saved } = await setUp([
    { text: "I edit.", calls: [edit, { name: "read_file", input: { path: "none.md" } }] },
    { calls: [finishCall({ title: "Two keys" })] },
  ]);
  expect(await loop(deps, start)).toMatchObject({ title: "Two keys" });
  expect(saved.map(({ kind }) => kind)).toEqual(["reply", "step", "reply", "step"]);
  expect(saved[0]?.events.map(({ type }) => type)).toEqual([
    "data-step",
    "start-step",
    "text-start",
    "text-delta",
    "text-end",
    "tool-input-available",
    "tool-input-available",
  ]);
  expect(saved[1]?.events.map(({ type }) => type)).toEqual([
    "tool-output-available",
    "tool-output-error",
    "finish-step",
  ]);
  expect(saved[1]?.progress).toMatchObject({
    step: 1,
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
  const { deps, model } = await setUp([{ calls: [edit] }, { calls: [finishCall()] }]);
  await loop(deps, start);
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

test("a reply that was committed is not asked for again; its tools run again", async () => {
  const first = await setUp([{ calls: [edit] }]);
  const replies: unknown[] = [];
  const killed = loop(
    {
      ...first.deps,
      saveReply: async (reply) => void replies.push(JSON.parse(JSON.stringify(reply))),
      saveStep: () => Promise.reject(new Error("killed")),
    },
    start,
  );
  await expect(killed).rejects.toThrow("killed");
  const second = await setUp([{ fault: new Error("asked twice") }, { calls: [finishCall()] }]);
  await loop(second.deps, { ...start, reply: replies[0] as Progress["reply"] });
  expect(second.model.asked.map(({ step }) => step)).toEqual([2]);
  expect(await second.overlay.read("keys.md")).toContain("Two keys.");
});

test("calls that cannot be made are answered, and the model goes on", async () => {
  const { deps, saved } = await setUp([
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
  await loop(deps, start);
  const errors = saved[1]?.events.filter((event) => event.type === "tool-output-error");
  expect(errors).toHaveLength(4);
  expect(errors?.[0]).toMatchObject({ errorText: expect.stringContaining("run_shell") });
});

test("nothing runs after finish", async () => {
  const { deps, overlay } = await setUp([{ calls: [finishCall(), edit] }]);
  await loop(deps, start);
  expect(overlay.changes()).toEqual([]);
});

test("a model that says something and calls nothing has finished", async () => {
  const { deps } = await setUp([{ calls: [edit] }, { text: "All done." }]);
  expect(await loop(deps, start)).toEqual({
    title: "Do it.",
    summary: "All done.",
    messageToUser: "All done.",
    claims: [],
  });
});

test("a job that has reached a limit takes no further step, and its outcome says so", async () => {
  const list = { calls: [{ name: "list_files", input: {} }] };
  const limit: LoopDeps["limit"] = async ({ step }) => (step >= 3 ? "3 steps" : undefined);
  const { deps, saved, model } = await setUp(Array(100).fill(list), { limit });
  expect(await loop(deps, start)).toMatchObject({ title: "Do it.", limit: "3 steps" });
  expect(saved).toHaveLength(6);
  expect(model.asked).toHaveLength(3);
});

test("what people send meanwhile is given to the model with its next step, once", async () => {
  const followUp = { seq: 1, messages: [{ role: "user", content: "In German." }], afterSeq: 3 };
  const followUps = async (heard: number) => (heard < 1 ? [followUp] : []);
  const { deps, model, saved } = await setUp([{ calls: [edit] }, { calls: [finishCall()] }], {
    followUps,
  });
  await loop(deps, start);
  const said = model.asked.map(
    ({ prompt }) => JSON.stringify(prompt).split("In German.").length - 1,
  );
  expect(said).toEqual([1, 1]);
  expect(saved[0]?.events[0]).toMatchObject({ data: { text: "In German." } });
  expect(saved[1]?.progress?.turn.heard).toBe(1);
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
    const { deps, model } = await setUp([
      { calls: [edit, finishCall()] },
      { calls: [other, finishCall({ title: "Repaired" })] },
    ]);
    deps.context.check = async () => reports.shift() ?? fine;
    expect(await loop(deps, start)).toMatchObject({ title: "Repaired" });
    expect(JSON.stringify(model.asked[1]?.prompt)).toContain("keys.md:3 there is no page /old");
  });

  test("goes back three times at most", async () => {
    const write = (text: string) => ({
      name: "write_file",
      input: { path: "new.md", content: text },
    });
    const { deps, model, saved } = await setUp(
      Array.from({ length: 9 }, (_, index) => ({ calls: [write(`# ${index}\n`), finishCall()] })),
    );
    deps.context.check = async () => broken;
    await loop(deps, start);
    expect(model.asked).toHaveLength(4);
    expect(saved.at(-1)?.progress?.turn.rounds).toBe(3);
  });

  test("is proposed as it is when the model leaves it so, with the model's own words", async () => {
    for (const last of [{ calls: [finishCall({ title: "Mine" })] }, { text: "" }]) {
      const { deps, model } = await setUp([{ calls: [edit, finishCall({ title: "Mine" })] }, last]);
      deps.context.check = async () => broken;
      expect(await loop(deps, start)).toMatchObject({ title: "Mine" });
      expect(model.asked).toHaveLength(2);
    }
  });
});

test("a model that fails ends the job with a sentence and without its own words", async () => {
  const { deps } = await setUp([{ fault: new Error("secret detail") }]);
  const failed = loop(deps, start);
  await expect(failed).rejects.toBeInstanceOf(AppError);
  await expect(failed).rejects.toThrow(/^The model could not be used/);
});

test("a tool of ours that breaks tells the model no details", async () => {
  const broken = { ...jobTools[0], run: () => Promise.reject(new Error("/secret/path")) };
  const { deps, saved } = await setUp(
    [{ calls: [{ name: "list_files", input: {} }] }, { calls: [finishCall()] }],
    { tools: [broken as (typeof jobTools)[number], ...jobTools.slice(1)] },
  );
  await loop(deps, start);
  expect(JSON.stringify(saved)).not.toContain("/secret/path");
});

test("an abort leaves a slow model and a slow tool at once", async () => {
  const stop = new Error("stop");
  const slowTool = { ...jobTools[0], run: () => new Promise<never>(() => undefined) };
  const tools = [slowTool as (typeof jobTools)[number]];
  const calls = [{ name: "list_files", input: {} }];
  for (const steps of [[{ waitMs: 60_000 }], [{ calls }]]) {
    const abort = new AbortController();
    const { deps } = await setUp(steps, { signal: abort.signal, tools });
    const running = loop(deps, start);
    setTimeout(() => abort.abort(stop), 50);
    await expect(running).rejects.toThrow();
  }
});
