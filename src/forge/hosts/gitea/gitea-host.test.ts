import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { fakeGitea } from "../../../../test/forges/fake-gitea.ts";
import { createForgeState } from "../../../../test/forges/forge-state.ts";
import type { ForgeState } from "../../../../test/forges/forge-types.ts";
import { hostDetailSuite } from "../../../../test/forges/host-detail-suite.ts";
import { hostSuite } from "../../../../test/forges/host-suite.ts";
import { createHostLimits } from "../host-limits.ts";
import { giteaHost } from "./gitea-host.ts";

async function createStage(options: { forgejo?: boolean } = {}) {
  return stageOver(await createForgeState(), options);
}

async function stageOver(state: ForgeState, options: { forgejo?: boolean } = {}) {
  const server = await fakeGitea(state, options);
  const limits = createHostLimits();
  const host = (token = "tok-docent-bot") => {
    const webUrl = `${server.url}/acme/docs`;
    const apiUrl = `${server.url}/api/v1`;
    return giteaHost({
      repository: { kind: "gitea", apiUrl, webUrl, path: "acme/docs" },
      login: async () => ({ kind: "token", token }),
      limits,
      mergePauseMs: 1,
    });
  };
  return { state, server, host };
}

hostSuite(() => createStage());
hostDetailSuite({
  forge: "Gitea",
  createStage: (state) => stageOver(state),
  lacks: {
    etags: true,
    secondaryLimits: true,
    missingDrafts: true,
    conflicts: true,
    threads: true,
    refusalWords: true,
  },
});

async function opened(more: { title?: string; draft?: boolean; forgejo?: boolean } = {}) {
  const stage = await createStage(more);
  const headCommit = await stage.state.push("docs/x", { "x.md": "x\n" });
  const { title = "X", draft = false } = more;
  const proposal = { title, body: "", draft, head: "docs/x", base: "main" };
  const pull = await stage.host().create(proposal);
  return { ...stage, pull, headCommit };
}

test("a title that the forge would cut is cut before, so that it reads back as it was sent", async () => {
  const { pull } = await opened({ title: "é".repeat(300), draft: true });
  expect(pull).toMatchObject({ draft: true, title: `${"é".repeat(239)}…` });
});

test("a server that does not know the first mark of a draft is tried with the second, and then told no mark", async () => {
  const { state, host } = await createStage();
  await state.push("docs/x", { "x.md": "x\n" });
  state.mood.noDrafts = true;
  const proposal = { title: "X", body: "", draft: true, head: "docs/x", base: "main" };
  expect(await host().create(proposal)).toMatchObject({ draft: false, title: "X" });
});

test("the scopes that a token lacks are named one by one", async () => {
  const { state, host } = await createStage();
  const held = state.tokens.get("tok-docent-bot");
  for (const scope of ["write:issue", "write:repository", "read:user"]) held?.lacks.add(scope);
  const facts = await host().inspect();
  expect(facts).toMatchObject({ canPush: false, canOpenPulls: false, account: "" });
  expect(facts.missing.map((sentence) => /`(.+?)`/.exec(sentence)?.[1])).toEqual([
    "read:user",
    "write:repository",
    "write:issue",
  ]);
});

test("a comment without the scope for it is refused with the scope's name", async () => {
  const { state, host, pull } = await opened();
  state.tokens.get("tok-docent-bot")?.lacks.add("write:issue");
  const put = host().putComment(pull.number, { marker: "m", body: "m" });
  await expect(put).rejects.toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("write:issue"),
  });
});

test("somebody in a team that may only read is no writer, though the forge would let them be assigned", async () => {
  const { server, host } = await createStage();
  server.readerTeams.push({ name: "readers", members: ["reader"] });
  expect(await host().mayWrite("reader")).toBe(false);
  expect(await host("tok-boss").mayWrite("reader")).toBe(false);
  expect(await host("tok-boss").mayWrite("docent-bot")).toBe(true);
  expect((await host().inspect()).missing).toMatchObject([
    expect.stringContaining("administrator"),
  ]);
});

test("`mergeable: false` is no conflict: it may be a draft, or not known yet", async () => {
  const { state, host, pull } = await opened({ draft: true });
  expect(await host().read(pull.number)).toMatchObject({ mergeability: "unknown" });
  await host().update(pull.number, { draft: false });
  await state.push("main", { "x.md": "other\n" });
  expect(await host().read(pull.number)).toMatchObject({ mergeability: "unknown" });
});

