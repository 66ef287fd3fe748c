import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasPgBouncer } from "../../scripts/needs/ensure-pgbouncer.ts";
import { openDatabase } from "../../src/store/database.ts";
import { startFakeAnthropic } from "../fake-anthropic.ts";
import { makeRepository } from "../job-node.ts";
import { createTestDatabase } from "../postgres.ts";
import { readInto } from "../reading-client.ts";
import { stepOf } from "../rename-job.ts";
import { askServer, type ServerProcess, serveUntilEnd, soon } from "../server-process.ts";
import { startPgBouncer } from "./pgbouncer.ts";

const assistantKey = `svc_dsc_${"k".repeat(32)}`;
const adminKey = `svc_${"a".repeat(32)}`;
const pages = {
  "grease.md": "# Grease\n\nPart 1 of the machine is greased with oil once a week.\n",
};

type Received = { events: Map<number, unknown>; isDone: boolean };

const nothingYet = (): Received => ({ events: new Map(), isDone: false });

const admin = (url: string, path: string, init: RequestInit = {}) =>
  fetch(`${url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${adminKey}`, "content-type": "application/json" },
  });

const ask = (url: string, id: string) =>
  askServer(url, assistantKey, `How is part 1 greased? (${id})`, {
    ...{ id, trigger: "submit-message", accept: "text/event-stream" },
  });

/** Two nodes for requests and one for the rest, behind one PgBouncer. */
async function startNodes() {
  const words = Array.from({ length: 40 }, (_, index) => `w${index} `);
  const model = await startFakeAnthropic((request) => {
    if (!JSON.stringify(request.body.tools ?? []).includes("write_file"))
      return { pieces: words, pauseMs: 50 };
    const write = { name: "write_file", input: { path: "new.md", content: "# New\n" } };
    const done = { title: "New page", summary: "A new page.", messageToUser: "Done." };
    return { calls: [stepOf(request) === 1 ? write : { name: "finish", input: done }] };
  });
  onTestFinished(model.close);
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const pooler = await startPgBouncer(database.url);
  onTestFinished(pooler.close);
  const folder = await mkdtemp(join(tmpdir(), "docent-nodes-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const settings = {
    DATABASE_URL: pooler.url,
    DATABASE_LISTEN_URL: database.url,
    DOCENT_ASSISTANT_KEY: assistantKey,
    DOCENT_ADMIN_KEY: adminKey,
    DOCENT_DASHBOARD: "off",
    DOCENT_LOG_LEVEL: "warn",
    DOCENT_DOCS: await makeRepository(pages),
    DOCENT_POLL_SECONDS: "1",
    ANTHROPIC_API_KEY: "sk-test-0123456789",
    ANTHROPIC_BASE_URL: model.url,
  };
  const start = (name: string, role: string) =>
    serveUntilEnd(["--data", join(folder, name), "--role", role], settings);
  const worker = await start("worker", "worker,sync");
  const [one, other] = await Promise.all([start("one", "api"), start("other", "api")]);
  const db = await openDatabase({ kind: "postgres", url: database.url });
  onTestFinished(() => db.destroy());
  return { worker, one, other, pooler, db };
}

const readyOf = async ({ url }: ServerProcess) => {
  const response = await fetch(`${url}/readyz`);
  return { code: response.status, ...((await response.json()) as object) };
};

test.runIf(hasPgBouncer())(
  "nodes behind PgBouncer are one service: roles, streams, keys, jobs, and a store that goes away and comes back",
  { timeout: 240_000 },
  async () => {
    const { worker, one, other, pooler, db } = await startNodes();
    expect(await readyOf(one)).toEqual({ code: 200, roles: ["api"], ...ready });
    expect(await readyOf(worker)).toMatchObject({ roles: ["worker", "sync"], ...ready });
    const refused = await ask(worker.url, "nobody");
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: "unavailable" });

    const first = nothingYet();
    const begun = await ask(one.url, "chat-of-ann-number-1");
    expect(begun.status).toBe(200);
    const reading = readInto(first, begun);
    while (first.events.size < 3) await soon();
    const second = nothingYet();
    const resumed = await fetch(
      `${other.url}/discovery/v2/assistant/docent/message/chat-of-ann-number-1/stream`,
      {
        headers: { authorization: `Bearer ${assistantKey}`, accept: "text/event-stream" },
      },
    );
    expect(resumed.status).toBe(200);
    await Promise.all([reading, readInto(second, resumed)]);
    expect(second).toEqual(first);
    expect(first.isDone).toBe(true);

    const created = await admin(one.url, "/v1/agent/docent/job", {
      method: "POST",
      body: JSON.stringify({ messages: [{ role: "user", content: "Add a page." }] }),
    });
    expect(created.status).toBe(200);
    const session = created.headers.get("x-session-id");
    const followed = await admin(other.url, `/v1/agent/docent/job/${session}/stream`);
    expect(await followed.text()).toBe(await created.text());
    expect(
      await db.selectFrom("jobs").select(["state", "haltReason", "attempt"]).execute(),
    ).toEqual([{ state: "halted", haltReason: "completed", attempt: 1 }]);
    expect(await db.selectFrom("changes").select("head").execute()).toHaveLength(1);

    const under = nothingYet();
    const lasting = await ask(one.url, "chat-of-ann-number-2");
    const lastingRead = readInto(under, lasting);
    while (under.events.size < 3) await soon();
    await pooler.stop();
    const away = await ask(other.url, "chat-of-ann-number-3");
    expect(away.status).toBe(503);
    expect(Number(away.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await away.json()).toMatchObject({ code: "unavailable" });
    expect(await readyOf(other)).toMatchObject({ code: 503, status: "store out of reach" });
    expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
    await pooler.start();
    await expect.poll(() => readyOf(other)).toMatchObject(ready);
    await lastingRead;
    expect(under.isDone).toBe(true);
    expect([...under.events.values()].at(-1)).toMatchObject({ type: "finish" });
    expect([...under.events.keys()]).toEqual([...under.events.keys()].map((_, index) => index + 1));

    const key = await db
      .selectFrom("keys")
      .select("id")
      .where("kind", "=", "assistant")
      .executeTakeFirst();
    expect((await ask(other.url, "chat-of-ann-number-4")).status).toBe(200);
    const revoked = await admin(one.url, `/v1/projects/docent/keys/${key?.id}/revoke`, {
      method: "POST",
    });
    expect(revoked.ok, await revoked.text()).toBe(true);
    expect((await ask(other.url, "chat-of-ann-number-5")).status).toBe(401);
  },
);

const ready = { status: "ready" };
