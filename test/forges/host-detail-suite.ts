import { inspect } from "node:util";
import { expect, test } from "vitest";
import type { ForgeHost, HostPull, NewPull } from "../../src/forge/hosts/forge-host.ts";
import type { AppError } from "../../src/lib/app-error.ts";
import { createForgeState } from "./forge-state.ts";
import type { ForgeState } from "./forge-types.ts";
import type { HostStage } from "./host-suite.ts";

export type HostSuite = {
  /** As people call it. */
  forge: string;
  createStage(state: ForgeState): Promise<HostStage>;
  /** What this forge does not have. */
  lacks?: Partial<
    Record<
      | "etags"
      | "rebases"
      | "rateHeaders"
      | "secondaryLimits"
      | "missingDrafts"
      /** It does not say that branches conflict. */
      | "conflicts"
      /** Answers stand beside what they answer, and are not tied to it. */
      | "threads"
      /** It refuses whoever may only read without a word. */
      | "refusalWords",
      true
    >
  >;
};

const proposal: NewPull = {
  title: "Edit a page",
  body: "Because **it** was wrong.",
  draft: false,
  head: "docs/x",
  base: "main",
};

/** What every adapter must show beside `hostSuite`, as far as its forge has it. */
export function hostDetailSuite(suite: HostSuite): void {
  pullSuite(suite);
  mergeSuite(suite);
  talkSuite(suite);
  accessSuite(suite);
  faultSuite(suite);
  webhookSuite(suite);
}

async function stageOf({ createStage }: HostSuite) {
  const state = await createForgeState();
  const headCommit = await state.push("docs/x", { "a.md": "# A\n\nedited\n" }, "docent-bot");
  const stage = await createStage(state);
  return { ...stage, host: stage.host(), hostWith: stage.host, headCommit };
}

async function openedStage(suite: HostSuite, more: Partial<NewPull> = {}) {
  const stage = await stageOf(suite);
  const pull = await stage.host.create({ ...proposal, ...more });
  const kept = stage.state.pulls.get(pull.number);
  if (kept === undefined) throw new Error("the forge has no such pull request");
  return { ...stage, pull, kept, number: pull.number };
}

async function read(host: ForgeHost, number: number): Promise<HostPull> {
  const pull = await host.read(number);
  if (pull === undefined) throw new Error("it is gone");
  return pull;
}

function refused(work: Promise<unknown>): Promise<AppError> {
  return work.then(
    () => {
      throw new Error("it was not refused");
    },
    (error) => error,
  );
}