test("a merge that the forge puts off again and again ends with its words and what they may mean", async () => {
  const { state, host, pull, headCommit } = await opened();
  await state.push("main", { "x.md": "other\n" });
  const what = { headCommit, method: "merge", title: "X", message: "" } as const;
  await expect(host().merge(pull.number, what)).rejects.toMatchObject({
    message: expect.stringMatching(/Please try again later.*conflicts/),
  });
});

test("checks that protection wants are named, by pattern too", async () => {
  const { state, host, pull, headCommit } = await opened();
  await state.protect("main", { reviews: 0, checks: ["docent/*", "ci"] });
  const status = { commit: headCommit, description: "", url: "", author: "boss" };
  state.setStatus({ ...status, context: "docent/checks", state: "success" });
  state.setStatus({ ...status, context: "ci", state: "failure" });
  expect((await host().read(pull.number))?.blockedBy).toEqual([
    "The check ci that the protection of main wants has not passed.",
  ]);
});

test("an archived repository refuses with its own words", async () => {
  const { state, host, pull } = await opened();
  state.archived = true;
  const put = host().putComment(pull.number, { marker: "m", body: "m" });
  await expect(put).rejects.toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("is archived"),
  });
});

test("on Forgejo an answer is added to the review it belongs to", async () => {
  const { state, host, pull } = await opened({ forgejo: true });
  const by = { pull: pull.number, author: "boss" };
  const place = { path: "x.md", line: 1, side: "old" } as const;
  const { id } = await state.review({ ...by, verdict: "comment", body: "" });
  state.comment({ ...by, body: "why?", place, review: id });
  const [asked] = await host().comments(pull.number, "");
  if (asked) await host().reply(pull.number, asked, "because");
  expect(state.comments.at(-1)).toMatchObject({ body: "because", place, review: id });
  const said = await host().comments(pull.number, "");
  expect(new Set(said.map(({ thread }) => thread)).size).toBe(1);
});

test("deliveries of Forgejo are known by its own headers", async () => {
  const { host } = await createStage();
  const body = new TextEncoder().encode('{"ref":"refs/heads/main"}');
  const signature = createHmac("sha256", "s").update(body).digest("hex");
  const signed = [
    ["x-forgejo-signature", signature],
    ["x-forgejo-event", "push"],
    ["x-forgejo-delivery", "d1"],
  ] as const;
  expect(host().readDelivery({ headers: new Map(signed), body, secrets: ["s"] })).toEqual({
    deliveryId: "d1",
    about: "push",
    number: 0,
  });
  expect(host().readDelivery({ headers: new Map(), body, secrets: ["s"] })).toBeUndefined();
});

test("a pull request whose branch is gone keeps the branch's name until the forge closes it", async () => {
  const { state, host, pull } = await opened();
  state.follows.deletedBranches = false;
  await state.deleteBranch("docs/x");
  expect(await host().read(pull.number)).toMatchObject({ state: "open", head: "docs/x" });
  expect(await host().find({ head: "docs/x", base: "main" })).toMatchObject({
    number: pull.number,
  });
});

test("a pull request to a branch that is gone is still told", async () => {
  const { state, host } = await createStage();
  await state.push("next", { "n.md": "n\n" });
  await state.push("docs/x", { "x.md": "x\n" });
  const proposal = { title: "X", body: "", draft: false, head: "docs/x", base: "next" };
  const { number } = await host().create(proposal);
  state.mood.faults.push({ status: 404, body: { message: "not found" }, only: "/branches/next" });
  expect(await host().read(number)).toMatchObject({ mergeability: "unknown", base: "next" });
});

test("opened, found and changed, a pull request tells what it waits for as when it is read", async () => {
  const { state, host, pull } = await opened();
  expect(pull.mergeability).toBe("clean");
  await state.protect("main", { reviews: 2, checks: [] });
  const read = await host().read(pull.number);
  expect(read?.blockedBy).toEqual([
    "The protection of main wants 2 approving reviews; there are 0.",
  ]);
  expect(await host().find({ head: "docs/x", base: "main" })).toEqual(read);
  expect(await host().update(pull.number, {})).toEqual(read);
});
