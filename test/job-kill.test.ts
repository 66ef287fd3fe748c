import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { type AgentSession, agentSessions, jobEvent } from "../src/contract/jobs.ts";
import { type Database, openDatabase, type StoreLocation } from "../src/store/database.ts";
import { type StoreKind, storeKinds } from "./harness.ts";
import { branchFiles, makeRepository, task } from "./job-node.ts";
import { makeTree } from "./make-tree.ts";
import { createTestDatabase } from "./postgres.ts";
import { type ServerProcess, type Settings, serveUntilEnd } from "./server-process.ts";
import { type WriteWatch, watchWrites } from "./watch-writes.ts";

const timeout = 600_000;
// Each kind of instruction once.
const kills: Record<StoreKind, number> = { sqlite: 5, postgres: 3 };
const key = `svc_${"k".repeat(40)}`;

type Place = { repository: string; args: string[]; settings: Settings; store: StoreLocation };

const chapters = ["oil", "belt", "pump", "valve", "gear", "motor", "frame", "brake"];

function pages(): Record<string, string> {
  const entries = chapters.map((name, index): [string, string] => [
    `parts/${name}.md`,
    `---\ntitle: The ${name}\n---\n\n# The ${name}\n\nThe widget of the ${name} turns part ${index}.\n\n## Care\n\nClean the widget of the ${name} once a week. See [the next part](${chapters[(index + 1) % chapters.length]}.md).\n`,
  ]);
  const navigation = {
    navigation: {
      groups: [{ group: "Parts", pages: chapters.map((name) => `parts/${name}`) }],
    },
  };
  return {
    ...Object.fromEntries(entries),
    "docs.json": `${JSON.stringify(navigation, null, 2)}\n`,
    "bare.md": "# Bare\n\nThis page has no front matter. It is short.\n",
  };
}

/** One job of every kind the embedded model does, each on a branch of its own, again and again. */
function instruction(number: number): string {
  const kinds = [
    'Replace "widget" with "gadget" everywhere.',
    `Add a page parts/storage-${number}.md called "Storage ${number}" with the text "The pump is cleaned here."`,
    'Add a section "Noise" to parts/gear.md saying "Gears are loud."',
    "Add missing front matter.",
    'Move parts/motor.md to parts/engine.md, and set the title of parts/gear.md to "Gears".',
  ];
  return kinds[number % kinds.length] ?? "";
}

async function makePlace(kind: StoreKind): Promise<Place> {
  const database = kind === "postgres" ? await createTestDatabase() : undefined;
  if (database) onTestFinished(database.drop);
  const data = join((await makeTree({})).root, "data");
  const repository = await makeRepository(pages());
  return {
    repository,
    args: ["--data", data, "--docs", repository],
    settings: {
      DOCENT_ADMIN_KEY: key,
      DOCENT_ADDRESS_REQUESTS_PER_MINUTE: "1000000",
      DOCENT_KEY_REQUESTS_PER_MINUTE: "1000000",
      DOCENT_LOG_LEVEL: "error",
      DOCENT_DASHBOARD: "off",
      DOCENT_PUBLIC_URL: "http://docent.test",
      ...(database && { DATABASE_URL: database.url }),
    },
    store: database
      ? { kind: "postgres", url: database.url }
      : { kind: "sqlite", file: join(data, "docent.db") },
  };
}

function agent(server: ServerProcess, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return fetch(`${server.url}/v1/agent/docent${path}`, {
    ...init,
    headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) },
  });
}

/** As a client does that retries: whatever becomes of the connection, the key makes it one job. */
async function post(server: ServerProcess, number: number, onStored?: () => void): Promise<void> {
  const branch = `docs/job-${number}`;
  const response = await agent(server, "/job", {
    method: "POST",
    headers: { "idempotency-key": `job-${number}` },
    body: JSON.stringify(task(instruction(number), { branch })),
  });
  expect(response.status).toBe(200);
  onStored?.();
  await response.text();
}

async function sessions(server: ServerProcess): Promise<AgentSession[]> {
  return agentSessions.parse(await (await agent(server, "/jobs")).json()).allSessions;
}

async function untilAllHalted(server: ServerProcess): Promise<AgentSession[]> {
  for (;;) {
    const all = await sessions(server);
    if (all.every((session) => session.haulted)) return all;
    await pause(100);
  }
}

