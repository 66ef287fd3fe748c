import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { hasPgBouncer } from "../../scripts/needs/ensure-pgbouncer.ts";
import { eventsAfter } from "../../src/store/answers/answers.ts";
import type { ModelRequest, ScriptedReply } from "../model-script.ts";
import { readInto } from "../reading-client.ts";
import { stepOf } from "../rename-job.ts";
import { asAdmin, askNode, resumeOn, startNodes } from "./start-nodes.ts";

/** `CHAOS=long`, or a number of rounds of all faults. */
const rounds = process.env.CHAOS === "long" ? 20 : Number(process.env.CHAOS ?? 1);
const jobCount = 4 * rounds;

type Asked = {
  chatId: string;
  threadId: string;
  events: Map<number, unknown>;
  isDone: boolean;
  /** The client was told, or saw, that it came to no end here. */
  sawError: boolean;
};

/** Every ninth question meets a model that stalls or fails. */
function replyTo(request: ModelRequest, number: number): ScriptedReply {
  const text = JSON.stringify(request.body);
  if (text.includes("write_file")) {
    const note = /note-\d+/.exec(text)?.[0] ?? "note";
    const write = { name: "write_file", input: { path: `${note}.md`, content: `# ${note}\n` } };
    const done = { title: note, summary: note, messageToUser: note };
    return { calls: [stepOf(request) === 1 ? write : { name: "finish", input: done }] };
  }
  if (number % 9 === 4) return { fault: { status: 529 } };
  if (number % 9 === 8) return { pieces: ["half "], fault: "reset-after-pieces" };
  return { pieces: Array.from({ length: 20 }, (_, index) => `w${index} `), pauseMs: 30 };
}

type Nodes = Awaited<ReturnType<typeof startNodes>>;

/** Asks one question after the other on both nodes, and goes on reading on the other one where a connection breaks. */
async function askOn({ nodes }: Nodes, name: string, isOver: () => boolean) {
  const asked: Asked[] = [];
  let refused = 0;
  for (let turn = 1; !isOver(); turn += 1) {
    const chatId = `chat-of-${name}-number-${turn}`;
    const [here, there] =
      turn % 2 === 0 ? (["one", "other"] as const) : (["other", "one"] as const);
    const response = await askNode(
      nodes[here].url,
      chatId,
      `How is part 1 greased? (${chatId})`,
    ).catch(() => undefined);
    if (response?.status !== 200) {
      refused += 1;
      await response?.body?.cancel();
      await pause(100);
      continue;
    }
    const threadId = response.headers.get("x-thread-id") ?? "";
    const one: Asked = { chatId, threadId, events: new Map(), isDone: false, sawError: false };
    asked.push(one);
    const isWhole = await readInto(one, response).then(
      () => one.isDone,
      () => false,
    );
    if (!isWhole) await readElsewhere(nodes[there].url, one);
  }
  return { asked, refused };
}

async function readElsewhere(url: string, one: Asked): Promise<void> {
  const resumed = await resumeOn(url, one.chatId).catch(() => undefined);
  if (resumed?.status === 200) await readInto(one, resumed).catch(() => undefined);
  else await resumed?.body?.cancel();
  one.sawError = !one.isDone;
}

/** Starts a job as a careful client does: with a key, again and again until it is told that it is there. */
async function startJob({ nodes }: Nodes, note: string): Promise<string> {
  for (let turn = 0; ; turn += 1) {
    const { url } = nodes[turn % 2 === 0 ? "one" : "other"];
    const response = await asAdmin(url, "/v1/agent/docent/job", {
      method: "POST",
      headers: { "idempotency-key": note },
      body: JSON.stringify({
        messages: [{ role: "user", content: `Add a page ${note}.` }],
        branch: `docs/${note}`,
      }),
    }).catch(() => undefined);
    await response?.body?.cancel().catch(() => undefined);
    const session = response?.status === 200 ? response.headers.get("x-session-id") : undefined;
    if (session) return session;
    await pause(200);
  }
}

/** What goes wrong, one after the other, under load. */
function faultsOf({ restart, pooler, line, db }: Nodes): [string, () => Promise<unknown>][] {
  const cutConnections = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  return [
    ["PostgreSQL cuts every connection", () => cutConnections.execute(db)],
    ["node killed", () => restart("one")],
    [
      "PgBouncer killed and started",
      async () =>
        pooler
          .stop()
          .then(() => pause(500))
          .then(pooler.start),
    ],
    ["worker killed", () => restart("worker")],
    [
      "PostgreSQL out of reach",
      async () => {
        line.cut();
        await pause(1_500);
        line.mend();
      },
    ],
    [
      "replies of PostgreSQL lost",
      async () => {
        line.loseReplies();
        await pause(300);
        line.mend();
      },
    ],
  ];
}

