import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { startFakeAnthropic } from "../../../test/fake-anthropic.ts";
import { createTestNode, openTestStore, storeKinds } from "../../../test/harness.ts";
import { dashboardHeaders, openOwnerSession } from "../../../test/owner.ts";
import { errorBody } from "../../contract/error.ts";
import { modelTest, projectSettings } from "../../contract/project-settings.ts";
import { serverSettings } from "../../contract/server-settings.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { modelPlace } from "../../models/providers/model-place.ts";
import { putSetting } from "../../store/access/stored-settings.ts";
import type { Database } from "../../store/database.ts";
import { setProjectModel } from "../../store/docs/projects.ts";

const modelKey = "sk-hunter2-0123456789abcdef";

async function setUp(env: Record<string, string> = {}, db?: Database) {
  const lines: string[] = [];
  const log = createLog(
    { level: "trace", format: "json" },
    { write: (line) => void lines.push(line) },
  );
  const secretKey = randomBytes(32).toString("base64");
  const node = await createTestNode({
    ...(db && { db }),
    log,
    env: { DOCENT_SECRET_KEY: secretKey, ...env },
  });
  const owner = dashboardHeaders(await openOwnerSession({ db: node.db, clock: systemClock }));
  const call = (path: string, body?: unknown, headers: Record<string, string> = owner) =>
    node.request(path, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const read = async () => serverSettings.parse(await (await call("/v1/settings")).json());
  const settingOf = async (name: string) =>
    (await read()).settings.find((setting) => setting.name === name);
  const save = async (values: Record<string, string | null>) =>
    call("/v1/settings", { version: (await read()).version, values });
  const test = async (what: string) => {
    const response = await call(`/v1/projects/acme/settings/test-model`, { what });
    return modelTest.parse(await response.json());
  };
  return { node, call, read, settingOf, save, test, lines, secretKey };
}

test("a stored setting counts at once, and going back to the standard does too", async () => {
  const { save, settingOf, node } = await setUp();
  const ceiling = "DOCENT_DAILY_COST_PER_PROJECT";
  expect(await settingOf(ceiling)).toMatchObject({ origin: "default", value: "", standard: "100" });
  expect((await save({ [ceiling]: "2.5", DOCENT_JOBS_AT_ONCE: "3" })).status).toBe(200);
  expect(await settingOf(ceiling)).toMatchObject({
    origin: "stored",
    value: "2.5",
    setBy: "Some owner",
  });
  expect(node.live.config.ceilings.costMicrosPerProject).toBe(2_500_000);
  expect(node.live.config.jobs.atOnce).toBe(3);
  await save({ [ceiling]: null });
  expect(await settingOf(ceiling)).toMatchObject({ origin: "default" });
  expect(node.live.config.ceilings.costMicrosPerProject).toBe(100_000_000);
});

test("what the environment sets wins, is shown as such and cannot be changed", async () => {
  const { save, settingOf, node } = await setUp({ DOCENT_JOBS_AT_ONCE: "7" });
  expect(await settingOf("DOCENT_JOBS_AT_ONCE")).toMatchObject({
    origin: "environment",
    value: "7",
    locked: "Set by DOCENT_JOBS_AT_ONCE in the environment.",
  });
  const refused = await save({ DOCENT_JOBS_AT_ONCE: "3", DOCENT_JOB_MAX_STEPS: "9" });
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining("in the environment"),
  ]);
  expect(await settingOf("DOCENT_JOB_MAX_STEPS")).toMatchObject({ origin: "default" });
  expect(node.live.config.jobs.atOnce).toBe(7);
});

test("values are held to the rules of the environment, and all of them are stored or none", async () => {
  const { save, read } = await setUp();
  const faults = [
    { DOCENT_JOBS_AT_ONCE: "0" },
    { DOCENT_JOBS_AT_ONCE: "many" },
    { DOCENT_MODEL_URL: "ftp://models.example" },
    { DOCENT_MODEL_PROVIDER: "anthropic" },
    { DOCENT_EMBEDDER: "ollama" },
    { DOCENT_DATA: "/etc" },
    { DATABASE_URL: "postgres://evil.example/x" },
    { __proto__x: "1" },
  ];
  for (const fault of faults) {
    const response = await save({ DOCENT_JOB_MAX_STEPS: "9", ...fault });
    expect([fault, response.status]).toEqual([fault, 400]);
    const { details } = errorBody.parse(await response.json());
    expect(details.every(({ path }) => path.startsWith("values."))).toBe(true);
    expect(details.length).toBeGreaterThan(0);
  }
  expect((await read()).settings.every(({ origin }) => origin !== "stored")).toBe(true);
});

