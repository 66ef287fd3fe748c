import { describe, expect, test } from "vitest";
import {
  defaultJobLimits,
  defaultJobSettings,
  type JobLimits,
} from "../src/agent/run/job-limits.ts";
import { runGit } from "../src/git/run/git.ts";
import { storeKinds } from "./harness.ts";
import { branchFiles, createJobNode, type JobNode, jobEvents, task } from "./job-node.ts";
import { finishCall, type ScriptedStep, scriptedEditor } from "./scripted-editor.ts";

const branch = "docs/turns";
const edit = (old: string, text: string) => ({
  name: "edit_file",
  input: { path: "keys.md", old, new: text },
});
const firstTurn: ScriptedStep[] = [
  { calls: [edit("A key lets", "A token lets")] },
  { calls: [finishCall({ title: "Say token", summary: "- Renamed the key." })] },
];
const secondTurn: ScriptedStep[] = [
  {
    calls: [
      edit("to make a key", "to make a token"),
      finishCall({ title: "More", summary: "- Renamed the rest." }),
    ],
  },
];

async function start(node: JobNode, more: Record<string, unknown> = {}): Promise<string> {
  const response = await node.createJob(task("Rename it.", { branch, ...more }));
  await response.body?.cancel();
  return response.headers.get("x-session-id") ?? "";
}

const send = (node: JobNode, id: string, text: string, headers: Record<string, string> = {}) =>
  node.agent(`/job/${id}/message`, { method: "POST", headers, body: JSON.stringify(task(text)) });

const ended = async (node: JobNode, id: string) => jobEvents(await node.agent(`/job/${id}/stream`));

async function changes(node: JobNode) {
  return node.db.selectFrom("changes").selectAll().orderBy("number").execute();
}

async function commits(node: JobNode): Promise<number> {
  const args = ["rev-list", "--count", branch, "^main"];
  const { stdout } = await runGit(args, { gitDirectory: node.repository });
  return Number(stdout.toString());
}

const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe.each(storeKinds)("on %s", (store) => {
  test("a message after the end goes on upon the branch and updates the same change", async () => {
    const model = scriptedEditor([...firstTurn, ...secondTurn]);
    const node = await createJobNode({ store, model });
    const id = await start(node);
    await node.jobs.startWorker();
    await ended(node, id);
    const before = await node.session(id);
    const events = await jobEvents(await send(node, id, "The other place too."));
    expect(events.map(({ type }) => type)).toEqual([
      "start",
      "data-session",
      "data-todos",
      "data-session",
      "data-follow-up",
      "data-step",
      "start-step",
      "tool-input-available",
      "tool-input-available",
      "tool-output-available",
      "tool-output-available",
      "finish-step",
      "data-pull-request",
      "data-session",
      "finish",
    ]);
    expect(await node.session(id)).toEqual({ ...before, messageToUser: expect.any(String) });
    const files = await branchFiles(node.repository, branch);
    expect(files["keys.md"]).toContain("A token lets");
    expect(files["keys.md"]).toContain("to make a token");
    const [change, ...others] = await changes(node);
    expect(others).toEqual([]);
    expect(change).toMatchObject({ title: "Say token", jobId: id });
    for (const text of [
      "Rename it.",
      "The other place too.",
      "Renamed the key",
      "Renamed the rest",
    ])
      expect(change?.body).toContain(text);
    expect(await commits(node)).toBe(2);
    const whole = await ended(node, id);
    expect(whole.filter(({ type }) => type === "finish")).toHaveLength(2);
  });

  test("a message during a run is read with the next step", async () => {
    const [one, two] = firstTurn;
    const model = scriptedEditor([{ ...one, waitMs: 200 }, { ...two }]);
    const node = await createJobNode({ store, model });
    const id = await start(node);
    await node.jobs.startWorker();
    await until(() => model.asked.length === 1);
    const sent = jobEvents(await send(node, id, "Keep it short."));
    await ended(node, id);
    expect(JSON.stringify(model.asked[0]?.prompt)).not.toContain("Keep it short.");
    expect(JSON.stringify(model.asked[1]?.prompt)).toContain("Keep it short.");
    expect((await sent).some(({ type }) => type === "data-follow-up")).toBe(true);
    expect(model.asked).toHaveLength(2);
    expect((await changes(node))[0]?.body).toContain("Keep it short.");
  });

  test("a message that comes while the last step runs begins a turn of its own", async () => {
    const [one, two] = firstTurn;
    const model = scriptedEditor([{ ...one }, { ...two, waitMs: 200 }, ...secondTurn]);
    const node = await createJobNode({ store, model });
    const id = await start(node);
    await node.jobs.startWorker();
    await until(() => model.asked.length === 2);
    await (await send(node, id, "The rest.")).body?.cancel();
    const events = await ended(node, id);
    expect(events.filter(({ type }) => type === "finish")).toHaveLength(2);
    expect(model.asked).toHaveLength(3);
    expect(await changes(node)).toHaveLength(1);
    expect(await commits(node)).toBe(2);
  });

  test("one idempotency key is one message, and gives its stream again", async () => {
    const model = scriptedEditor([...firstTurn, ...secondTurn]);
    const node = await createJobNode({ store, model });
    const id = await start(node);
    await node.jobs.startWorker();
    await ended(node, id);
    const key = { "idempotency-key": "k" };
    const first = await jobEvents(await send(node, id, "The rest.", key));
    expect(await jobEvents(await send(node, id, "The rest.", key))).toEqual(first);
    expect(model.asked).toHaveLength(3);
  });

  test("a cancelled job leaves what it had done on its branch, unproposed, and can go on from there", async () => {
    const [one] = firstTurn;
    const stuck = { calls: [finishCall()], waitMs: 60_000 };
    const model = scriptedEditor([{ ...one }, stuck]);
    const node = await createJobNode({ store, model });
    const id = await start(node);
    await node.jobs.startWorker();
    await until(() => model.asked.length === 2);
    await (await send(node, id, "Never heard.")).body?.cancel();
    await node.agent(`/job/${id}/cancel`, { method: "POST" });
    await ended(node, id);
    expect(await node.session(id)).toMatchObject({
      haultReason: "interrupted",
      pullRequestLink: "",
      messageToUser: expect.stringContaining(branch),
    });
    expect((await branchFiles(node.repository, branch))["keys.md"]).toContain("A token lets");
    expect(await changes(node)).toEqual([]);
    stuck.waitMs = 0;
    await jobEvents(await send(node, id, "Go on."));
    expect(await node.session(id)).toMatchObject({ haultReason: "completed" });
    expect(await commits(node)).toBe(1);
  });

  test("a message to a job whose model fails ends it once more, and the next one brings it along", async () => {
    const steps: ScriptedStep[] = [{ fault: new Error("down") }];
    const model = scriptedEditor(steps);
    const node = await createJobNode({ store, model });
    const id = await start(node);
    await node.jobs.startWorker();
    await ended(node, id);
    const events = await jobEvents(await send(node, id, "Are you there?"));
    expect(events.at(-1)).toMatchObject({ type: "error" });
    expect(model.asked).toHaveLength(2);
    steps.splice(0, 1, ...firstTurn);
    await jobEvents(await send(node, id, "And now?"));
    expect(await node.session(id)).toMatchObject({ haultReason: "completed" });
    expect(JSON.stringify(model.asked[2]?.prompt)).toMatch(/Are you there.*And now/);
  });

  test("a job that waits says what it waits for", async () => {
    const node = await createJobNode({ store, model: scriptedEditor([]) });
    const [first, second] = [await start(node), await start(node)];
    expect(await node.session(first)).toMatchObject({
      messageToUser: "Waits for a worker to take it.",
    });
    expect((await node.session(second)).messageToUser).toContain(`Waits for session ${first}`);
    expect((await node.sessions())[0]?.messageToUser).toContain(first);
  });
});