test.runIf(hasPgBouncer())(
  "nothing acknowledged is lost or doubled while nodes, PgBouncer, PostgreSQL and the model fail",
  { timeout: 240_000 + rounds * 60_000 },
  async () => {
    const clock = pathToFileURL(join(import.meta.dirname, "jumped-clock.ts")).href;
    const place = await startNodes(replyTo, {
      other: { NODE_OPTIONS: `--import ${clock}`, CLOCK_AHEAD_MS: "3600000" },
    });
    let isOver = false;
    const clients = ["ann", "bea", "cem"].map((name) => askOn(place, name, () => isOver));
    const notes = Array.from({ length: jobCount }, (_, index) => `note-${index}`);
    const jobs = Promise.all(notes.map((note) => startJob(place, note)));
    const faults: string[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const [name, happen] of faultsOf(place)) {
        await pause(700);
        await happen();
        faults.push(name);
      }
    await pause(1_000);
    isOver = true;
    const heard = await Promise.all(clients);
    const sessions = await jobs;
    await expectWhole(
      place,
      heard.flatMap(({ asked }) => asked),
    );
    await expectJobs(place, sessions);
    await expectTidy(place);
    const asked = heard.flatMap((one) => one.asked);
    const totals = {
      faults: faults.length,
      acknowledged: asked.length,
      whole: asked.filter(({ isDone }) => isDone).length,
      seenToFail: asked.filter(({ sawError }) => sawError).length,
      refused: heard.reduce((sum, { refused }) => sum + refused, 0),
      events: asked.reduce((sum, { events }) => sum + events.size, 0),
      jobs: sessions.length,
    };
    console.log(`chaos: ${JSON.stringify(totals)}`);
    expect(totals.whole).toBeGreaterThan(0);
    expect(totals.whole + totals.seenToFail).toBe(totals.acknowledged);
  },
);

/** Every acknowledged question has a record with one end, and its client has seen events as they stand there. */
async function expectWhole({ db }: Nodes, asked: Asked[]): Promise<void> {
  const isStreaming = async () =>
    (await db.selectFrom("answers").select("id").where("state", "=", "streaming").execute()).length;
  await expect.poll(isStreaming, { timeout: 60_000 }).toBe(0);
  for (const { chatId, threadId, events, isDone } of asked) {
    const record = await db
      .selectFrom("answers")
      .select(["id", "state"])
      .where("threadId", "=", threadId)
      .execute();
    expect(record, chatId).toHaveLength(1);
    const stored = await eventsAfter(db, record[0]?.id ?? "", 0);
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
    const ends = stored.filter(({ event }) => /^(?:finish|error|abort)$/.test(event.type));
    expect(ends, chatId).toHaveLength(1);
    const bySeq = new Map(stored.map(({ seq, event }) => [seq, event]));
    for (const [seq, event] of events) expect(event, `${chatId} ${seq}`).toEqual(bySeq.get(seq));
    if (isDone)
      expect([...events.keys()].sort((one, other) => one - other)).toEqual([...bySeq.keys()]);
  }
}

/** Every job has one end and one change. */
async function expectJobs({ db }: Nodes, sessions: string[]): Promise<void> {
  const open = async () =>
    (await db.selectFrom("jobs").select("id").where("state", "!=", "halted").execute()).length;
  await expect.poll(open, { timeout: 120_000 }).toBe(0);
  const ended = await db.selectFrom("jobs").select(["id", "haltReason"]).execute();
  expect(new Set(ended.map(({ id }) => id))).toEqual(new Set(sessions));
  expect(ended.map(({ haltReason }) => haltReason)).toEqual(ended.map(() => "completed"));
  const changes = await db.selectFrom("changes").select("head").execute();
  expect(new Set(changes.map(({ head }) => head)).size).toBe(sessions.length);
  expect(changes).toHaveLength(sessions.length);
  for (const id of sessions) {
    const events = await db
      .selectFrom("jobEvents")
      .selectAll()
      .where("jobId", "=", id)
      .orderBy("seq")
      .execute();
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.filter(({ event }) => event.type === "finish")).toHaveLength(1);
  }
}

/** No lease is stuck, and no file of work that has ended is left. */
async function expectTidy({ db, folder }: Nodes): Promise<void> {
  const leases = async () => (await db.selectFrom("leases").select("name").execute()).length;
  await expect.poll(leases, { timeout: 60_000 }).toBe(0);
  const files = await readdir(folder, { recursive: true });
  expect(
    files.filter((path) => /\.(?:lock|tmp)$/.test(path) && !path.endsWith("server.lock")),
  ).toEqual([]);
}
