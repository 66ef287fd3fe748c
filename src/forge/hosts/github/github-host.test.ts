import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { inspect } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { fakeGithub } from "../../../../test/forges/fake-github.ts";
import { createForgeState } from "../../../../test/forges/forge-state.ts";
import type { ForgeState } from "../../../../test/forges/forge-types.ts";
import { hostDetailSuite } from "../../../../test/forges/host-detail-suite.ts";
import { hostSuite } from "../../../../test/forges/host-suite.ts";
import { receiveWebhooks } from "../../../../test/forges/receive-webhooks.ts";
import type { AppError } from "../../../lib/app-error.ts";
import { createAppTokens } from "../app-tokens.ts";
import { createHostLimits } from "../host-limits.ts";
import type { HostLogin } from "../host-login.ts";
import { githubHost } from "./github-host.ts";
import { isFromFork } from "./github-pull.ts";

async function stageOver(state: ForgeState) {
  const github = await fakeGithub(state);
  const { repository } = github;
  const limits = createHostLimits();
  const host = (token = "tok-docent-bot") =>
    githubHost({
      repository,
      limits,
      login: async () => ({ kind: "token", token }),
      mergePauseMs: 1,
    });
  return { state, server: github, host };
}

hostSuite(async () => stageOver(await createForgeState()));
hostDetailSuite({ forge: "GitHub", createStage: stageOver });

const proposal = { title: "Edit", body: "", draft: false, head: "docs/x", base: "main" };

async function stage(login?: HostLogin) {
  const state = await createForgeState();
  const headCommit = await state.push("docs/x", { "a.md": "edited\n" });
  const github = await fakeGithub(state);
  const { appId, privateKey } = github.app;
  const own: HostLogin = login ?? { kind: "app", appId, privateKey };
  const settings = { repository: github.repository, limits: createHostLimits(), mergePauseMs: 1 };
  const host = githubHost({ ...settings, login: async () => own });
  return { state, github, host, headCommit, settings };
}

function refused(work: Promise<unknown>): Promise<AppError> {
  return work.then(
    () => {
      throw new Error("it was not refused");
    },
    (error) => error,
  );
}

const token: HostLogin = { kind: "token", token: "tok-docent-bot" };

test("a permission that a fine-grained token lacks is named, in the refusal and when the source is looked at", async () => {
  const { state, host } = await stage(token);
  state.tokenOf("tok-docent-bot")?.lacks.add("pull_requests");
  const error = await refused(host.create(proposal));
  expect(error).toMatchObject({ code: "forbidden" });
  expect(error.message).toContain("Resource not accessible by personal access token");
  expect(error.message).toContain("Pull requests: write");
  const facts = await host.inspect();
  expect(facts).toMatchObject({ canOpenPulls: false, canPush: true });
  expect(facts.missing).toEqual([expect.stringContaining('"Pull requests"')]);
});

test("a commit's author is linked to the account by its number", async () => {
  const { host, state } = await stage(token);
  const id = state.accounts.get("docent-bot")?.id;
  const email = `${id}+docent-bot@users.noreply.127.0.0.1`;
  expect(await host.author()).toEqual({ name: "docent-bot", email });
});

test("an app opens pull requests, writes check runs and signs commits as its bot", async () => {
  const { host, state, github, headCommit } = await stage();
  const pull = await host.create(proposal);
  expect(state.pulls.get(pull.number)?.author).toBe("docent[bot]");
  const status = { description: "2 findings", url: "https://docent.example", summary: "**2**" };
  await host.setStatus(headCommit, { ...status, state: "pending" });
  await host.setStatus(headCommit, { ...status, state: "failure" });
  expect(state.statusesOf(headCommit)).toMatchObject([
    { context: "docent/checks", state: "failure" },
  ]);
  const made = github.asked.filter(
    ({ method, path }) => method === "POST" && path.endsWith("/check-runs"),
  );
  expect(made).toHaveLength(1);
  const id = state.accounts.get("docent[bot]")?.id;
  const email = `${id}+docent[bot]@users.noreply.127.0.0.1`;
  expect(await host.author()).toEqual({ name: "docent[bot]", email });
  expect(await host.inspect()).toMatchObject({
    account: "docent[bot]",
    missing: [],
    canPush: true,
    canAdminister: false,
  });
  expect(github.app.given).toHaveLength(1);
});