function pullSuite(suite: HostSuite): void {
  test("title and body are changed alone and together, and the rest stays", async () => {
    const { host, number, kept } = await openedStage(suite, { draft: true });
    const renamed = await host.update(number, { title: "Better: title" });
    expect(renamed).toMatchObject({ title: "Better: title", body: proposal.body, draft: true });
    await host.update(number, { body: "" });
    expect(await read(host, number)).toMatchObject({
      title: "Better: title",
      body: "",
      draft: true,
    });
    expect(kept).toMatchObject({ body: "", state: "open" });
  });

  testUnless(suite.lacks?.missingDrafts)(
    "where no drafts are offered it is a regular one, and the facts say so",
    async () => {
      const { host, state } = await stageOf(suite);
      state.mood.noDrafts = true;
      expect(await host.create({ ...proposal, draft: true })).toMatchObject({
        draft: false,
        state: "open",
      });
      expect(await host.inspect()).toMatchObject({ drafts: false });
      expect(state.pulls.size).toBe(1);
    },
  );

  test("what people do is told: pushed to, made ready, renamed, closed with the branch kept, opened again", async () => {
    const { host, state, number } = await openedStage(suite, { draft: true });
    const headCommit = await state.push("docs/x", { "a.md": "# A\n\nmore\n" });
    await state.edit(number, { draft: false, title: "By a person" }, "boss");
    expect(await read(host, number)).toMatchObject({
      headCommit,
      draft: false,
      title: "By a person",
    });
    await state.edit(number, { state: "closed" }, "boss");
    expect(await read(host, number)).toMatchObject({
      state: "closed",
      mergeCommit: "",
      headCommit,
    });
    expect(await host.find({ head: "docs/x", base: "main" })).toBeUndefined();
    await state.edit(number, { state: "open" }, "boss");
    expect(await read(host, number)).toMatchObject({ state: "open" });
  });

  test("closing closes, also twice, and leaves the branch", async () => {
    const { host, state, number, kept, headCommit } = await openedStage(suite);
    await host.close(number);
    await host.close(number);
    expect(kept.state).toBe("closed");
    expect(await state.tip("docs/x")).toBe(headCommit);
  });

  test("listing tells what changed since a moment, the newest change first", async () => {
    const { host, state, number } = await openedStage(suite);
    await state.push("docs/y", { "y.md": "y\n" });
    const second = await host.create({ ...proposal, head: "docs/y" });
    await state.edit(number, { title: "Changed" }, "boss");
    const numbers = async (updatedSince: string) =>
      (await host.list({ updatedSince, etag: "" }))?.pulls.map((pull) => pull.number);
    expect(await numbers("")).toEqual([number, second.number]);
    expect(await numbers((await read(host, number)).updatedAt)).toEqual([number]);
    expect(await numbers("2100-01-01T00:00:00Z")).toEqual([]);
  });

  testUnless(suite.lacks?.etags)("nothing is listed where nothing changed", async () => {
    const { host, state, number } = await openedStage(suite);
    const first = await host.list({ updatedSince: "", etag: "" });
    expect(await host.list({ updatedSince: "", etag: first?.etag ?? "" })).toBeUndefined();
    await state.edit(number, { title: "Changed" }, "boss");
    const next = await host.list({ updatedSince: "", etag: first?.etag ?? "" });
    expect(next?.pulls).toMatchObject([{ number, title: "Changed" }]);
  });
}

/** What a forge does not have is no test of it. */
function testUnless(
  isLacking: boolean | undefined,
): (name: string, run: () => Promise<void>) => void {
  return isLacking ? () => undefined : test;
}

function mergeSuite(suite: HostSuite): void {
  const words = { title: "Merged by Docent", message: "With a reason." };

  for (const method of ["merge", "squash", "rebase"] as const) {
    testUnless(method === "rebase" && suite.lacks?.rebases)(
      `what was reviewed is merged: ${method}`,
      async () => {
        const { host, state, number, headCommit } = await openedStage(suite);
        expect(await read(host, number)).toMatchObject({ mergeability: "clean", blockedBy: [] });
        await host.merge(number, { headCommit, method, ...words });
        const merged = await read(host, number);
        expect(merged).toMatchObject({ state: "merged", mergedBy: "docent-bot", headCommit });
        expect(merged.mergeCommit).toBe(await state.tip("main"));
        expect(await state.repository.git("show", "main:a.md")).toContain("edited");
        await host.merge(number, { headCommit, method, ...words });
        const listing = await host.list({ updatedSince: "", etag: "" });
        expect(listing?.pulls).toMatchObject([
          { number, state: "merged", mergeCommit: merged.mergeCommit },
        ]);
      },
    );
  }

  test("a branch that moved on is not merged", async () => {
    const { host, state, number, headCommit, kept } = await openedStage(suite);
    await state.push("docs/x", { "a.md": "# A\n\nlater\n" });
    const error = await refused(host.merge(number, { headCommit, method: "merge", ...words }));
    expect(error).toMatchObject({ code: "conflict" });
    expect(error.message).toContain(`${suite.forge} says`);
    expect(kept.state).toBe("open");
  });

  test("branches that do not fit together are a conflict, on reading and on merging", async () => {
    const { host, state, number, headCommit, kept } = await openedStage(suite);
    await state.push("main", { "a.md": "# A\n\nquite another\n" });
    const mergeability = suite.lacks?.conflicts ? "unknown" : "conflict";
    expect(await read(host, number)).toMatchObject({ mergeability, state: "open" });
    const work = host.merge(number, { headCommit, method: "merge", ...words });
    expect(await refused(work)).toMatchObject({ code: "conflict" });
    expect(kept.state).toBe("open");
  });

  test("a protected base names what is missing, and refuses in the forge's words until it is there", async () => {
    const { host, state, number, headCommit } = await openedStage(suite);
    await state.protect("main", { reviews: 1, checks: ["ci/build"] });
    const blocked = await read(host, number);
    expect(blocked.mergeability).toBe("blocked");
    expect(blocked.blockedBy.length).toBeGreaterThan(0);
    const what = { headCommit, method: "merge", ...words } as const;
    const error = await refused(host.merge(number, what));
    expect(["conflict", "forbidden"]).toContain(error.code);
    expect(error.message).toContain(`${suite.forge} says`);
    await state.review({ pull: number, author: "boss", verdict: "approved", body: "" });
    const context = { commit: headCommit, context: "ci/build", state: "success" };
    state.setStatus({ ...context, description: "", url: "", author: "boss" });
    expect(await read(host, number)).toMatchObject({ mergeability: "clean", blockedBy: [] });
    await host.merge(number, what);
    expect(await read(host, number)).toMatchObject({ state: "merged" });
  });
}

