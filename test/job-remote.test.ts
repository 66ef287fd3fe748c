import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changeDetail } from "../src/contract/changes.ts";
import { branchCommit } from "../src/git/read/resolve-commit.ts";
import { mirrorPlace } from "../src/git/remote/mirror.ts";
import { updateSourcePlace } from "../src/store/docs/sources.ts";
import { fakeGitea } from "./forges/fake-gitea.ts";
import { createForgeState } from "./forges/forge-state.ts";
import type { ForgeState } from "./forges/forge-types.ts";
import { remoteToken, serveRemote } from "./git-remote.ts";
import { samplePages } from "./harness.ts";
import { branchFiles, createJobNode, jobEvents, task } from "./job-node.ts";
import { makeTree } from "./make-tree.ts";
import { createRemoteJobNode } from "./remote-job-node.ts";
import { finishCall, type ScriptedStep, scriptedEditor } from "./scripted-editor.ts";

const branch = "docs/new";

/** Writes one page, then ends. */
function writing(content = "# New\n", more: ScriptedStep = {}) {
  const write = { name: "write_file", input: { path: "new.md", content } };
  return scriptedEditor([{ calls: [write], ...more }, { calls: [finishCall()] }]);
}

test("a job on a remote repository pushes its branch, and its change is merged there", async () => {
  const { run, changes, listChanges, served, db } = await createRemoteJobNode({ model: writing() });
  const { session, events } = await run(branch);
  expect(session).toMatchObject({ haultReason: "completed", branch });
  expect(events.at(-1)).toEqual({ type: "finish" });
  expect(await branchFiles(served.origin.path, branch)).toEqual({
    ...samplePages,
    "new.md": "# New\n",
  });
  const headCommit = await served.tip(branch);
  const all = await listChanges();
  expect(all).toMatchObject([
    { number: 1, state: "open", headCommit, sessionId: session.sessionId },
  ]);
  expect(session.pullRequestLink).toBe(all[0]?.url);
  const detail = changeDetail.parse(await (await changes("/1")).json());
  expect(detail.files).toMatchObject([{ path: "new.md", status: "added" }]);
  const merged = await changes(`/1/merge?headCommit=${headCommit}`, { method: "POST" });
  expect(await merged.json()).toMatchObject({ state: "merged" });
  expect(await served.origin.git("show", "main:new.md")).toBe("# New\n");
  expect(await served.origin.git("log", "-1", "--format=%an %P", "main")).toContain(headCommit);
  expect(await db.selectFrom("changes").select("state").execute()).toEqual([{ state: "merged" }]);
});

test("a second job builds upon what people pushed to the branch, in one change", async () => {
  const model = scriptedEditor([
    { calls: [{ name: "edit_file", input: { path: "new.md", old: "New", new: "Newer" } }] },
    { calls: [finishCall()] },
  ]);
  const { run, served, listChanges } = await createRemoteJobNode({ model });
  const main = await served.tip("main");
  const theirs = await served.origin.commit(branch, { "new.md": "# New\n" }, main);
  const { session } = await run(branch);
  expect(session).toMatchObject({ haultReason: "completed" });
  expect(await served.origin.git("log", "--format=%P", `${theirs}..${branch}`)).toBe(`${theirs}\n`);
  expect(await served.origin.git("show", `${branch}:new.md`)).toBe("# Newer\n");
  expect(await listChanges()).toHaveLength(1);
});

test("two jobs on one mirror at the same time both push", async () => {
  const { run, served, db } = await createRemoteJobNode({
    model: writing("# Two\n", { waitMs: 200 }),
  });
  const ends = await Promise.all(["docs/a", "docs/b", "docs/c"].map((name) => run(name)));
  for (const { session } of ends) expect(session).toMatchObject({ haultReason: "completed" });
  const tips = await Promise.all(["docs/a", "docs/b", "docs/c"].map(served.tip));
  const rows = await db.selectFrom("changes").select(["headCommit", "state"]).execute();
  expect(rows.map((row) => row.headCommit).sort()).toEqual(tips.sort());
  expect(rows.every((row) => row.state === "open")).toBe(true);
});

test("a branch that somebody moved meanwhile stays theirs, and the job says so", async () => {
  const served = await serveRemote(samplePages);
  await served.origin.commit(branch, { "theirs.md": "1\n" }, await served.tip("main"));
  const model = writing();
  let theirs = "";
  const doGenerate: typeof model.doGenerate = async (options) => {
    if (model.asked.length === 1)
      theirs = await served.origin.commit(branch, { "theirs.md": "2\n" });
    return model.doGenerate(options);
  };
  const { run, listChanges } = await createRemoteJobNode({
    model: { ...model, doGenerate },
    served,
  });
  const { session } = await run(branch);
  expect(session).toMatchObject({
    haultReason: "error",
    messageToUser: expect.stringMatching(/^Somebody else changed the branch "docs\/new"/),
    pullRequestLink: "",
  });
  expect(await served.tip(branch)).toBe(theirs);
  expect(await listChanges()).toEqual([]);
});