test("the token of a workflow, which is not told whose it is, keeps to one comment", async () => {
  const { state, github, host: opener, settings } = await stage(token);
  const pull = await opener.create(proposal);
  const account = state.addAccount("github-actions[bot]", "write");
  state.tokens.set("ghs_workflow", { account, lacks: new Set() });
  const login: HostLogin = { kind: "token", token: "ghs_workflow" };
  const marker = "<!-- docent:gate -->";
  state.comment({ pull: pull.number, author: "boss", body: `${marker}\nnot ours` });
  for (const text of ["first run", "second run"]) {
    const host = githubHost({ ...settings, login: async () => login });
    await host.putComment(pull.number, { marker, body: `${marker}\n${text}` });
  }
  expect(state.comments.map(({ author, body }) => [author, body])).toEqual([
    ["boss", `${marker}\nnot ours`],
    ["github-actions[bot]", `${marker}\nsecond run`],
  ]);
  expect(github.asked.map(({ path }) => path)).toContain("/user");
});

test("an app without check runs reports a commit status", async () => {
  const { host, state, headCommit } = await stage();
  const { credentials } = await host.access();
  state.tokenOf(credentials?.token)?.lacks.add("checks");
  await host.setStatus(headCommit, { state: "success", description: "Fine", url: "", summary: "" });
  expect(state.statusesOf(headCommit)).toMatchObject([{ state: "success", description: "Fine" }]);
});

test("an app's token with less than ten minutes left is renewed before a push, and not before", async () => {
  const { host, github } = await stage();
  github.app.tokenSeconds = 9 * 60;
  const first = await host.access();
  github.app.tokenSeconds = 3_600;
  const second = await host.access();
  expect(second.credentials?.token).not.toBe(first.credentials?.token);
  expect(await host.access()).toEqual(second);
  expect(github.app.given).toHaveLength(2);
});

test("an app's token that ends in the middle of a job is renewed and the request repeated, once", async () => {
  const { host, state, github } = await stage();
  const { number } = await host.create(proposal);
  for (const given of github.app.given) state.tokens.delete(given);
  expect(await host.update(number, { title: "After" })).toMatchObject({ title: "After" });
  expect(github.app.given).toHaveLength(2);
  github.app.tokenSeconds = -1;
  for (const given of github.app.given) state.tokens.delete(given);
  expect(await refused(host.update(number, { title: "Never" }))).toMatchObject({
    code: "unauthenticated",
  });
});

test("a clock that is wrong by an hour does not keep an app out", async () => {
  for (const aheadMs of [-3_600_000, 3_600_000]) {
    const { host, github } = await stage();
    github.app.aheadMs = aheadMs;
    expect(await host.create(proposal)).toMatchObject({ state: "open" });
  }
});

test("an app that is not installed, unknown, or has another key is told apart", async () => {
  const { host, github, settings } = await stage();
  github.app.installed = false;
  const away = await refused(host.access());
  expect(away).toMatchObject({
    code: "forbidden",
    message: expect.stringContaining("not installed in acme/docs"),
  });
  const { appId, privateKey } = github.app;
  const as = (login: HostLogin) => githubHost({ ...settings, login: async () => login });
  const unknown = await refused(as({ kind: "app", appId: "1", privateKey }).access());
  expect(unknown).toMatchObject({
    code: "unauthenticated",
    message: expect.stringContaining("Integration not found"),
  });
  const broken = await refused(
    as({ kind: "app", appId, privateKey: "-----BEGIN secret stuff" }).access(),
  );
  expect(broken).toMatchObject({
    code: "unauthenticated",
    message: expect.stringContaining("private key"),
  });
  for (const error of [away, unknown, broken]) {
    const shown = inspect(error, { depth: 9, showHidden: true });
    expect(shown).not.toContain("secret stuff");
    expect(shown).not.toContain(privateKey.slice(100, 140));
  }
});

test("a token that an app got is given to nobody who lacks the app's key", async () => {
  const { github, settings } = await stage();
  const { appId, privateKey } = github.app;
  const appTokens = createAppTokens();
  const as = (key: string) =>
    githubHost({
      ...{ ...settings, appTokens },
      login: async () => ({ kind: "app", appId, privateKey: key }),
    });
  expect((await as(privateKey).access()).credentials?.token).not.toBe("");
  const { privateKey: other } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  expect(await refused(as(other).access())).toMatchObject({ code: "unauthenticated" });
});