function talkSuite(suite: HostSuite): void {
  test("the comment is found behind hundreds of others", async () => {
    const { host, state, number } = await openedStage(suite);
    for (let index = 0; index < 230; index += 1) {
      state.comment({ pull: number, author: "boss", body: `talk ${index}` });
    }
    await host.putComment(number, { marker: "<!-- m -->", body: "<!-- m --> one" });
    await host.putComment(number, { marker: "<!-- m -->", body: "<!-- m --> two" });
    expect(state.comments.filter(({ body }) => body.includes("<!-- m -->"))).toHaveLength(1);
    expect(await host.comments(number, "")).toHaveLength(231);
  });

  test("an answer goes into the thread of what it answers", async () => {
    const { host, state, number } = await openedStage(suite);
    const place = { path: "a.md", line: 3, side: "new" } as const;
    const line = state.comment({ pull: number, author: "boss", body: "Here", place });
    state.comment({ pull: number, author: "boss", body: "There" });
    const [here, there] = await host.comments(number, "");
    if (here === undefined || there === undefined) throw new Error("comments are missing");
    await host.reply(number, here, "Done here");
    await host.reply(number, there, "Done there");
    const [first, , answer, other] = await host.comments(number, "");
    expect(answer).toMatchObject({ body: "Done here", isOwn: true, place });
    expect(other).toMatchObject({ body: "Done there", isOwn: true });
    expect(other?.place).toBeUndefined();
    if (suite.lacks?.threads) return;
    expect(answer?.thread).toBe(first?.thread);
    expect(state.comments.find(({ body }) => body === "Done here")?.replyTo).toBe(line.id);
  });

  test("checks are reported under one name, the newest counts", async () => {
    const { host, state, headCommit } = await openedStage(suite);
    const status = {
      description: "x".repeat(140),
      url: "https://docent.example/jobs/1",
      summary: "**2** findings",
    };
    await host.setStatus(headCommit, { ...status, state: "pending" });
    await host.setStatus(headCommit, { ...status, state: "failure" });
    await host.setStatus(headCommit, { ...status, state: "success", url: "" });
    const kept = state.statusesOf(headCommit);
    expect(kept).toMatchObject([
      { context: "docent/checks", state: "success", author: "docent-bot" },
    ]);
  });
}

