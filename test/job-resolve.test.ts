import { expect, test } from "vitest";
import { changeDetail } from "../src/contract/changes.ts";
import { commitOverlay } from "../src/git/overlay/commit-overlay.ts";
import { branchCommit } from "../src/git/read/resolve-commit.ts";
import { runGit } from "../src/git/run/git.ts";
import { createJobNode, type JobNode, jobEvents, task } from "./job-node.ts";
import { finishCall, type ScriptedStep, scriptedEditor } from "./scripted-editor.ts";

const branch = "docs/settle";
const write = (path: string, content: string) => ({ name: "write_file", input: { path, content } });
const finish = (summary: string) => finishCall({ title: "Say it", summary });
const firstTurn: ScriptedStep[] = [
  { calls: [write("install.md", "# Install\n\nFrom the branch.\n"), finish("- Said it.")] },
];

/** A job's change, and a base that says otherwise in the same place. */
async function inConflict(settling: ScriptedStep[]) {
  const model = scriptedEditor([...firstTurn, ...settling]);
  const node = await createJobNode({ model });
  const response = await node.createJob(task("Say it.", { branch }));
  await node.jobs.startWorker();
  await jobEvents(response);
  const sessionId = response.headers.get("x-session-id") ?? "";
  const target = await commitToMain(node, "# Install\n\nFrom the base.\n");
  const call = (path: string, method = "POST") =>
    node.request(`/v1/projects/acme/changes/1${path}`, {
      ...{ method, headers: { authorization: `Bearer ${node.keys.admin}` } },
    });
  const ended = async () => jobEvents(await node.agent(`/job/${sessionId}/stream`));
  return { node, model, sessionId, target, call, ended };
}

async function commitToMain({ repository }: JobNode, content: string): Promise<string> {
  const author = { name: "Ann", email: "ann@example.com" };
  const { commit } = await commitOverlay(repository, {
    base: await branchCommit(repository, "main"),
    branch: "main",
    changes: [
      { path: "install.md", content, mode: "100644" },
      { path: "more.md", content: "# More\n", mode: "100644" },
    ],
    ...{ message: "Otherwise\n", author, date: new Date("2030-01-01T00:00:00Z") },
  });
  return commit;
}

const git = async ({ repository }: JobNode, ...args: string[]) =>
  (await runGit(args, { gitDirectory: repository })).stdout.toString();

test("the agent settles a conflict in a real merge, after which the change merges cleanly", async () => {
  const settled = "# Install\n\nFrom both.\n";
  const { node, model, sessionId, target, call, ended } = await inConflict([
    // It says that it is done while a mark is left, and is sent back.
    { calls: [finish("- Nothing.")] },
    { calls: [write("install.md", settled), finish("- Settled.")] },
  ]);
  const head = await branchCommit(node.repository, branch);
  expect(await (await call("/merge")).json()).toMatchObject({ code: "conflict" });
  expect(await (await call("/resolve")).json()).toEqual({ sessionId });
  await ended();
  expect(await node.session(sessionId)).toMatchObject({ haultReason: "completed" });
  const asked = JSON.stringify(model.asked.at(-1));
  expect(asked).toContain("merged into");
  expect(asked).toContain("still have conflicts marked");
  expect((await git(node, "log", "-1", "--format=%P", branch)).trim()).toBe(`${head} ${target}`);
  expect(await git(node, "show", `${branch}:install.md`)).toBe(settled);
  expect(await git(node, "show", `${branch}:more.md`)).toBe("# More\n");
  const detail = changeDetail.parse(await (await call("", "GET")).json());
  expect(detail.conflicts).toEqual([]);
  expect(detail.files.map(({ path }) => path)).toEqual(["install.md"]);
  const again = await call("/resolve");
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ error: expect.stringContaining("merges cleanly") });
  expect(await (await call("/merge")).json()).toMatchObject({ state: "merged" });
});

test("what is not settled is not pushed, and can be asked for again", async () => {
  const settled = "# Install\n\nFrom both.\n";
  const { node, sessionId, call, ended } = await inConflict([
    { calls: [finish("- Nothing.")] },
    { calls: [finish("- Nothing.")] },
    { calls: [write("install.md", settled), finish("- Settled.")] },
  ]);
  const head = await branchCommit(node.repository, branch);
  await call("/resolve");
  await ended();
  const { haultReason, messageToUser } = await node.session(sessionId);
  expect(haultReason).toBe("error");
  expect(messageToUser).toContain('left in "install.md"');
  expect(await branchCommit(node.repository, branch)).toBe(head);
  await call("/resolve");
  await ended();
  expect(await git(node, "show", `${branch}:install.md`)).toBe(settled);
});

test("a job that is at work is not asked to settle conflicts", async () => {
  const { node, sessionId, call, ended } = await inConflict([
    { calls: [write("install.md", "# Install\n\nBoth.\n"), finish("- Settled.")], waitMs: 1_000 },
  ]);
  await node.agent(`/job/${sessionId}/message`, {
    ...{ method: "POST", body: JSON.stringify(task("Go on.")) },
  });
  const busy = await call("/resolve");
  expect(busy.status).toBe(409);
  expect(await busy.json()).toMatchObject({ error: expect.stringContaining("still at work") });
  await ended();
});
