import { expect, test } from "vitest";
import { answerComments } from "../src/changes/answer-comments.ts";
import { createCommentAnswerer } from "../src/changes/comment-answerer.ts";
import { lookAtPull, takeComments } from "../src/changes/look-at-pull.ts";
import { changeDetail } from "../src/contract/changes.ts";
import type { HostComment } from "../src/forge/hosts/forge-host.ts";
import { AppError } from "../src/lib/app-error.ts";
import { createLog } from "../src/lib/log.ts";
import { listComments } from "../src/store/jobs/change-comments.ts";
import { memoryHost } from "./forges/memory-host.ts";
import { serveRemote } from "./git-remote.ts";
import { samplePages } from "./harness.ts";
import { createRemoteJobNode } from "./remote-job-node.ts";
import { finishCall, scriptedEditor } from "./scripted-editor.ts";

const comment: HostComment = {
  ...{ id: "note-7", thread: "t-1", author: "ada", isOwn: false, body: "@docent shorten this" },
  place: { path: "new.md", line: 1, side: "new" },
  ...{ url: "http://forge.test/7", createdAt: "2030-01-01T12:00:00Z" },
  updatedAt: "2030-01-01T12:00:00Z",
};

async function setUp() {
  const served = await serveRemote(samplePages);
  const host = memoryHost(served.origin);
  host.writers.add("ada");
  const edit = { path: "new.md", old: "# New", new: "# N" };
  const model = scriptedEditor([
    { calls: [{ name: "write_file", input: { path: "new.md", content: "# New\n" } }] },
    { calls: [finishCall()] },
    { calls: [{ name: "edit_file", input: edit }] },
    { calls: [finishCall()] },
  ]);
  const node = await createRemoteJobNode({ model, served, hostOf: async () => host });
  const { session } = await node.run("docs/new");
  const look = () => lookAtPull(node.lookDeps, { sourceId: node.source.id, number: 3 });
  const comments = async () => changeDetail.parse(await (await node.changes("/1")).json()).comments;
  const ended = () =>
    expect
      .poll(async () => (await node.session(session.sessionId)).haultReason, { timeout: 30_000 })
      .toBe("completed");
  return { ...node, served, host, model, session, look, comments, ended };
}

test("a comment for the agent becomes a follow-up, which lands, is answered once and merged there", async () => {
  const { session, host, look, comments, ended, served, model, listChanges, answers } =
    await setUp();
  expect(session.pullRequestLink).toBe("http://forge.test/acme/docs/pulls/3");
  host.said.push(comment);
  expect(await look()).toBe(true);
  expect(await look()).toBe(true);
  answers.start();
  await ended();
  expect(JSON.stringify(model.asked[2]?.prompt)).toContain("> shorten this");
  await expect
    .poll(comments, { timeout: 20_000 })
    .toMatchObject([{ author: "ada", path: "new.md", line: 1, state: "answered" }]);
  expect(host.answers).toMatchObject([{ to: "note-7" }]);
  expect(await served.origin.git("show", "docs/new:new.md")).toBe("# N\n");
  expect(host.pulls).toHaveLength(1);
  await host.squash(3, "grace");
  expect(await look()).toBe(true);
  expect(await listChanges()).toMatchObject([
    { state: "merged", forge: { kind: "gitea", number: 3, mergedBy: "grace" } },
  ]);
  await answers.stop();
});

