import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openDatabase } from "../src/store/database.ts";
import { startFakeServer } from "./fake-embedder.ts";
import { startFakeOpenAi } from "./fake-openai.ts";
import { makeTree } from "./make-tree.ts";
import { createMigratedDatabase } from "./migrated-store.ts";
import { createTestDatabase } from "./postgres.ts";
import { runHere } from "./run-here.ts";

const report = z.object({
  ok: z.boolean(),
  findings: z.array(z.object({ state: z.string(), subject: z.string(), text: z.string() })),
});

async function examine(env: Record<string, string>) {
  const { code, stdout } = await runHere(["doctor", "--json"], env);
  const { ok, findings } = report.parse(JSON.parse(stdout));
  const states = Object.fromEntries(findings.map(({ subject, state }) => [subject, state]));
  const textOf = (subject: string) =>
    findings.find((finding) => finding.subject === subject)?.text ?? "";
  return { code, ok, states, textOf, stdout };
}

async function newData(): Promise<string> {
  return join((await makeTree({})).root, "data");
}

test("doctor really asks the model and the embedder, once each", async () => {
  const model = await startFakeOpenAi([{ pieces: ["ready"] }, { pieces: ["ready"] }]);
  const embedder = await startFakeServer();
  onTestFinished(async () => void (await Promise.all([model.close(), embedder.close()])));
  const { url, model: name } = embedder.settings("openai");
  const { code, states, textOf } = await examine({
    DOCENT_DATA: await newData(),
    DOCENT_MODEL_URL: model.url,
    DOCENT_MODEL_SONNET: "qwen",
    DOCENT_EMBEDDER: "openai",
    DOCENT_EMBEDDER_URL: url,
    DOCENT_EMBEDDER_MODEL: name,
  });
  expect(code).toBe(0);
  expect(states).toMatchObject({ model: "ok", embedder: "ok", store: "note", settings: "note" });
  expect(textOf("model")).toMatch(/qwen.*answers after \d+ ms/);
  expect(textOf("embedder")).toContain("64 dimensions");
  expect(model.requests).toHaveLength(1);
  expect(embedder.received).toHaveLength(1);
});

test("what does not answer is named with what to do, and no key is shown", async () => {
  const refusing = await startFakeOpenAi([
    { fault: { status: 401, body: { error: { message: "Incorrect key hunter2" } } } },
  ]);
  const embedder = await startFakeServer();
  embedder.fault = () => ({ status: 500 });
  onTestFinished(async () => void (await Promise.all([refusing.close(), embedder.close()])));
  const { url, model: name } = embedder.settings("openai");
  const { code, ok, states, textOf, stdout } = await examine({
    DOCENT_DATA: await newData(),
    DOCENT_MODEL_URL: refusing.url,
    DOCENT_MODEL_SONNET: "qwen",
    DOCENT_MODEL_KEY: "hunter2",
    DOCENT_EMBEDDER: "openai",
    DOCENT_EMBEDDER_URL: url,
    DOCENT_EMBEDDER_MODEL: name,
    DOCENT_EMBEDDER_KEY: "hunter3",
    DOCENT_TLS_CERT_FILE: "/nowhere/cert.pem",
    DOCENT_TLS_KEY_FILE: "/nowhere/key.pem",
    DOCENT_OIDC_ISSUER: `${url}/issuer`,
    DOCENT_OIDC_CLIENT_ID: "docent",
    DOCENT_OIDC_CLIENT_SECRET: "hunter4",
  });
  expect({ code, ok }).toEqual({ code: 1, ok: false });
  expect(states).toMatchObject({ model: "bad", embedder: "bad", tls: "bad", "sign-in": "bad" });
  expect(textOf("model")).toContain("DOCENT_MODEL_URL");
  expect(textOf("tls")).toContain(
    "DOCENT_TLS_CERT_FILE: the file /nowhere/cert.pem does not exist",
  );
  expect(stdout).not.toMatch(/hunter\d/);
});

test("a data folder that others can read is told, and a store that is behind is left as it is", async () => {
  const data = await newData();
  mkdirSync(data);
  const file = join(data, "docent.db");
  const db = await openDatabase({ kind: "sqlite", file });
  await sql`delete from docent_migrations`.execute(db);
  await db.destroy();
  chmodSync(data, 0o755);
  const { code, states, textOf } = await examine({ DOCENT_DATA: data });
  expect(code).toBe(0);
  expect(states).toMatchObject({ data: "note", store: "note" });
  expect(textOf("data")).toContain("chmod 700");
  expect(textOf("store")).toMatch(/\d+ migrations wait; make a backup/);
});

test("a PostgreSQL is told with its version, and what a user lacks there", async () => {
  const { url, drop } = await createMigratedDatabase();
  const role = `reader_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  onTestFinished(async () => {
    await admin.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await admin.end();
    await drop();
  });
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'hunter2'`);
  const as = async (password: string) => {
    const address = new URL(url);
    if (password !== "") Object.assign(address, { username: role, password });
    return examine({ DOCENT_DATA: await newData(), DATABASE_URL: address.href });
  };
  const well = await as("");
  expect(well).toMatchObject({ code: 0, states: { store: "ok" } });
  expect(well.textOf("store")).toMatch(/^PostgreSQL, 127\.0\.0\.1:\d+, version \d+\.\d+, newest/);

  const stranger = await as("hunter2");
  expect(stranger).toMatchObject({ code: 1, states: { store: "bad" } });
  expect(stranger.textOf("store")).toContain("may not write");

  // It may make tables, and not read those that another user made.
  await admin.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${role}`);
  const half = await as("hunter2");
  expect(half).toMatchObject({ code: 1, states: { store: "bad" } });
  expect(half.textOf("store")).toContain(`${role} may not write`);

  const wrong = await as("hunter3");
  expect(wrong).toMatchObject({ code: 1, states: { store: "bad" } });
  expect(wrong.textOf("store")).toMatch(/password authentication failed.*check DATABASE_URL/);
  for (const { stdout } of [well, stranger, half, wrong]) expect(stdout).not.toMatch(/hunter\d/);
});

test("a PostgreSQL without tables, and one that is not there, are told apart", async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const empty = await examine({ DOCENT_DATA: await newData(), DATABASE_URL: url });
  expect(empty).toMatchObject({ code: 0, states: { store: "note" } });
  expect(empty.textOf("store")).toContain("without tables yet");
  const gone = await examine({ DOCENT_DATA: await newData(), DATABASE_URL: `${url}_gone` });
  expect(gone).toMatchObject({ code: 1, states: { store: "bad" } });
  expect(gone.textOf("store")).toContain("does not exist");
});