/** Opens the store as the next process would, and proves it whole first. */
async function inStore<Result>(
  place: Place,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase(place.store);
  try {
    if (place.store.kind === "sqlite") {
      const check = await sql<Record<string, string>>`pragma integrity_check`.execute(db);
      expect(check.rows).toEqual([{ integrityCheck: "ok" }]);
    }
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Somewhere in the time a job takes, and every other round right at one of its writes: the pauses prove little. */
async function randomMoment(
  writes: WriteWatch | undefined,
  round: number,
  stored: Promise<void>,
): Promise<void> {
  const some = ((round % 5) + Math.random()) / 5;
  if (round % 2 === 0) return pause(700 * some);
  if (writes) return Promise.race([writes.until(Math.ceil(60 * some)), pause(1_500)]);
  // However busy the machine is, there is a job by then.
  await stored;
  await pause(500 * some);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

type Branches = Map<string, Record<string, string>>;

let left: Promise<Branches> | undefined;

/** What the first jobs leave where nothing is killed; found out once. */
async function undisturbed(count: number): Promise<Branches> {
  left ??= undisturbedJobs(Math.max(...Object.values(kills)));
  return new Map([...(await left)].slice(0, count));
}

async function undisturbedJobs(count: number): Promise<Branches> {
  const place = await makePlace("sqlite");
  const server = await serveUntilEnd(place.args, place.settings);
  for (let number = 1; number <= count; number += 1) await post(server, number);
  for (const session of await untilAllHalted(server))
    expect(session).toMatchObject({ haultReason: "completed" });
  await server.end();
  return branches(place.repository, count);
}

async function branches(repository: string, count: number): Promise<Branches> {
  const all: Branches = new Map();
  for (let number = 1; number <= count; number += 1) {
    const branch = `docs/job-${number}`;
    all.set(branch, await branchFiles(repository, branch));
  }
  return all;
}

async function expectWholeLogs(db: Database): Promise<void> {
  const jobs = await db.selectFrom("jobs").select(["id", "step"]).execute();
  const rows = await db.selectFrom("jobEvents").selectAll().orderBy("seq").execute();
  const logs = Map.groupBy(rows, (row) => row.jobId);
  for (const job of jobs) {
    const log = logs.get(job.id) ?? [];
    expect(log.map((row) => row.seq)).toEqual(log.map((_, index) => index + 1));
    const events = log.map((row) => jobEvent.parse(row.event));
    expect(events.filter(({ type }) => type === "finish" || type === "error")).toEqual([
      { type: "finish" },
    ]);
    const steps = events.flatMap((event) => (event.type === "data-step" ? [event.data.index] : []));
    expect(steps).toEqual(steps.map((_, index) => index + 1));
    expect(steps).toHaveLength(job.step);
  }
}

test.for(storeKinds)(
  "%s: killed at random moments, every job ends in exactly one change, as if nothing had been",
  { timeout },
  async (kind) => {
    const count = kills[kind];
    const expected = await undisturbed(count);
    const place = await makePlace(kind);
    let cutOff = 0;
    for (let round = 1; round <= count; round += 1) {
      const server = await serveUntilEnd(place.args, place.settings);
      const writes = place.store.kind === "sqlite" ? watchWrites(place.store.file) : undefined;
      const stored = Promise.withResolvers<void>();
      const posting = post(server, round, stored.resolve).catch((error) => {
        if (!(error instanceof TypeError)) throw error;
      });
      await randomMoment(writes, round, stored.promise);
      await server.end("SIGKILL");
      writes?.close();
      await posting;
      cutOff += await inStore(place, async (db) => {
        const query = db.updateTable("jobs").where("state", "!=", "halted").returning("id");
        // Only on PostgreSQL, where the next server has to wait: as if the time had passed.
        const expired = kind === "postgres" ? { leaseExpiresAt: "" } : { haltedAt: null };
        return (await query.set(expired).execute()).length;
      });
    }
    expect(cutOff).toBeGreaterThan(count / 4);
    const server = await serveUntilEnd(place.args, place.settings);
    for (let number = 1; number <= count; number += 1) await post(server, number);
    const all = await untilAllHalted(server);
    expect(all).toHaveLength(count);
    for (const session of all) expect(session).toMatchObject({ haultReason: "completed" });
    await server.end();
    expect(await branches(place.repository, count)).toEqual(expected);
    await inStore(place, async (db) => {
      const changes = await db.selectFrom("changes").select(["head", "number"]).execute();
      expect(changes.map((change) => change.head).sort()).toEqual([...expected.keys()].sort());
      expect(all.map((session) => session.pullRequestLink).sort()).toEqual(
        changes.map(({ number }) => `http://docent.test/dashboard/docent/changes/${number}`).sort(),
      );
      await expectWholeLogs(db);
    });
  },
);