test("a review is written on the pull request once, is no request there, and hides none", async () => {
  const node = await setUp();
  const { host, look, comments, ended, answers, db, project, session } = node;
  const review = () =>
    node.request(`/v1/projects/${project.id}/changes/1/review`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${node.keys.admin}`,
        "content-type": "application/json",
        "idempotency-key": "one",
      },
      body: JSON.stringify({
        text: "Nearly.",
        remarks: [{ path: "new.md", line: 1, body: "@docent shorten this" }],
      }),
    });
  for (const _ of [1, 2])
    expect(await (await review()).json()).toEqual({ sessionId: session.sessionId });
  const [summary, ...more] = host.notes.filter(({ body }) => body.includes("docent:review"));
  expect(more).toEqual([]);
  expect(summary?.body).toContain("Nearly.");
  expect(summary?.body).toContain("One remark stands on its line.");
  expect(host.onLines).toMatchObject([
    { number: 3, path: "new.md", line: 1, side: "new", body: expect.stringContaining("shorten") },
  ]);
  for (const { body } of [...host.notes, ...host.onLines])
    host.said.push({ ...comment, id: `own ${body}`, isOwn: true, body });
  host.said.push({ ...comment, id: "note-8", body: "Nice." });
  expect(await look()).toBe(true);
  await ended();
  answers.start();
  const states = async () =>
    Object.fromEntries((await comments()).map(({ body: said, state }) => [said, state]));
  await expect.poll(states, { timeout: 20_000 }).toEqual({
    ...{ "Nice.": "shown", "Nearly.": "answered", "@docent shorten this": "answered" },
  });
  await answers.stop();
  expect(host.answers).toEqual([]);
  expect(await db.selectFrom("jobMessages").select("seq").execute()).toHaveLength(1);
});

test("a remark on a line that the forge does not take, or that no diff shows, stands in the summary", async () => {
  const { host, project, keys, request } = await setUp();
  host.mood.before = (action) => {
    if (action === "line") throw new AppError("conflict", "Not part of the diff.");
  };
  const review = await request(`/v1/projects/${project.id}/changes/1/review`, {
    method: "POST",
    headers: { authorization: `Bearer ${keys.admin}`, "content-type": "application/json" },
    body: JSON.stringify({ remarks: [{ path: "new.md", line: 1, body: "Shorter." }] }),
  });
  expect(review.status).toBe(200);
  expect(host.onLines).toEqual([]);
  const [summary] = host.notes.filter(({ body }) => body.includes("docent:review"));
  expect(summary?.body).toContain("`new.md:1`\n\n`# New`\n\n> Shorter.");
  expect(summary?.body).not.toContain("stand");
});

test("what others say is shown and never done", async () => {
  const { host, look, comments, model, session } = await setUp();
  host.said.push({ ...comment, author: "mallory" }, { ...comment, id: "note-8", body: "Nice." });
  host.said.push({ ...comment, id: "n-9", isOwn: true });
  const before = model.asked.length;
  expect(await look()).toBe(true);
  const shown = await comments();
  expect(shown.map(({ author, state }) => [author, state])).toEqual([
    ["mallory", "shown"],
    ["ada", "shown"],
  ]);
  expect(model.asked).toHaveLength(before);
  expect(session.haultReason).toBe("completed");
});

test("killed between sending, answering and recording, a comment is sent and answered once", async () => {
  const { host, look, ended, db, project, lookDeps } = await setUp();
  host.said.push(comment);
  await look();
  await ended();
  // As if the record of having sent it had been lost.
  const change = await db.selectFrom("changes").selectAll().executeTakeFirstOrThrow();
  await db.deleteFrom("changeComments").execute();
  await takeComments(lookDeps, change);
  expect(await db.selectFrom("jobMessages").select("seq").execute()).toHaveLength(1);
  const failures: unknown[] = [];
  const answer = () => answerComments(lookDeps, (error) => failures.push(error));
  host.mood.before = (action) => {
    if (action === "reply") throw new AppError("unavailable", "down");
  };
  await answer();
  expect(failures).toMatchObject([{ code: "unavailable" }]);
  host.mood.before = () => undefined;
  await answer();
  // As if the record of having answered had been lost.
  const [{ body } = { body: "" }] = host.answers;
  host.said.push({ ...comment, id: "own", isOwn: true, body });
  await db.updateTable("changeComments").set({ state: "asked" }).execute();
  await answer();
  expect(host.answers).toHaveLength(1);
  expect(await listComments(db, { projectId: project.id, number: 1 })).toMatchObject([
    { state: "answered" },
  ]);
});

test("a forge that cannot be asked is looked at again", async () => {
  const { host, look } = await setUp();
  host.mood.before = () => {
    throw new AppError("rate_limited", "slow down");
  };
  expect(await look()).toBe(false);
});

test("a forge that takes no answer is asked again later each time, and not at every turn", async () => {
  const { host, look, ended, lookDeps } = await setUp();
  host.said.push(comment);
  await look();
  await ended();
  let tries = 0;
  host.mood.before = (action) => {
    if (action !== "reply") return;
    tries += 1;
    throw new AppError("forbidden", "Not for you.");
  };
  let nowMs = lookDeps.clock.now().getTime();
  const clock = { now: () => new Date(nowMs) };
  const log = createLog({ level: "silent", format: "json" });
  const answerer = createCommentAnswerer({ ...lookDeps, clock, log }, 1);
  answerer.start();
  await expect.poll(() => tries, { timeout: 10_000 }).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(tries).toBe(1);
  nowMs += 60_000;
  await expect.poll(() => tries, { timeout: 10_000 }).toBe(2);
  await answerer.stop();
});

test("whom the forge tells nothing about is shown and not obeyed", async () => {
  const { host, look, comments } = await setUp();
  host.mayWrite = async () => {
    throw new AppError("not_found", "404 Not Found");
  };
  host.said.push(comment);
  expect(await look()).toBe(true);
  expect(await comments()).toMatchObject([{ author: "ada", state: "shown" }]);
});
