import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  createTestNode,
  question,
  storeKinds,
  type TestNodeOptions,
} from "../../../../test/harness.ts";
import { dashboardHeaders, openMemberSession } from "../../../../test/owner.ts";
import { type FirstSteps, firstSteps } from "../../../contract/starting/first-steps.ts";
import { systemClock } from "../../../lib/clock.ts";
import { insertJob } from "../../../store/jobs/jobs.ts";

async function setUp(options: TestNodeOptions = {}) {
  const settings = { secretKeys: [randomBytes(32)] };
  const node = await createTestNode(options.env ? options : { settings, ...options });
  const base = `/v1/projects/${node.project.id}`;
  const admin = { authorization: `Bearer ${node.keys.admin}` };
  const call = (path: string, body?: unknown, headers: Record<string, string> = admin) =>
    node.request(`${base}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const steps = async () =>
    firstSteps.strict().parse(await (await call("/first-steps")).json()) satisfies FirstSteps;
  return { node, call, steps };
}

describe.each(storeKinds)("on %s", (store) => {
  test("each step is done when the server has seen it, not before", async () => {
    const { node, steps } = await setUp({ store });
    expect(await steps()).toEqual({
      isClosed: false,
      docs: { isDone: true, pages: 2, isDemo: false, error: "" },
      ask: { isDone: false },
      model: { isDone: false, name: expect.stringContaining("embedded"), missing: "" },
      forge: { isDone: false, place: "folder", error: "" },
      job: { isDone: false, newest: null },
      chat: { isDone: false, site: "" },
    });
    await (await node.ask(question("How do I create a key?"))).text();
    expect(await steps()).toMatchObject({ ask: { isDone: true }, chat: { isDone: false } });

    const place = { projectId: node.project.id, branch: "b", base: "main", model: "sonnet" };
    const task = { asDraft: false, messages: [], idempotencyKey: "" };
    await node.db.transaction().execute(async (trx) => {
      await insertJob(trx, { id: "job_1", ...place, ...task, createdAt: "2030-01-01" });
    });
    const newest = { sessionId: "job_1", state: "queued" };
    expect((await steps()).job).toEqual({ isDone: false, newest });
    const change = (haltReason: "error" | "completed") =>
      node.db.updateTable("jobs").set({ state: "halted", haltReason }).execute();
    await change("error");
    expect((await steps()).job.isDone).toBe(false);
    await change("completed");
    expect((await steps()).job.isDone).toBe(true);
  });

  test("the first site whose pages use an assistant key is remembered, and nothing made up", async () => {
    const { node, steps } = await setUp({ store });
    const from = (origin: string) =>
      node.ask(question("How do I create a key?"), "", { origin }).then((reply) => reply.text());
    for (const origin of ["null", "https://a.example/path", `https://${"a".repeat(400)}.example`])
      await from(origin);
    expect((await steps()).chat).toEqual({ isDone: false, site: "" });
    await from("https://docs.acme.example");
    await from("https://other.example");
    expect((await steps()).chat).toEqual({ isDone: true, site: "https://docs.acme.example" });
  });
});

test("a project without pages has no docs yet, and says why", async () => {
  const { node, steps } = await setUp();
  await node.db.updateTable("projects").set({ currentRevisionId: null }).execute();
  await node.db.updateTable("sources").set({ error: "The folder is gone." }).execute();
  const docs = { isDone: false, pages: 0, isDemo: false, error: "The folder is gone." };
  expect((await steps()).docs).toEqual(docs);
});

test("a forge is connected by a login that opens the repository", async () => {
  const { node, call, steps } = await setUp();
  const place = { kind: "git", location: "https://git.example/acme/docs.git" } as const;
  await node.db.updateTable("sources").set(place).execute();
  expect((await steps()).forge).toEqual({ isDone: false, place: "repository", error: "" });
  const login = { kind: "token", token: "github_pat_0123456789" };
  await call(`/sources/${node.source.id}/login`, login);
  expect((await steps()).forge.isDone).toBe(true);
  await node.db.updateTable("sources").set({ error: "The token is refused." }).execute();
  const error = "The token is refused.";
  expect((await steps()).forge).toEqual({ isDone: false, place: "repository", error });
});

test("a model that lacks its key is not connected", async () => {
  const { node, steps } = await setUp({ env: {} });
  const model = JSON.stringify({ provider: "anthropic" });
  await node.db.updateTable("projects").set({ model }).execute();
  expect((await steps()).model).toMatchObject({
    isDone: false,
    missing: expect.stringContaining("key"),
  });
  const other = await setUp({ env: { ANTHROPIC_API_KEY: "sk-0123456789" } });
  expect((await other.steps()).model).toMatchObject({ isDone: true, missing: "" });
});

test("an editor puts the steps away for everybody and brings them back; a viewer may not", async () => {
  const { node, call, steps } = await setUp();
  const session = (role: "editor" | "viewer") =>
    openMemberSession({ db: node.db, clock: systemClock }, role).then(dashboardHeaders);
  const [editor, viewer] = [await session("editor"), await session("viewer")];
  expect((await call("/first-steps", { isClosed: true }, viewer)).status).toBe(403);
  expect((await call("/first-steps", { isClosed: "yes" }, editor)).status).toBe(400);
  expect((await steps()).isClosed).toBe(false);
  const closed = await call("/first-steps", { isClosed: true }, editor);
  expect(await closed.json()).toMatchObject({ isClosed: true });
  const seen = await call("/first-steps", undefined, viewer);
  expect(await seen.json()).toMatchObject({ isClosed: true });
  await call("/first-steps", { isClosed: false }, editor);
  expect((await steps()).isClosed).toBe(false);
});
