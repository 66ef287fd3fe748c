import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { changeDetail, changePage } from "../src/contract/changes.ts";
import { connectionCheck, webhookConnection } from "../src/contract/connections.ts";
import { updateSourcePlace } from "../src/store/docs/sources.ts";
import { createForgeState } from "./forges/forge-state.ts";
import { type ForgeCase, forgeCases, forgeSettings, startForge } from "./forges/start-forge.ts";
import { question, readEvents, textOf } from "./harness.ts";
import { createJobNode, jobEvents, task } from "./job-node.ts";
import { makeTree } from "./make-tree.ts";

const branch = "docs/gadget";
const soon = { timeout: 60_000, interval: 100 };

async function setUp(chosen: ForgeCase) {
  const state = await createForgeState({
    "oil.md": "# Oil\n\nThe widget needs oil every week.\n",
    "belt.md": "# Belt\n\nThe belt is made of leather.\n",
  });
  const forge = await startForge(chosen, state);
  const node = await createJobNode({
    settings: {
      dataFolder: (await makeTree({})).root,
      secretKeys: [randomBytes(32)],
      publicUrl: "http://docent.test",
      forges: forgeSettings(chosen, forge.url),
    },
  });
  const place = { kind: "git", location: `${forge.url}/acme/docs.git`, branch: "main" } as const;
  await updateSourcePlace(node.db, node.source.id, { ...place, subfolder: "" });
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await node.request(`/v1/projects/${node.project.id}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${node.keys.admin}`,
        "content-type": "application/json",
      },
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const post = (path: string, body: unknown = {}) =>
    call(path, { method: "POST", body: JSON.stringify(body) });
  return { state, forge, node, call, post };
}

type Setup = Awaited<ReturnType<typeof setUp>>;

/** The login is stored, the docs are read, and the forge tells of what happens. */
async function connect({ state, forge, node, post }: Setup): Promise<void> {
  const ofSource = (path: string, body?: unknown) =>
    post(`/sources/${node.source.id}${path}`, body);
  expect((await ofSource("/login", forge.login)).status).toBe(204);
  expect(await post("/sync")).toMatchObject({ status: 200, body: { pages: 2 } });
  const { findings } = connectionCheck.parse((await ofSource("/check")).body);
  expect(findings.filter(({ state: found }) => found === "bad")).toEqual([]);
  const hook = webhookConnection.parse((await ofSource("/webhook")).body);
  if (forge.login.kind === "app") {
    // Apps have a webhook of their own, which a person sets up.
    const { url, secret } = hook;
    state.hooks.push({ id: 7, url, secret, events: appEvents });
  } else expect(hook).toMatchObject({ isRegistered: true, secret: "" });
  const [made] = state.hooks;
  if (!made) throw new Error("the forge has no webhook");
  made.url = made.url.replace("http://docent.test", await node.listen());
  await node.jobs.startWorker();
  node.deliveries.start();
  node.answers.start();
}

const appEvents = [
  ...["push", "pull_request", "issue_comment"],
  ...["pull_request_review", "pull_request_review_comment"],
];

async function propose({ state, node }: Setup) {
  const instruction = 'Replace "widget" with "gadget" everywhere.';
  const reply = await node.createJob(task(instruction, { branch, asDraft: true }));
  expect(await jobEvents(reply)).toContainEqual(
    expect.objectContaining({ data: expect.objectContaining({ draft: true }) }),
  );
  const [pull] = [...state.pulls.values()];
  if (!pull) throw new Error("there is no pull request");
  const session = await node.session(reply.headers.get("x-session-id") ?? "");
  return { pull, session };
}

describe.each(forgeCases)("on $name", (chosen) => {
  test("a change is proposed, talked about, built upon, squashed there, and answered from", {
    timeout: 240_000,
  }, async () => {
    const setup = await setUp(chosen);
    const { state, forge, node, call } = setup;
    await connect(setup);
    const { pull, session } = await propose(setup);
    expect(session).toMatchObject({ haultReason: "completed", branch });
    expect(session.pullRequestLink).toContain(String(pull.number));
    expect(pull).toMatchObject({ draft: true, head: branch, base: "main", author: forge.account });

    await state.push(branch, { "gear.md": "# Gear\n\nA gadget drives the gear.\n" }, "boss");
    const place = { path: "oil.md", line: 3, side: "new" as const };
    const said = { pull: pull.number, place };
    const asked = '@docent replace "gadget" with "gizmo" everywhere';
    state.comment({ ...said, author: "reader", body: asked.replace("gizmo", "rocket") });
    const comment = state.comment({ ...said, author: "boss", body: asked });
    const comments = async () =>
      changeDetail
        .parse((await call("/changes/1")).body)
        .comments.map((one) => [one.author, one.state]);
    await expect.poll(comments, soon).toEqual([
      ["reader", "shown"],
      ["boss", "answered"],
    ]);
    const { git } = state.repository;
    expect(await git("show", `${branch}:oil.md`)).toContain("The gizmo needs oil");
    expect(await git("show", `${branch}:gear.md`)).toContain("A gizmo drives the gear.");
    expect([...state.pulls.values()]).toEqual([pull]);
    const own = state.comments.filter(({ author }) => author === forge.account);
    const answers = own.filter(({ body }) => body.includes("docent:answer"));
    expect(answers).toHaveLength(1);
    const proof = own.filter(({ body }) => body.includes("docent:checks"));
    expect(proof.map(({ body }) => body.includes(pull.headCommit.slice(0, 10)))).toEqual([true]);
    expect(state.statusesOf(pull.headCommit)).toMatchObject([{ context: "docent/checks" }]);
    if (chosen.kind !== "gitea") expect(answers).toMatchObject([{ replyTo: comment.id }]);

    await state.edit(pull.number, { draft: false }, "boss");
    const how = { method: "squash" as const, by: "boss", title: "Gizmos", message: "" };
    expect(await state.merge(pull.number, { ...how, headCommit: "" })).toHaveProperty("merged");
    await state.deleteBranch(branch);
    const mergeCommit = await state.tip("main");
    const row = async () =>
      (await node.db.selectFrom("changes").selectAll().execute()).map(({ state: now }) => now);
    await expect.poll(row, soon).toEqual(["merged"]);
    expect(changePage.parse((await call("/changes")).body).changes).toMatchObject([
      { state: "merged", forge: { number: pull.number, mergedBy: "boss", mergeCommit } },
    ]);
    const answer = async () =>
      textOf(await readEvents(await node.ask(question("What needs oil every week?"))));
    await expect.poll(answer, soon).toContain("gizmo");
  });
});