function accessSuite(suite: HostSuite): void {
  test("only those who may push are obeyed", async () => {
    const { host } = await stageOf(suite);
    const names = ["boss", "docent-bot", "reader", "stranger", "nobody-at-all", "../boss"];
    const allowed = [];
    for (const name of names) if (await host.mayWrite(name)) allowed.push(name);
    expect(allowed).toEqual(["boss", "docent-bot"]);
  });

  test("an empty repository is told", async () => {
    const { host, state } = await stageOf(suite);
    for (const branch of ["docs/x", "main"]) await state.deleteBranch(branch);
    expect(await host.inspect()).toMatchObject({ empty: true, defaultBranch: "main" });
  });

  test("what an account lacks is named; an administrator may make webhooks", async () => {
    const { hostWith } = await stageOf(suite);
    const reader = await hostWith("tok-reader").inspect();
    expect(reader).toMatchObject({ account: "reader", canPush: false });
    expect(reader.missing.length).toBeGreaterThan(0);
    expect(await hostWith("tok-boss").inspect()).toMatchObject({
      canAdminister: true,
      missing: [],
    });
    expect(await refused(hostWith("tok-stranger").inspect())).toMatchObject({ code: "not_found" });
  });

  test("a renamed repository is told with its new place, and nothing is sent there unasked", async () => {
    const { host, state } = await stageOf(suite);
    state.rename("acme/handbook");
    expect(await host.inspect()).toMatchObject({ path: "acme/handbook" });
    const error = await refused(host.create(proposal));
    expect(error).toMatchObject({ code: "not_found" });
    expect(error.message).toMatch(/renamed or moved.*acme\/handbook/);
    expect(state.pulls.size).toBe(0);
  });
}

function faultSuite(suite: HostSuite): void {
  const { forge } = suite;
  const said = (error: AppError) => {
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("tok-docent-bot");
    expect(error.message).not.toContain("\n");
    return error;
  };

  test("a cut line is an outage, also after the work was done", async () => {
    const { host, state } = await stageOf(suite);
    state.mood.faults.push({ status: 0, cut: true, afterwards: true, only: "POST" });
    expect(said(await refused(host.create(proposal)))).toMatchObject({ code: "unavailable" });
    expect(await host.find({ head: "docs/x", base: "main" })).toMatchObject({
      title: proposal.title,
    });
  });

  test("a limit is told with the time to wait, and the host is left alone until then", async () => {
    const { host, state, number, server } = await openedStage(suite);
    state.mood.remaining = 0;
    const error = said(await refused(host.read(number)));
    expect(error).toMatchObject({ code: "rate_limited" });
    expect(error.retryAfterSeconds).toBeGreaterThan(0);
    const before = server.asked.length;
    expect(await refused(host.find(proposal))).toMatchObject({ code: "rate_limited" });
    expect(server.asked).toHaveLength(before);
  });

  testUnless(suite.lacks?.secondaryLimits)(
    "a limit on too much at once is told with the time to wait",
    async () => {
      const { host, state, number } = await openedStage(suite);
      state.mood.secondary = true;
      const error = said(await refused(host.putComment(number, { marker: "m", body: "m" })));
      expect(error).toMatchObject({ code: "rate_limited", retryAfterSeconds: 60 });
    },
  );

  test("a reader's write is refused with the forge's words", async () => {
    const { hostWith, number } = await openedStage(suite);
    const error = await refused(hostWith("tok-reader").update(number, { title: "No" }));
    expect(error).toMatchObject({ code: "forbidden" });
    if (!suite.lacks?.refusalWords) expect(error.message).toContain(`${forge} says`);
  });

  test("a deleted branch closes the pull request, or leaves nothing to merge", async () => {
    const { host, state, number, headCommit } = await openedStage(suite);
    await state.deleteBranch("docs/x");
    expect((await read(host, number)).state).not.toBe("merged");
    const what = { headCommit, method: "merge", title: "", message: "" } as const;
    const error = await refused(host.merge(number, what));
    expect(["conflict", "forbidden", "not_found"]).toContain(error.code);
    expect(state.pulls.get(number)?.state).not.toBe("merged");
  });
}

function webhookSuite(suite: HostSuite): void {
  test("whoever may not make webhooks is told what to grant", async () => {
    const { host, state } = await stageOf(suite);
    const error = await refused(host.registerWebhook({ url: "http://127.0.0.1:1/", secret: "s" }));
    expect(error).toMatchObject({ code: "forbidden" });
    expect(state.hooks).toEqual([]);
  });
}
