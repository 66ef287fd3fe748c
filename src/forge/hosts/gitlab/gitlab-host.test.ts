import { expect, test } from "vitest";
import { fakeGitlab } from "../../../../test/forges/fake-gitlab.ts";
import { createForgeState } from "../../../../test/forges/forge-state.ts";
import type { ForgeState } from "../../../../test/forges/forge-types.ts";
import { hostDetailSuite } from "../../../../test/forges/host-detail-suite.ts";
import { hostSuite } from "../../../../test/forges/host-suite.ts";
import { createHostLimits } from "../host-limits.ts";
import { gitlabHost } from "./gitlab-host.ts";

async function createStage(path = "acme/docs") {
  const state = await createForgeState();
  state.path = path;
  return stageOver(state);
}

async function stageOver(state: ForgeState) {
  const { path } = state;
  const server = await fakeGitlab(state);
  const limits = createHostLimits();
  const host = (token = "tok-docent-bot") =>
    gitlabHost({
      repository: {
        kind: "gitlab",
        apiUrl: `${server.url}/api/v4`,
        webUrl: `${server.url}/${path}`,
        path,
      },
      login: async () => ({ kind: "token", token }),
      limits,
      mergePauseMs: 1,
    });
  return { state, server, host };
}

hostSuite(() => createStage());
hostDetailSuite({
  forge: "GitLab",
  createStage: (state) => stageOver(state),
  lacks: { secondaryLimits: true, missingDrafts: true, rebases: true },
});

async function opened(path?: string) {
  const stage = await createStage(path);
  const headCommit = await stage.state.push("docs/x", { "x.md": "x\n" });
  const proposal = { title: "X", body: "", draft: false, head: "docs/x", base: "main" };
  const pull = await stage.host().create(proposal);
  return { ...stage, pull, headCommit };
}

const words = { title: "X", message: "" };

test("a project in nested groups is found by its whole path", async () => {
  const { host, pull } = await opened("acme/teams/writers/docs");
  expect((await host().inspect()).path).toBe("acme/teams/writers/docs");
  expect(await host().read(pull.number)).toMatchObject({ number: pull.number });
});

test("an account that may not merge is told so, and not that its token is wrong", async () => {
  const { host, pull, headCommit } = await opened();
  const merge = host("tok-reader").merge(pull.number, { headCommit, method: "merge", ...words });
  await expect(merge).rejects.toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("may merge"),
  });
});

test("a bare refusal to merge is told with the reason that the status has", async () => {
  const { state, host, pull, headCommit } = await opened();
  const merge = () => host().merge(pull.number, { headCommit, method: "merge", ...words });
  await state.protect("main", { reviews: 1, checks: [] });
  await expect(merge()).rejects.toMatchObject({ message: expect.stringContaining("approvals") });
  state.protection.clear();
  await state.push("main", { "x.md": "other\n" });
  expect(await host().read(pull.number)).toMatchObject({ mergeability: "conflict" });
  await expect(merge()).rejects.toMatchObject({
    message: expect.stringMatching(/Branch cannot be merged.*conflicts with main/),
  });
});

test("methods follow the project's settings: its way of merging, and whether it squashes", async () => {
  const { state, host } = await createStage();
  expect(await host().mergeMethods()).toEqual(["merge", "squash"]);
  state.methods = new Set(["rebase"]);
  expect(await host().mergeMethods()).toEqual(["rebase"]);
  state.methods = new Set(["squash"]);
  expect(await host().mergeMethods()).toEqual(["squash"]);
});

test("a merge request whose branch somebody deleted stays open", async () => {
  const { state, host, pull } = await opened();
  await state.deleteBranch("docs/x");
  expect(await host().read(pull.number)).toMatchObject({ state: "open", head: "docs/x" });
});

test("a token without the scope `api` is told to get it", async () => {
  const { state, host } = await createStage();
  state.tokens.get("tok-docent-bot")?.lacks.add("api");
  const facts = await host().inspect();
  expect(facts).toMatchObject({ canPush: false, canOpenPulls: false });
  expect(facts.missing).toMatchObject([expect.stringContaining("`api`")]);
  const proposal = { title: "X", body: "", draft: false, head: "docs/x", base: "main" };
  await state.push("docs/x", { "x.md": "x\n" });
  await expect(host().create(proposal)).rejects.toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("insufficient_scope"),
  });
});

test("nothing is listed while nothing changed", async () => {
  const { state, host, pull } = await opened();
  const first = await host().list({ updatedSince: "", etag: "" });
  const etag = first?.etag ?? "";
  expect(await host().list({ updatedSince: "", etag })).toBeUndefined();
  await state.edit(pull.number, { title: "Mine" }, "boss");
  expect((await host().list({ updatedSince: "", etag }))?.pulls).toMatchObject([{ title: "Mine" }]);
});

test("people who were asked for a review stay asked", async () => {
  const { state, host, pull } = await opened();
  state.addAccount("editor", "write");
  await state.edit(pull.number, { reviewers: ["editor"] }, "boss");
  await host().requestReviewers(pull.number, ["boss"]);
  expect(new Set(state.pulls.get(pull.number)?.reviewers)).toEqual(new Set(["boss", "editor"]));
  await expect(host().requestReviewers(pull.number, ["nobody"])).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a delivery without a name of its own is known by its content", async () => {
  const { host } = await createStage();
  const headers = new Map([["x-gitlab-token", "s"]]);
  const read = (text: string) =>
    host().readDelivery({ headers, body: new TextEncoder().encode(text), secrets: ["s"] });
  const push = read('{"object_kind":"push"}');
  expect(push).toMatchObject({
    about: "push",
    deliveryId: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(read('{"object_kind":"push"}')).toEqual(push);
  expect(read('{"object_kind":"note","issue":{"iid":3}}')).toMatchObject({ about: "other" });
  expect(() => read("payload=x")).toThrow(expect.objectContaining({ code: "invalid_request" }));
});
