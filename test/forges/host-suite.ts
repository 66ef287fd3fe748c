import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type {
  Delivery,
  ForgeHost,
  HostPull,
  LineComment,
} from "../../src/forge/hosts/forge-host.ts";
import type { ForgeServer } from "./forge-server.ts";
import type { ForgeState } from "./forge-types.ts";

/** One adapter over the forge of its kind, with `a.md` on `main` and the accounts of `createForgeState`. */
export type HostStage = {
  state: ForgeState;
  server: ForgeServer;
  /** The adapter with this token; `tok-docent-bot` unless given. */
  host(token?: string): ForgeHost;
};

type CreateStage = () => Promise<HostStage>;

/** The behaviour every adapter must show. */
export function hostSuite(createStage: CreateStage): void {
  factsSuite(createStage);
  openingSuite(createStage);
  readingSuite(createStage);
  mergingSuite(createStage);
  proofSuite(createStage);
  talkingSuite(createStage);
  webhookSuite(createStage);
  troubleSuite(createStage);
}

const proposal = { title: "Edit a page", body: "Because.", draft: false, base: "main" };

async function opened(createStage: CreateStage, more: Partial<HostPull> = {}) {
  const stage = await createStage();
  const head = more.head ?? "docs/x";
  const headCommit = await stage.state.push(head, { "x.md": "one\ntwo\nthree\n" }, "docent-bot");
  const host = stage.host();
  const pull = await host.create({ ...proposal, ...more, head });
  return { ...stage, host, pull, headCommit };
}

const words = { title: "Edit a page", message: "Because." };
const conflict = { code: "conflict" };

function factsSuite(createStage: CreateStage): void {
  test("a repository tells what it and the account allow", async () => {
    const { state, host } = await createStage();
    const facts = await host().inspect();
    expect(facts).toMatchObject({
      path: "acme/docs",
      defaultBranch: "main",
      archived: false,
      empty: false,
      mirror: false,
      fork: false,
      account: "docent-bot",
      canPush: true,
      canOpenPulls: true,
      canAdminister: false,
      missing: [],
      drafts: true,
    });
    expect(await host().mergeMethods()).toContain("squash");
    expect((await host("tok-boss").inspect()).canAdminister).toBe(true);
    Object.assign(state, { archived: true, fork: true, mirror: true });
    state.methods.delete("squash");
    const changed = await host().inspect();
    expect(changed).toMatchObject({ archived: true, fork: true, mirror: true });
    expect(await host().mergeMethods()).not.toContain("squash");
  });

  test("an account that may only read is told what to grant", async () => {
    const { host } = await createStage();
    const facts = await host("tok-reader").inspect();
    expect(facts).toMatchObject({ canPush: false, canAdminister: false });
    expect(facts.missing.length).toBeGreaterThan(0);
  });

  test("a renamed repository is found where it is now", async () => {
    const { state, host } = await createStage();
    state.rename("acme/handbook");
    expect((await host().inspect()).path).toBe("acme/handbook");
    const refused = await host()
      .find({ head: "docs/x", base: "main" })
      .catch((error) => error);
    expect(refused).toMatchObject({ code: "not_found" });
    expect(refused.message).toContain("/acme/handbook");
  });

  test("commits are made in the name of the account, and git gets its token", async () => {
    const { host } = await createStage();
    expect((await host().author()).email).toContain("docent-bot");
    expect((await host().access()).credentials?.token).toBe("tok-docent-bot");
  });
}