test("of two who change the same settings the later one is told", async () => {
  const { call, read } = await setUp();
  const { version } = await read();
  const change = (steps: string) =>
    call("/v1/settings", { version, values: { DOCENT_JOB_MAX_STEPS: steps } });
  const replies = await Promise.all([change("5"), change("6")]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await replies.find(({ status }) => status === 409)?.text()).toContain("Somebody else");
});

test("no key may read or change the settings of the deployment", async () => {
  const { call, node } = await setUp();
  const admin = { authorization: `Bearer ${node.keys.admin}` };
  expect((await call("/v1/settings", undefined, admin)).status).toBe(403);
  const change = { version: "0", values: { DOCENT_JOB_MAX_STEPS: "5" } };
  expect((await call("/v1/settings", change, admin)).status).toBe(403);
});

test("a model's key is sealed, used, tested and never shown", async () => {
  const { save, settingOf, test: tryModel, node, lines, call } = await setUp();
  const good = { pieces: ["ready"], usage: { input: 12, output: 3 } };
  const server = await startFakeAnthropic([good, { fault: { status: 401 } }]);
  onTestFinished(server.close);
  expect(await tryModel("sonnet")).toMatchObject({ ok: true, tokens: 0 });
  const saved = await save({
    DOCENT_MODEL_PROVIDER: "anthropic",
    ANTHROPIC_API_KEY: modelKey,
    ANTHROPIC_BASE_URL: server.url,
  });
  expect(saved.status).toBe(200);
  const shown = [await saved.text(), await (await call("/v1/projects/acme/settings")).text()];
  expect(await settingOf("ANTHROPIC_API_KEY")).toMatchObject({
    ...{ origin: "stored", value: "", hint: "cdef", isReadable: true },
  });
  expect(await tryModel("sonnet")).toMatchObject({ ok: true, tokens: 15 });
  const failed = await tryModel("sonnet");
  expect(failed).toMatchObject({ ok: false, message: expect.stringContaining("401") });
  expect(server.requests.map(({ headers }) => headers["x-api-key"])).toEqual([modelKey, modelKey]);
  const rows = await node.db.selectFrom("usage").selectAll().execute();
  expect(rows).toMatchObject([{ inputTokens: 12, outputTokens: 3, projectId: node.project.id }]);
  const stored = await node.db.selectFrom("secrets").selectAll().execute();
  for (const text of [...shown, JSON.stringify(failed), JSON.stringify(stored), ...lines])
    expect(text).not.toContain("hunter2");
});

test("a key goes only to the address that it was given for", async () => {
  const { save, settingOf } = await setUp({ DOCENT_MODEL_KEY: modelKey });
  expect(await settingOf("DOCENT_MODEL_URL")).toMatchObject({
    locked: expect.stringContaining("DOCENT_MODEL_KEY is set in the environment"),
  });
  expect((await save({ DOCENT_MODEL_URL: "https://evil.example/v1" })).status).toBe(409);
  await save({ ANTHROPIC_API_KEY: modelKey });
  const moved = { ANTHROPIC_BASE_URL: "https://evil.example" };
  const refused = await save(moved);
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { details: [{ path: "values.ANTHROPIC_API_KEY" }] },
  ]);
  expect((await save({ ...moved, ANTHROPIC_API_KEY: "another-key" })).status).toBe(200);
});

test("a key that the operator named for a project goes to no address that an owner stores", async () => {
  const stolen = await startFakeAnthropic([{ pieces: ["stolen"] }]);
  onTestFinished(stolen.close);
  const {
    save,
    test: tryModel,
    node,
  } = await setUp({
    DOCENT_MODEL_KEY_ACME: modelKey,
  });
  const evil = { DOCENT_MODEL_URL: stolen.url, DOCENT_MODEL_SONNET: "m" };
  expect((await save({ ...evil, ANTHROPIC_BASE_URL: stolen.url })).status).toBe(200);
  await setProjectModel(node.db, node.project.id, { provider: "openai-compatible", key: "ACME" });
  const refused = await tryModel("sonnet");
  expect(refused).toMatchObject({ ok: false, message: expect.stringContaining("address") });
  const { models } = node.live.config;
  expect(models.anthropic.url).toBe(stolen.url);
  expect(modelPlace(models, { provider: "anthropic", key: "ACME" }, "sonnet")).toMatchObject({
    ...{ key: modelKey, url: "https://api.anthropic.com" },
  });
  expect(stolen.requests).toEqual([]);
});