test("with the token of another account Docent is that account at once", async () => {
  const { settings } = await stage();
  let own = "tok-docent-bot";
  const host = githubHost({ ...settings, login: async () => ({ kind: "token", token: own }) });
  expect(await host.author()).toMatchObject({ name: "docent-bot" });
  own = "tok-boss";
  expect(await host.author()).toMatchObject({ name: "boss" });
});

test("a pull request from a fork in the same organization is not taken for ours", () => {
  const ours = { id: 1 };
  const pull = { head: { repo: { id: 2 } }, base: { repo: ours } };
  expect(isFromFork(pull)).toBe(true);
  expect(isFromFork({ ...pull, head: { repo: null } })).toBe(true);
  expect(isFromFork({ ...pull, head: { repo: ours } })).toBe(false);
});

test("empty pages that go on for ever are not read for ever", async () => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    const next = `<${address}/repos/acme/docs/pulls?page=${asked}>; rel="next"`;
    response.writeHead(200, { "content-type": "application/json", link: next }).end("[]");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${Object(server.address()).port}`;
  const { settings } = await stage();
  const repository = { ...settings.repository, apiUrl: address };
  const host = githubHost({ ...settings, repository, login: async () => token });
  expect(await host.list({ updatedSince: "", etag: "" })).toEqual({ pulls: [], etag: "" });
  expect(asked).toBeLessThan(30);
});

test("a key on one line, as environment variables hold it, is read", async () => {
  const { github, settings } = await stage();
  const { appId, privateKey } = github.app;
  const login: HostLogin = { kind: "app", appId, privateKey: privateKey.replaceAll("\n", "\\n") };
  expect(await githubHost({ ...settings, login: async () => login }).inspect()).toMatchObject({
    canPush: true,
  });
});

test("a protected branch names the review and the checks that are missing", async () => {
  const { host, state } = await stage(token);
  const { number } = await host.create(proposal);
  await state.protect("main", { reviews: 1, checks: ["ci/build", "ci/links"] });
  const blocked = await host.read(number);
  expect(blocked?.blockedBy).toEqual([
    "An approving review is missing.",
    "These checks must pass first: ci/build, ci/links.",
  ]);
});

test("deliveries of a webhook are known by their signature, and tell what to look at", async () => {
  const { state, github, settings, headCommit } = await stage(token);
  const boss = githubHost({
    ...settings,
    login: async () => ({ kind: "token", token: "tok-boss" }),
  });
  const seen = await receiveWebhooks(github.settled, async (url) => {
    await boss.registerWebhook({ url, secret: "agreed" });
    const { number } = await boss.create(proposal);
    await state.push("docs/x", { "b.md": "b\n" });
    state.comment({ pull: number, author: "reader", body: "@docent hello" });
    await state.review({ pull: number, author: "boss", verdict: "comment", body: "Hm" });
  });
  const [pull] = state.pulls.values();
  const events = seen.map((delivery) =>
    boss.readDelivery({ ...delivery, secrets: ["new", "agreed"] }),
  );
  expect(events.map((event) => [event?.about, event?.number])).toEqual([
    ["ping", 0],
    ["pull", pull?.number],
    ["pull", pull?.number],
    ["push", 0],
    ["comment", pull?.number],
    ["comment", pull?.number],
  ]);
  expect(new Set(events.map((event) => event?.deliveryId)).size).toBe(6);
  for (const delivery of seen) {
    expect(boss.readDelivery({ ...delivery, secrets: ["other"] })).toBeUndefined();
    const forged = { ...delivery, body: new TextEncoder().encode("{}") };
    expect(boss.readDelivery({ ...forged, secrets: ["agreed"] })).toBeUndefined();
  }
  expect(headCommit).not.toBe(pull?.headCommit);
});

test("a merge that GitHub has not tried out yet is asked for again, a few times", async () => {
  const { host, state, headCommit } = await stage(token);
  const { number } = await host.create(proposal);
  const what = { headCommit, method: "squash", title: "T", message: "" } as const;
  const fault = { status: 405, body: { message: "Pull Request is not mergeable" }, only: "PUT" };
  state.mood.faults.push({ ...fault, times: 9 });
  expect(await refused(host.merge(number, what))).toMatchObject({ code: "conflict" });
  state.mood.faults = [{ ...fault, times: 2 }];
  await host.merge(number, what);
  expect(state.pulls.get(number)?.state).toBe("merged");
});
