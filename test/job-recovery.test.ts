import { sql } from "kysely";
import { expect, test } from "vitest";
import { defaultJobLimits, defaultJobSettings } from "../src/agent/run/job-limits.ts";
import { runGit } from "../src/git/run/git.ts";
import { branchFiles, createJobNode, type JobNode, jobEvents, task } from "./job-node.ts";
import { finishCall, type ScriptedStep, scriptedEditor } from "./scripted-editor.ts";

const branch = "docs/turns";
const edit = (old: string, text: string) => ({
  name: "edit_file",
  input: { path: "keys.md", old, new: text },
});
const firstEdit: ScriptedStep = { calls: [edit("A key lets", "A token lets")] };
const firstEnd: ScriptedStep = {
  calls: [finishCall({ title: "Say token", summary: "- The first summary." })],
};
const first = [firstEdit, firstEnd];
const secondEdit: ScriptedStep = { calls: [edit("to make a key", "to make a token")] };
const second: ScriptedStep[] = [
  secondEdit,
  { calls: [finishCall({ title: "More", summary: "- The second summary." })] },
];
const idle: ScriptedStep = { calls: [finishCall({ title: "Idle", summary: "- Nothing more." })] };

async function start(node: JobNode): Promise<string> {
  const response = await node.createJob(task("Rename it.", { branch }));
  await response.body?.cancel();
  return response.headers.get("x-session-id") ?? "";
}

const send = (node: JobNode, id: string, text: string) =>
  node.agent(`/job/${id}/message`, { method: "POST", body: JSON.stringify(task(text)) });
const cancel = (node: JobNode, id: string) => node.agent(`/job/${id}/cancel`, { method: "POST" });
const ended = async (node: JobNode, id: string) => jobEvents(await node.agent(`/job/${id}/stream`));
const changes = (node: JobNode) =>
  node.db.selectFrom("changes").selectAll().orderBy("number").execute();
const run = (node: JobNode, statement: string) => sql.raw(statement).execute(node.db);

