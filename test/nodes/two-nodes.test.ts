import { expect, test } from "vitest";
import { hasPgBouncer } from "../../scripts/needs/ensure-pgbouncer.ts";
import type { ModelRequest, ScriptedReply } from "../model-script.ts";
import { readInto } from "../reading-client.ts";
import { stepOf } from "../rename-job.ts";
import { type ServerProcess, soon } from "../server-process.ts";
import { asAdmin, askNode, resumeOn, startNodes } from "./start-nodes.ts";

type Received = { events: Map<number, unknown>; isDone: boolean };

const nothingYet = (): Received => ({ events: new Map(), isDone: false });

const ask = (url: string, id: string) => askNode(url, id, `How is part 1 greased? (${id})`);

function replyTo(request: ModelRequest): ScriptedReply {
  if (!JSON.stringify(request.body.tools ?? []).includes("write_file"))
    return { pieces: Array.from({ length: 40 }, (_, index) => `w${index} `), pauseMs: 50 };
  const write = { name: "write_file", input: { path: "new.md", content: "# New\n" } };
  const done = { title: "New page", summary: "A new page.", messageToUser: "Done." };
  return { calls: [stepOf(request) === 1 ? write : { name: "finish", input: done }] };
}

const readyOf = async ({ url }: ServerProcess) => {
  const response = await fetch(`${url}/readyz`);
  return { code: response.status, ...((await response.json()) as object) };
};

test.runIf(hasPgBouncer())(
  "nodes behind PgBouncer are one service: roles, streams, keys, jobs, and a store that goes away and comes back",
  { timeout: 240_000 },
  async () => {
    const { nodes, pooler, db } = await startNodes(replyTo);
    const { worker, one, other } = nodes;
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
    const resumed = await resumeOn(other.url, "chat-of-ann-number-1");
    expect(resumed.status).toBe(200);
    await Promise.all([reading, readInto(second, resumed)]);
    expect(second).toEqual(first);
    expect(first.isDone).toBe(true);

    const created = await asAdmin(one.url, "/v1/agent/docent/job", {
      method: "POST",
      body: JSON.stringify({ messages: [{ role: "user", content: "Add a page." }] }),
    });
    expect(created.status).toBe(200);
    const session = created.headers.get("x-session-id");
    const followed = await asAdmin(other.url, `/v1/agent/docent/job/${session}/stream`);
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
    // It goes on, or its client is told: where it had to read from the store just then, it cannot.
    expect([...under.events.values()].at(-1)).toMatchObject({
      type: expect.stringMatching(/^(?:finish|error)$/),
    });
    const isOpen = db.selectFrom("answers").select("id").where("state", "=", "streaming");
    expect(await isOpen.execute()).toEqual([]);
    expect([...under.events.keys()]).toEqual([...under.events.keys()].map((_, index) => index + 1));

    const key = await db
      .selectFrom("keys")
      .select("id")
      .where("kind", "=", "assistant")
      .executeTakeFirst();
    expect((await ask(other.url, "chat-of-ann-number-4")).status).toBe(200);
    const revoked = await asAdmin(one.url, `/v1/projects/docent/keys/${key?.id}/revoke`, {
      method: "POST",
    });
    expect(revoked.ok, await revoked.text()).toBe(true);
    expect((await ask(other.url, "chat-of-ann-number-5")).status).toBe(401);
  },
);

const ready = { status: "ready" };