test("a message to a session that is not there, or without words, is refused", async () => {
  const node = await createJobNode();
  expect((await send(node, "job_nothing", "Hello.")).status).toBe(404);
  const id = await start(node);
  const empty = { method: "POST", body: JSON.stringify({ messages: [] }) };
  expect((await node.agent(`/job/${id}/message`, empty)).status).toBe(400);
});

describe("a job that reaches a limit", () => {
  const settingsWith = (limits: Partial<JobLimits>) => ({
    jobs: { ...defaultJobSettings, limits: { ...defaultJobLimits, ...limits } },
  });

  test.each([
    ["steps", { steps: 1 }, "1 steps"],
    ["files", { files: 1 }, "1 changed files"],
    ["bytes", { bytes: 10 }, "kB of changed text"],
    ["time", { workMs: 1 }, "minutes"],
  ])("of %s proposes what is there as a draft, and says so", async (_, limits, words) => {
    const model = scriptedEditor(firstTurn.map((step) => ({ ...step, waitMs: 10 })));
    const node = await createJobNode({ model, settings: settingsWith(limits) });
    const id = await start(node);
    await node.jobs.startWorker();
    await ended(node, id);
    expect(await node.session(id)).toMatchObject({
      haultReason: "completed",
      messageToUser: expect.stringContaining(words),
    });
    expect(await changes(node)).toMatchObject([{ draft: true, state: "open" }]);
    expect((await changes(node))[0]?.body).toContain(words);
    expect(model.asked).toHaveLength(1);
  });

  test("before it has changed anything ends with an error", async () => {
    const list = { calls: [{ name: "list_files", input: {} }] };
    const model = scriptedEditor([list, list]);
    const node = await createJobNode({ model, settings: settingsWith({ steps: 1 }) });
    const id = await start(node);
    await node.jobs.startWorker();
    await ended(node, id);
    expect(await node.session(id)).toMatchObject({ haultReason: "error" });
    expect(await changes(node)).toEqual([]);
  });
});