/** The store refuses something once, as if the process had died there. */
async function refusing(node: JobNode, when: string, work: () => Promise<unknown>): Promise<void> {
  const name = `refuse_${when.replace(/\W/g, "_")}`;
  await run(node, `create trigger ${name} before ${when} begin select raise(abort, 'no'); end`);
  await work();
  await run(node, `drop trigger ${name}`);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function done(node: JobNode): Promise<string> {
  const id = await start(node);
  await node.jobs.startWorker();
  await ended(node, id);
  return id;
}

test("a job that died between commit and change in a later turn tells the whole of it", async () => {
  const node = await createJobNode({ model: scriptedEditor([...first, ...second]) });
  const id = await done(node);
  await refusing(node, "update on changes", () =>
    refusing(node, "update on jobs when new.state = 'halted'", async () => {
      await (await send(node, id, "More.")).body?.cancel();
      const isCommitted = async () =>
        (await branchFiles(node.repository, branch))["keys.md"]?.includes("make a token") === true;
      await until(isCommitted);
      await until(() => node.jobs.worker.running() === 0);
    }),
  );
  await run(node, "update jobs set lease_expires_at = ''");
  await until(async () => (await node.session(id)).haulted);
  const [change, ...others] = await changes(node);
  expect(others).toEqual([]);
  for (const text of ["The first summary", "The second summary", "More."])
    expect(change?.body).toContain(text);
});

test("work whose change could not be opened is proposed by the next turn, with its own words", async () => {
  const node = await createJobNode({ model: scriptedEditor([...first, idle]) });
  const id = await start(node);
  await refusing(node, "insert on changes", async () => {
    await node.jobs.startWorker();
    await ended(node, id);
  });
  expect(await node.session(id)).toMatchObject({ haultReason: "error" });
  await jobEvents(await send(node, id, "Try again."));
  expect(await node.session(id)).toMatchObject({ haultReason: "completed" });
  const [change] = await changes(node);
  expect(change).toMatchObject({ title: "Say token" });
  expect(change?.body).toContain("The first summary");
});

test("kept work goes on over what another job has put on the branch meanwhile", async () => {
  const steps: ScriptedStep[] = [firstEdit, { fault: new Error("down") }];
  const node = await createJobNode({ model: scriptedEditor(steps) });
  const id = await done(node);
  const write = { name: "write_file", input: { path: "other.md", content: "# Other\n" } };
  steps.splice(0, 2, { calls: [write, finishCall()] }, idle);
  await ended(node, await start(node));
  steps.splice(0, 2, firstEdit, ...second);
  await jobEvents(await send(node, id, "Go on."));
  expect(await node.session(id)).toMatchObject({ haultReason: "completed" });
  const files = await branchFiles(node.repository, branch);
  expect(files["keys.md"]).toContain("A token lets");
  expect(files["keys.md"]).toContain("to make a token");
  expect(files["other.md"]).toBe("# Other\n");
});

test("kept work on a file that somebody else changed meanwhile is dropped, and the model is told", async () => {
  const steps: ScriptedStep[] = [firstEdit, { fault: new Error("down") }];
  const model = scriptedEditor(steps);
  const node = await createJobNode({ model });
  const id = await done(node);
  steps.splice(0, 2, { calls: [...(secondEdit.calls ?? []), finishCall()] }, idle);
  await ended(node, await start(node));
  steps.splice(0, 2, firstEdit, idle);
  await jobEvents(await send(node, id, "Go on."));
  expect(await node.session(id)).toMatchObject({ haultReason: "completed" });
  expect(JSON.stringify(model.asked.at(-1)?.prompt)).toContain("keys.md");
  expect(JSON.stringify(model.asked.at(-1)?.prompt)).toContain("Somebody else has changed files");
});

test("cancelling a follow-up that waits keeps the work from before", async () => {
  const node = await createJobNode({
    model: scriptedEditor([firstEdit, { fault: new Error("down") }]),
  });
  const id = await done(node);
  await node.jobs.worker.drain(1_000);
  await (await send(node, id, "Go on.")).body?.cancel();
  await cancel(node, id);
  const row = await node.db.selectFrom("jobs").select("overlay").executeTakeFirst();
  expect(JSON.stringify(row?.overlay)).toContain("A token lets");
});

test("cancelling a later turn leaves the open change as it was, and the work with the session", async () => {
  const stuck = { ...idle, waitMs: 60_000 };
  const model = scriptedEditor([...first, secondEdit, stuck]);
  const node = await createJobNode({ model });
  const id = await done(node);
  await (await send(node, id, "More.")).body?.cancel();
  await until(() => model.asked.length === 4);
  await cancel(node, id);
  await ended(node, id);
  expect((await node.session(id)).messageToUser).toContain("Change 1 stays as it was");
  expect((await branchFiles(node.repository, branch))["keys.md"]).not.toContain("make a token");
  stuck.waitMs = 0;
  await jobEvents(await send(node, id, "Go on."));
  expect((await branchFiles(node.repository, branch))["keys.md"]).toContain("make a token");
  expect(await changes(node)).toHaveLength(1);
});

test("what a cancel left on the branch is proposed by the next turn, even if that changes nothing", async () => {
  const stuck = { ...idle, waitMs: 60_000 };
  const model = scriptedEditor([firstEdit, stuck]);
  const node = await createJobNode({ model });
  const id = await start(node);
  await node.jobs.startWorker();
  await until(() => model.asked.length === 2);
  await cancel(node, id);
  await ended(node, id);
  stuck.waitMs = 0;
  await jobEvents(await send(node, id, "Go on."));
  expect(await node.session(id)).toMatchObject({ haultReason: "completed" });
  expect((await changes(node))[0]?.body).toContain("Rename it.");
});

test("a cancel that comes while the change is being opened is not undone by a message that waits", async () => {
  const model = scriptedEditor([firstEdit, { ...firstEnd, waitMs: 300 }, ...second]);
  const node = await createJobNode({ model });
  const id = await start(node);
  await node.jobs.startWorker();
  await run(
    node,
    "create trigger late after insert on changes begin update jobs set cancel_requested_at = '2030' where id = new.job_id; end",
  );
  await until(() => model.asked.length === 2);
  await (await send(node, id, "The rest.")).body?.cancel();
  await ended(node, id);
  expect(model.asked).toHaveLength(2);
});

test("a turn after a merge speaks of its own work only", async () => {
  const node = await createJobNode({ model: scriptedEditor([...first, ...second]) });
  const id = await done(node);
  const merge = ["update-ref", "refs/heads/main", `refs/heads/${branch}`];
  await runGit(merge, { gitDirectory: node.repository });
  await jobEvents(await send(node, id, "More please."));
  const [, change] = await changes(node);
  expect(change).toMatchObject({ title: "More", state: "open" });
  expect(change?.body).not.toContain("The first summary");
});

test("a limit that an earlier turn reached is no word of a change that was completed", async () => {
  const list = { calls: [{ name: "list_files", input: {} }] };
  const limits = { ...defaultJobLimits, steps: 2 };
  const node = await createJobNode({
    model: scriptedEditor([list, list, ...first]),
    settings: { jobs: { ...defaultJobSettings, limits } },
  });
  const id = await done(node);
  await jobEvents(await send(node, id, "Go on."));
  const [change] = await changes(node);
  expect(change).toMatchObject({ title: "Say token", draft: false });
  expect(change?.body).not.toContain("limit");
});

test("killed between a reply and its tools, a turn still knows what it is about, and its log has no open step", async () => {
  const model = scriptedEditor([...first, ...second]);
  const node = await createJobNode({ model });
  const id = await done(node);
  const pending = async () => {
    const row = await node.db.selectFrom("jobs").select("pendingReply").executeTakeFirst();
    return row?.pendingReply !== null;
  };
  await refusing(node, "update of step on jobs when new.step > old.step", async () => {
    await (await send(node, id, "More please.")).body?.cancel();
    await until(pending);
    await until(() => node.jobs.worker.running() === 0);
  });
  await run(node, "update jobs set lease_expires_at = ''");
  const events = await ended(node, id);
  const asked = model.asked.map(({ providerOptions }) => JSON.stringify(providerOptions));
  expect(asked.at(-1)).toContain("More please.");
  const count = (type: string) => events.filter((event) => event.type === type).length;
  expect(count("start-step")).toBe(count("finish-step"));
});