function openingSuite(createStage: CreateStage): void {
  test("an opened pull request reads back as it was proposed", async () => {
    const { host, pull, headCommit } = await opened(createStage, { draft: true });
    expect(pull).toMatchObject({ ...proposal, draft: true, state: "open", headCommit });
    expect(pull.url).toMatch(/^https?:\/\//);
    expect(await host.find({ head: "docs/x", base: "main" })).toMatchObject({
      number: pull.number,
      title: proposal.title,
      draft: true,
    });
    expect(await host.find({ head: "docs/x", base: "other" })).toBeUndefined();
    expect(await host.read(pull.number)).toMatchObject({ number: pull.number, head: "docs/x" });
    expect(await host.read(9_999)).toBeUndefined();
  });

  test("a draft becomes ready, and what is not changed stays", async () => {
    const { host, state, pull } = await opened(createStage, { draft: true });
    expect(await host.update(pull.number, { body: "More." })).toMatchObject({
      draft: true,
      title: proposal.title,
      body: "More.",
    });
    const ready = await host.update(pull.number, { draft: false });
    expect(ready).toMatchObject({ draft: false, title: proposal.title, body: "More." });
    expect(state.pulls.get(pull.number)).toMatchObject({ draft: false, title: proposal.title });
    expect(await host.update(pull.number, { draft: true, title: "Two" })).toMatchObject({
      draft: true,
      title: "Two",
    });
  });

  test("a second pull request, one without commits and one without a branch are refused", async () => {
    const { host, state } = await opened(createStage);
    const twice = host.create({ ...proposal, head: "docs/x" });
    await expect(twice).rejects.toMatchObject(conflict);
    await state.repository.git("update-ref", "refs/heads/docs/same", "refs/heads/main");
    const empty = host.create({ ...proposal, head: "docs/same" });
    await expect(empty).rejects.toMatchObject(conflict);
    await expect(host.create({ ...proposal, head: "docs/none" })).rejects.toMatchObject({
      code: expect.stringMatching(/conflict|not_found/),
    });
    expect(state.pulls.size).toBe(1);
  });
}

function readingSuite(createStage: CreateStage): void {
  test("what people did on the forge is told: pushed, closed, merged by squash with the branch deleted", async () => {
    const { host, state, pull } = await opened(createStage);
    const moved = await state.push("docs/x", { "x.md": "more\n" });
    expect(await host.read(pull.number)).toMatchObject({ state: "open", headCommit: moved });
    await state.edit(pull.number, { state: "closed" }, "boss");
    expect(await host.read(pull.number)).toMatchObject({ state: "closed", mergeCommit: "" });
    await state.edit(pull.number, { state: "open" }, "boss");
    const merge = { by: "boss", headCommit: "", title: "Squashed", message: "" };
    await state.merge(pull.number, { ...merge, method: "squash" });
    await state.deleteBranch("docs/x");
    expect(await host.read(pull.number)).toMatchObject({
      state: "merged",
      head: "docs/x",
      headCommit: moved,
      mergedBy: "boss",
      mergeCommit: await state.tip("main"),
    });
    expect(await host.find({ head: "docs/x", base: "main" })).toBeUndefined();
  });

  test("pull requests are listed by what changed last, since a moment", async () => {
    const { host, state, pull } = await opened(createStage);
    await state.push("docs/y", { "y.md": "y\n" });
    const second = await host.create({ ...proposal, head: "docs/y" });
    const all = await host.list({ updatedSince: "", etag: "" });
    expect(all?.pulls.map(({ number }) => number)).toEqual([second.number, pull.number]);
    const changed = await state.edit(pull.number, { title: "Mine" }, "boss");
    const since = await host.list({ updatedSince: changed?.updatedAt ?? "", etag: "" });
    expect(since?.pulls.map(({ number, title }) => [number, title])).toEqual([
      [pull.number, "Mine"],
    ]);
  });

  test("whether it merges is told: clean, blocked with the reasons, and unknown for as long as the forge looks", async () => {
    const { host, state, pull } = await opened(createStage);
    expect(await host.read(pull.number)).toMatchObject({ mergeability: "clean", blockedBy: [] });
    state.mood.lateMergeability = true;
    await state.push("docs/x", { "x.md": "again\n" });
    expect(await host.read(pull.number)).toMatchObject({ mergeability: "unknown" });
    expect(await host.read(pull.number)).toMatchObject({ mergeability: "clean" });
    await state.protect("main", { reviews: 1, checks: ["ci"] });
    const blocked = await host.read(pull.number);
    expect(blocked?.mergeability).toBe("blocked");
    expect(blocked?.blockedBy.length).toBeGreaterThan(0);
  });
}

function mergingSuite(createStage: CreateStage): void {
  for (const method of ["merge", "squash"] as const) {
    test(`the reviewed head is merged (${method}), and asked again it is found merged`, async () => {
      const { host, state, pull, headCommit } = await opened(createStage);
      state.mood.lateMergeability = true;
      await host.merge(pull.number, { headCommit, method, ...words });
      expect(await host.read(pull.number)).toMatchObject({
        state: "merged",
        mergedBy: "docent-bot",
        mergeCommit: await state.tip("main"),
      });
      await host.merge(pull.number, { headCommit, method, ...words });
      const message = await state.repository.git("log", "-1", "--format=%B", "main");
      expect(message.trim()).toBe("Edit a page\n\nBecause.");
    });
  }

  test("what cannot be merged is refused, and nothing is changed", async () => {
    const { host, state, pull, headCommit } = await opened(createStage, { draft: true });
    const before = await state.tip("main");
    const merge = (commit = headCommit) =>
      host.merge(pull.number, { headCommit: commit, method: "squash", ...words });
    await expect(merge()).rejects.toMatchObject(conflict);
    await host.update(pull.number, { draft: false });
    await expect(merge("0".repeat(40))).rejects.toMatchObject(conflict);
    await state.protect("main", { reviews: 1, checks: [] });
    await expect(merge()).rejects.toMatchObject(conflict);
    await host.close(pull.number);
    expect(await host.read(pull.number)).toMatchObject({ state: "closed" });
    await expect(merge()).rejects.toMatchObject(conflict);
    expect(await state.tip("main")).toBe(before);
  });

  test("branches that do not merge are refused", async () => {
    const { host, state, pull, headCommit } = await opened(createStage);
    await state.push("main", { "x.md": "other\n" });
    const merge = host.merge(pull.number, { headCommit, method: "merge", ...words });
    await expect(merge).rejects.toMatchObject(conflict);
    expect(state.pulls.get(pull.number)?.state).toBe("open");
  });
}

function proofSuite(createStage: CreateStage): void {
  test("proof told twice stands there once", async () => {
    const { host, state, pull, headCommit } = await opened(createStage);
    const url = "https://docent.example/session";
    for (const state of ["pending", "pending", "success"] as const) {
      await host.setStatus(headCommit, { state, description: "Links hold", url, summary: "" });
    }
    expect(state.statusesOf(headCommit)).toMatchObject([
      { context: "docent/checks", state: "success", url },
    ]);
    const marker = "<!-- docent:checks -->";
    for (const text of ["one", "two"]) {
      await host.putComment(pull.number, { marker, body: `${marker}\n${text}` });
      await host.addLabels(pull.number, ["docs", "by docent"]);
      await host.requestReviewers(pull.number, ["boss"]);
    }
    expect(state.comments.map(({ body }) => body)).toEqual([`${marker}\ntwo`]);
    expect(state.pulls.get(pull.number)).toMatchObject({
      labels: ["docs", "by docent"],
      reviewers: ["boss"],
    });
  });

  test("a comment of somebody else that holds the marker is left alone", async () => {
    const { host, state, pull } = await opened(createStage);
    const marker = "<!-- docent:checks -->";
    state.comment({ pull: pull.number, author: "boss", body: `> ${marker}` });
    await host.putComment(pull.number, { marker, body: `${marker}\nmine` });
    expect(state.comments.map(({ body }) => body)).toEqual([`> ${marker}`, `${marker}\nmine`]);
  });
}

function lineOf(line: number): LineComment {
  const marker = `<!-- l ${line} -->`;
  const place = { path: "x.md", oldPath: "x.md", line, side: "new" as const };
  return { ...place, otherLine: undefined, marker, body: `${marker} remark` };
}

function summaryOf(refused: LineComment[]): string {
  return `<!-- r --> without ${refused.map(({ line }) => `line ${line},`).join(" ")}`;
}

async function written(host: ForgeHost, number: number) {
  const said = await host.comments(number, "");
  const whole = said.filter(({ place }) => place === undefined);
  return [...whole, ...said.filter(({ place }) => place)].map(
    ({ body, place }) => [body, place] as const,
  );
}

function talkingSuite(createStage: CreateStage): void {
  test("comments on the whole, on lines and of reviews are read, and answered where they are", async () => {
    const { host, state, pull } = await opened(createStage);
    const by = { pull: pull.number, author: "boss" };
    state.comment({ ...by, body: "plain" });
    const place = { path: "x.md", line: 2, side: "new" } as const;
    state.comment({ ...by, body: "on a line", place });
    await state.review({ ...by, verdict: "changes", body: "summary" });
    await host.putComment(pull.number, { marker: "mine", body: "mine" });
    const said = await host.comments(pull.number, "");
    expect(said.map(({ body, author, isOwn }) => [body, author, isOwn])).toEqual([
      ["plain", "boss", false],
      ["on a line", "boss", false],
      ["summary", "boss", false],
      ["mine", "docent-bot", true],
    ]);
    expect(new Set(said.map(({ id }) => id)).size).toBe(4);
    const [plain, line] = said;
    expect(line?.place).toEqual(place);
    expect(line?.thread).not.toBe("");
    expect(plain?.place).toBeUndefined();
    if (plain) await host.reply(pull.number, plain, "done");
    if (line) await host.reply(pull.number, line, "done there");
    const [answer] = state.comments.filter(({ body }) => body === "done there");
    expect(answer).toMatchObject({ author: "docent-bot", place });
    expect(state.comments.find(({ body }) => body === "done")?.place).toBeUndefined();
    const last = said.at(-1)?.createdAt ?? "";
    const later = await host.comments(pull.number, last);
    expect(later.map(({ body }) => body)).toEqual(["mine", "done", "done there"]);
  });

  test("a review stands on its lines with one summary, however often it is told", async () => {
    const { host, state, pull, headCommit } = await opened(createStage);
    const line = lineOf(1);
    const review = { ...{ headCommit, marker: "<!-- r -->", lines: [line] }, summary: summaryOf };
    for (const _ of [1, 2]) await host.writeReview(pull.number, review);
    expect(await written(host, pull.number)).toEqual([
      ["<!-- r --> without ", undefined],
      [line.body, { path: line.path, line: 1, side: "new" }],
    ]);
    expect(state.comments.every(({ author }) => author === "docent-bot")).toBe(true);
  });

  test("a line that the forge refuses stands in the summary", async () => {
    const { host, pull, headCommit } = await opened(createStage);
    const lines = [lineOf(1), lineOf(999)];
    const review = { headCommit, marker: "<!-- r -->", lines, summary: summaryOf };
    for (const _ of [1, 2]) await host.writeReview(pull.number, review);
    const all = await written(host, pull.number);
    const summaries = all.filter(([, place]) => place === undefined);
    expect(summaries).toHaveLength(1);
    const placed = all.flatMap(([, place]) => (place ? [place.line] : []));
    const [told = ""] = summaries[0] ?? [];
    expect(told).toContain("999");
    expect([told.includes("line 1,"), placed.includes(1)].filter(Boolean)).toHaveLength(1);
  });

  test("only accounts that may push are writers", async () => {
    const { host } = await createStage();
    for (const token of ["tok-docent-bot", "tok-boss"]) {
      const asked = host(token);
      expect(await asked.mayWrite("boss")).toBe(true);
      expect(await asked.mayWrite("docent-bot")).toBe(true);
      for (const name of ["reader", "stranger", "no-such-account"]) {
        expect(await asked.mayWrite(name), name).toBe(false);
      }
    }
  });
}

async function listen(): Promise<{ url: string; heard: Omit<Delivery, "secrets">[] }> {
  const heard: Omit<Delivery, "secrets">[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const headers = new Map(Object.entries(request.headers).map(([k, v]) => [k, String(v)]));
    heard.push({ headers, body: Buffer.concat(parts) });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, heard };
}

function webhookSuite(createStage: CreateStage): void {
  test("a webhook brings signed reasons to look, and a new secret takes the place of the old", async () => {
    const { host, state, pull } = await opened(createStage);
    const { url, heard } = await listen();
    await expect(host.registerWebhook({ url, secret: "old" })).rejects.toMatchObject({
      code: expect.stringMatching(/forbidden|not_found/),
    });
    for (const secret of ["old", "new"]) {
      await (await stageHost(host, state)).registerWebhook({ url, secret });
    }
    expect(state.hooks).toMatchObject([{ url, secret: "new" }]);
    await state.push("main", { "m.md": "m\n" });
    state.comment({ pull: pull.number, author: "boss", body: "@docent" });
    await state.edit(pull.number, { title: "Mine" }, "boss");
    // A forge may have tried the webhook when it was made, with the old secret.
    const knownBy = (secrets: string[]) =>
      heard.filter((each) => host.readDelivery({ ...each, secrets }) !== undefined);
    await expect.poll(() => knownBy(["newer", "new"]).length).toBeGreaterThanOrEqual(3);
    const known = knownBy(["newer", "new"]);
    const events = known.map((each) => host.readDelivery({ ...each, secrets: ["new"] }));
    const told = events.map((event) => `${event?.about} ${event?.number}`);
    expect(told).toContain("push 0");
    expect(told).toContain(`comment ${pull.number}`);
    expect(told).toContain(`pull ${pull.number}`);
    const ids = new Set(events.map((event) => event?.deliveryId));
    expect(ids.size).toBe(known.length);
    expect(ids.has("")).toBe(false);
    expect(knownBy(["old", ""]).filter((each) => known.includes(each))).toEqual([]);
  });
}

/** An account's permission is looked at on each request. */
async function stageHost(host: ForgeHost, state: ForgeState): Promise<ForgeHost> {
  const bot = state.accounts.get("docent-bot");
  if (bot) bot.permission = "admin";
  return host;
}

function troubleSuite(createStage: CreateStage): void {
  const find = (host: ForgeHost) =>
    host.find({ head: "docs/x", base: "main" }).then(
      () => undefined,
      (error) => error,
    );

  test("a token that was revoked, and a repository that is not to be seen, have codes of their own", async () => {
    const { host } = await createStage();
    expect(await find(host("tok-revoked"))).toMatchObject({ code: "unauthenticated" });
    expect(await find(host("tok-stranger"))).toMatchObject({ code: "not_found" });
  });

  test("a limit says when to come back", async () => {
    const { host, state, server } = await createStage();
    state.mood.remaining = 0;
    const refused = await find(host());
    expect(refused).toMatchObject({ code: "rate_limited" });
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    const asked = server.asked.length;
    expect(await find(host())).toMatchObject({ code: "rate_limited" });
    expect(server.asked.length).toBe(asked);
  });

  test("a page of a proxy and a line that breaks are trouble of the host", async () => {
    const { host, state } = await createStage();
    const body = "<html><h1>502 Bad Gateway</h1></html>";
    state.mood.faults.push({ status: 502, body }, { status: 200, body }, { status: 0, cut: true });
    for (const _ of [1, 2, 3]) expect(await find(host())).toMatchObject({ code: "unavailable" });
  });

  test("no error holds the token", async () => {
    const { host, state } = await createStage();
    const body = { message: "no such thing as tok-docent-bot" };
    state.mood.faults.push({ status: 409, body }, { status: 403, body }, { status: 500, body });
    for (const _ of [1, 2, 3]) {
      const error = await find(host());
      expect(error.message).toContain("no such thing as");
      expect(`${error.stack} ${JSON.stringify(error)} ${error.cause}`).not.toContain("tok-docent");
    }
  });
}