test("a token that may not push, and one that may not read, end a job as misconfigured", async () => {
  const served = await serveRemote(samplePages);
  const dataFolder = (await makeTree({})).root;
  await served.origin.git("config", "http.receivepack", "false");
  const reader = await createRemoteJobNode({ model: writing(), served, dataFolder });
  const read = await reader.run(branch);
  expect(read.session).toMatchObject({
    haultReason: "github_missconfigured",
    messageToUser: expect.stringContaining("DOCENT_GIT_TOKEN"),
  });
  expect(await served.tip(branch)).toBeUndefined();
  const wrong = `${remoteToken}-wrong`;
  const stranger = await createRemoteJobNode({
    model: writing(),
    served,
    dataFolder,
    token: wrong,
  });
  const { session } = await stranger.run(branch);
  expect(session).toMatchObject({
    haultReason: "github_missconfigured",
    messageToUser: expect.stringContaining("DOCENT_GIT_TOKEN"),
  });
  expect(JSON.stringify([read, session])).not.toContain("hunter2");
});

test("a job whose remote is gone ends with a sentence that says so", async () => {
  const { run, served } = await createRemoteJobNode({ model: writing() });
  await run("docs/before");
  await rename(served.origin.path, `${served.origin.path}-gone`);
  const { session, events } = await run(branch);
  expect(session).toMatchObject({ haultReason: "github_missconfigured" });
  expect(session.messageToUser).toMatch(/has no such repository: check the address/);
  expect(events.at(-1)).toEqual({ type: "error", errorText: session.messageToUser });
});

test("the first job after the default branch was renamed on the host is made for the new one", async () => {
  const { run, served, listChanges } = await createRemoteJobNode({ model: writing() });
  await run("docs/before");
  const { git } = served.origin;
  await git("branch", "-m", "main", "trunk");
  await git("symbolic-ref", "HEAD", "refs/heads/trunk");
  const { session } = await run(branch);
  expect(session).toMatchObject({ haultReason: "completed" });
  const change = (await listChanges()).find(({ head }) => head === branch);
  expect(change).toMatchObject({ base: "trunk", state: "open" });
  expect(await git("merge-base", "--is-ancestor", "trunk", branch)).toBe("");
});

test("a job is refused while its remote cannot be mirrored, with what to set", async () => {
  const node = await createRemoteJobNode({ model: writing(), token: "wrong" });
  const response = await node.createJob({ messages: [{ role: "user", content: "Edit." }] });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({
    code: "conflict",
    error: expect.stringContaining("refused the token in DOCENT_GIT_TOKEN"),
  });
});

test("a commit stays in the mirror until it can be pushed, and the mirror follows the remote", async () => {
  const dataFolder = (await makeTree({})).root;
  const { run, served } = await createRemoteJobNode({ model: writing(), dataFolder });
  await served.origin.git("config", "http.receivepack", "false");
  await run(branch);
  await served.origin.git("config", "http.receivepack", "true");
  const next = await served.origin.commit("main", { "more.md": "# More\n" });
  const { session } = await run("docs/other");
  expect(session).toMatchObject({ haultReason: "completed" });
  const mirror = mirrorPlace(join(dataFolder, "mirrors"), served.url);
  expect(await branchCommit(mirror, "main")).toBe(next);
  expect(await branchFiles(mirror, "docs/other")).toHaveProperty(["more.md"]);
});

/** A job that is taken up by a node without a copy of the repository, after `spoil`. */
async function withoutMirror(location: string, login: { token: string }, spoil: () => unknown) {
  const dataFolder = (await makeTree({})).root;
  const logins = new Map([["", { ...login, username: undefined }]]);
  const git = { logins, ssh: {} };
  const node = await createJobNode({ model: writing(), settings: { dataFolder, git } });
  const place = { kind: "git", location, branch: "", subfolder: "" } as const;
  await updateSourcePlace(node.db, node.source.id, place);
  const stream = await node.createJob(task("Edit it.", { branch }));
  await rm(join(dataFolder, "mirrors"), { recursive: true });
  await spoil();
  logins.set("", { ...login, username: undefined });
  await node.jobs.startWorker();
  await jobEvents(stream);
  return node.session(stream.headers.get("x-session-id") ?? "");
}

// Git asks for another login where one is unknown, and does not pass on what the host says then.
const spoiled: [string, (state: ForgeState) => unknown, string][] = [
  ["revoked", ({ tokens }) => tokens.delete("tok-docent-bot"), "refused the token"],
  [
    "shut out",
    ({ addAccount }) => addAccount("docent-bot", "none", "tok-docent-bot"),
    "Repository not found.",
  ],
];

test.each(spoiled)(
  "a token that is %s before a node has its copy ends a job as misconfigured, with what git heard of the host",
  async (_, spoil, words) => {
    const state = await createForgeState(samplePages);
    const { url } = await fakeGitea(state);
    const location = `${url}/${state.path}.git`;
    const session = await withoutMirror(location, { token: "tok-docent-bot" }, () => spoil(state));
    expect(session).toMatchObject({
      haultReason: "github_missconfigured",
      messageToUser: expect.stringContaining("refused the token in DOCENT_GIT_TOKEN"),
    });
    expect(session.messageToUser).toContain(words);
  },
);

test("a token that is forbidden before a node has its copy ends a job as misconfigured", async () => {
  const { url } = await serveRemote(samplePages);
  const login = { token: remoteToken };
  const session = await withoutMirror(url, login, () => Object.assign(login, { token: "wrong" }));
  expect(session).toMatchObject({ haultReason: "github_missconfigured" });
});