test("an address that was stored before the environment set its key does not count", async () => {
  const db = await openTestStore("sqlite");
  const before = await setUp({}, db);
  await before.save({ DOCENT_MODEL_URL: "https://evil.example/v1", DOCENT_MODEL_SONNET: "m" });
  const env = { DOCENT_SECRET_KEY: before.secretKey, DOCENT_MODEL_KEY: modelKey };
  const { live, settings } = await createTestNode({ db, domain: "other", env });
  settings.start();
  await expect.poll(() => live.config.models.ids.sonnet, { timeout: 60_000 }).toBe("m");
  expect(live.config.models.openai).toEqual({ url: undefined, key: modelKey });
});

test("a stored setting at fault is shown with it, and keeps nobody from changing another", async () => {
  const { save, settingOf, node } = await setUp();
  await save({ DOCENT_DAILY_COST_PER_PROJECT: "2" });
  const row = { setBy: "", updatedAt: systemClock.now().toISOString() };
  await putSetting(node.db, { name: "DOCENT_JOB_MAX_STEPS", value: "many", ...row });
  expect(await settingOf("DOCENT_JOB_MAX_STEPS")).toMatchObject({
    ...{ origin: "stored", value: "many", fault: expect.stringContaining("does not count") },
  });
  expect(await settingOf("DOCENT_DAILY_COST_PER_PROJECT")).toMatchObject({ fault: "" });
  expect((await save({ DOCENT_JOB_MAX_STEPS: "more" })).status).toBe(400);
  expect((await save({ DOCENT_DAILY_COST_PER_PROJECT: "1" })).status).toBe(200);
  expect(node.live.config.ceilings.costMicrosPerProject).toBe(1_000_000);
  expect((await save({ DOCENT_JOB_MAX_STEPS: "5" })).status).toBe(200);
  expect(await settingOf("DOCENT_JOB_MAX_STEPS")).toMatchObject({ value: "5", fault: "" });
});

test("what is read once at the start is told to wait for the next one", async () => {
  const { save, read } = await setUp();
  await save({ DOCENT_ANSWERS_PER_READER: "4", DOCENT_JOB_MAX_STEPS: "5" });
  expect((await read()).waiting).toEqual(["Answers at once for a reader"]);
});

test.each(storeKinds)("another node on the same %s takes a change in", async (kind) => {
  const db = await openTestStore(kind);
  const one = await setUp({}, db);
  const env = { DOCENT_SECRET_KEY: one.secretKey };
  const other = await createTestNode({ db, domain: "other", env });
  other.settings.start();
  await one.save({ DOCENT_JOBS_AT_ONCE: "5", DOCENT_MODEL_KEY: modelKey });
  await expect.poll(() => other.live.config.jobs.atOnce, { timeout: 60_000 }).toBe(5);
  expect(other.live.config.models.openai.key).toBe(modelKey);
});

test("a project's own ceilings hold in place of the deployment's, unless the environment sets them", async () => {
  const { call } = await setUp({ DOCENT_KEEP_ANSWERS_DAYS: "30" });
  const read = async () =>
    projectSettings.parse(await (await call("/v1/projects/acme/settings")).json());
  const first = await read();
  expect(first.keepAnswersDays).toEqual({
    ...{ own: null, deployment: 30, setBy: "DOCENT_KEEP_ANSWERS_DAYS" },
  });
  const save = (change: object) =>
    call("/v1/projects/acme/settings", { version: first.version, ...change });
  expect((await save({ keepAnswersDays: 3 })).status).toBe(409);
  expect((await save({ dailyDollars: 0.5 })).status).toBe(200);
  expect((await read()).dailyDollars).toEqual({ own: 0.5, deployment: 100, setBy: "" });
});
