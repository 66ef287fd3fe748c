import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase, type StoreLocation } from "../src/store/database.ts";
import { listProjects } from "../src/store/docs/projects.ts";
import { pagesWithBlobs } from "../src/store/docs/revision-pages.ts";
import { type StoreKind, storeKinds } from "./harness.ts";
import { createTestDatabase } from "./postgres.ts";
import { type Acknowledged, askUntilGone, readInto } from "./reading-client.ts";
import {
  answerOf,
  askServer,
  newDataFolder,
  runDocent,
  type ServerProcess,
  type Settings,
  serveUntilEnd,
  startDocent,
} from "./server-process.ts";
import { type WriteWatch, watchWrites } from "./watch-writes.ts";

const timeout = 600_000;
// In each of as many parts of the work, once.
const kills: Record<StoreKind, number> = { sqlite: 8, postgres: 3 };
const key = `svc_dsc_${"k".repeat(32)}`;
const clients = ["ann", "bea", "cem", "dan"];
// So many that each step of a sync takes several statements.
const syncedPages = 150;

type Place = { docs: string; args: string[]; settings: Settings; store: StoreLocation };

async function makePlace(kind: StoreKind): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "docent-kill-"));
  const database = kind === "postgres" ? await createTestDatabase() : undefined;
  onTestFinished(async () => {
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const docs = join(folder, "docs");
  const data = join(folder, "data");
  await mkdir(docs);
  return {
    docs,
    args: ["--data", data],
    settings: {
      DOCENT_ASSISTANT_KEY: key,
      DOCENT_ADDRESS_REQUESTS_PER_MINUTE: "1000000",
      DOCENT_KEY_REQUESTS_PER_MINUTE: "1000000",
      DOCENT_LOG_LEVEL: "error",
      DOCENT_DASHBOARD: "off",
      ...(database && { DATABASE_URL: database.url }),
    },
    store: database
      ? { kind: "postgres", url: database.url }
      : { kind: "sqlite", file: join(data, "docent.db") },
  };
}

function serve(place: Place): Promise<ServerProcess> {
  return serveUntilEnd([...place.args, "--docs", place.docs], place.settings);
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
      expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([]);
    }
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** PostgreSQL's files are not ours to watch. */
function watchStore({ store }: Place): WriteWatch | undefined {
  return store.kind === "sqlite" ? watchWrites(store.file) : undefined;
}

/**
 * Somewhere in that part of the work whose turn it is: of its time, and every other round at one of its writes, or of the
 * last fifth of them, because the pauses prove little.
 */
async function momentOf(
  { store }: Place,
  writes: WriteWatch | undefined,
  { round, ...whole }: { round: number; ms: number; writes: number },
): Promise<void> {
  const parts = kills[store.kind];
  const some = (((round - 1) % parts) + Math.random()) / parts;
  if (round % 4 < 2 || writes === undefined) return pause(whole.ms * (0.1 + some));
  const share = round % 4 === 2 ? some : 1 - some / 5;
  await Promise.race([writes.until(Math.ceil(whole.writes * share)), pause(whole.ms * 1.5)]);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** One version of the docs: pages that are always there, and one that only this version has. */
function versionOf(number: number, pageCount: number): Map<string, string> {
  const steps = (part: number) =>
    Array.from(
      { length: 12 },
      (_, step) => `## Step ${step}\n\nGrease joint ${step} of part ${part} with oil ${number}.\n`,
    );
  const pages = Array.from({ length: pageCount }, (_, part): [string, string] => [
    `part-${part}.md`,
    `# Part ${part}\n\nPart ${part} of the machine is greased with oil ${number}.\n\n${steps(part).join("\n")}`,
  ]);
  return new Map([...pages, [`only-in-${number}.md`, `# Only\n\nThis is version ${number}.\n`]]);
}

async function writeVersion(docs: string, pages: Map<string, string>): Promise<void> {
  for (const path of await readdir(docs)) if (!pages.has(path)) await rm(join(docs, path));
  for (const [path, text] of pages) await writeFile(join(docs, path), text);
}

/** The pages that answers are given from, each with the text that its passages hold. */
async function servedPages(db: Database): Promise<Map<string, string>> {
  const [project] = await listProjects(db);
  const revisionId = project?.currentRevisionId ?? "";
  const rows = await pagesWithBlobs(db, revisionId)
    .select(["revisionPages.path", "blobs.content"])
    .execute();
  const passages = await pagesWithBlobs(db, revisionId)
    .innerJoin("passages", "passages.blobHash", "revisionPages.blobHash")
    .select(["revisionPages.path", "passages.content"])
    .execute();
  const ofPage = Map.groupBy(passages, (passage) => passage.path);
  const broken = rows.filter(({ path, content }) => {
    const found = ofPage.get(path) ?? [];
    return found.length === 0 || !found.every((passage) => content.includes(passage.content));
  });
  expect(broken).toEqual([]);
  return new Map(rows.map((row) => [row.path, row.content]));
}

for (const kind of storeKinds) {
  test(`${kind}: a server killed while it answers loses nothing it acknowledged`, {
    timeout,
  }, async () => {
    const place = await makePlace(kind);
    await writeVersion(place.docs, versionOf(1, 20));
    const acknowledged: Acknowledged[] = [];
    // On a busy machine the moments may all come before an answer; then there are a few more.
    const isEnough = (round: number) =>
      round > kills[kind] && (acknowledged.length > kills[kind] || round > kills[kind] + 20);
    for (let round = 1; !isEnough(round); round += 1) {
      const server = await serve(place);
      await (await askServer(server.url, key, `Is round ${round} warm?`)).text();
      const writes = watchStore(place);
      const asking = clients.map((name) =>
        askUntilGone({ url: server.url, key }, `${name}-${round}`),
      );
      await momentOf(place, writes, { round, ms: 300, writes: 100 });
      await server.end("SIGKILL");
      writes?.close();
      const now = (await Promise.all(asking)).flat();
      acknowledged.push(...now);
      await inStore(place, (db) => expectStored(db, now));
    }
    expect(acknowledged.length).toBeGreaterThan(kills[kind]);
    await inStore(place, (db) => expectStored(db, acknowledged));
    await expectCutAnswersEnd(place, acknowledged);
  });

  test(`${kind}: a sync killed half-way leaves the old docs or the new ones, never a mix`, {
    timeout,
  }, async () => {
    const place = await makePlace(kind);
    let before = versionOf(0, syncedPages);
    await writeVersion(place.docs, before);
    await (await serve(place)).end("SIGKILL");
    const sync = ["sync", "--domain", "docent", ...place.args];
    const whole = { ms: 0, writes: 0 };
    const outcomes = { old: 0, new: 0 };
    // On a busy machine the moments may all come too late; then there are a few more.
    const isEnough = (round: number) =>
      round > kills[kind] && (outcomes.old > 0 || round > kills[kind] + 20);
    for (let round = 0; !isEnough(round); round += 1) {
      const after = versionOf(round + 1, syncedPages);
      await writeVersion(place.docs, after);
      const isStart = round % 2 === 1;
      const args = isStart ? ["serve", "--port", "0", ...place.args] : sync;
      const started = performance.now();
      const writes = watchStore(place);
      const running = startDocent(args, place.settings);
      // The first round is not killed: it shows how long the others take.
      if (round > 0) {
        await Promise.race([running.ended, momentOf(place, writes, { round, ...whole })]);
        running.child.kill("SIGKILL");
      }
      const { code } = await running.ended;
      writes?.close();
      if (round === 0) {
        whole.ms = performance.now() - started;
        whole.writes = writes?.seen() ?? 0;
      }
      const served = await inStore(place, servedPages);
      const isNew = served.has(`only-in-${round + 1}.md`);
      expect(served).toEqual(isNew ? after : before);
      if (code === 0 || running.stdout().includes("docent listening")) expect(isNew).toBe(true);
      outcomes[isNew ? "new" : "old"] += 1;
      if (isNew) before = after;
    }
    expect(outcomes.old).toBeGreaterThan(0);
    const last = versionOf(99, syncedPages);
    await writeVersion(place.docs, last);
    expect(await runDocent(sync, place.settings)).toMatchObject({ code: 0 });
    expect(await inStore(place, servedPages)).toEqual(last);
    const server = await serve(place);
    const answer = await askServer(server.url, key, "How is part 42 of the machine greased?");
    expect(await answerOf(answer)).toContain("oil 99");
    await server.end();
  });
}

async function expectStored(db: Database, acknowledged: Acknowledged[]): Promise<void> {
  const answers = await db.selectFrom("answers").selectAll().execute();
  const messages = await db.selectFrom("messages").select(["threadId", "text"]).execute();
  const events = await db.selectFrom("answerEvents").selectAll().orderBy("seq").execute();
  const byQuestion = new Map(answers.map((answer) => [answer.question, answer]));
  const asked = new Set(messages.map((message) => `${message.threadId} ${message.text}`));
  const logs = Map.groupBy(events, (event) => event.answerId);
  for (const { question, threadId, events: received, isDone } of acknowledged) {
    const answer = byQuestion.get(question);
    expect(answer?.threadId, question).toBe(threadId);
    expect(asked.has(`${threadId} ${question}`), question).toBe(true);
    const log = logs.get(answer?.id ?? "") ?? [];
    expect(log.map((row) => row.seq)).toEqual(log.map((_, index) => index + 1));
    const inOrder = [...received.keys()];
    expect(inOrder).toEqual(inOrder.map((_, index) => index + 1));
    const logged = log.slice(0, received.size).map((row) => row.event);
    expect(logged).toEqual([...received.values()]);
    if (isDone) expect(["answered", "unanswered"]).toContain(answer?.state);
  }
}

/** The next server closes what the killed one left open, once its lease is over, with one error event. */
async function expectCutAnswersEnd(place: Place, acknowledged: Acknowledged[]): Promise<void> {
  const open = await inStore(place, async (db) => {
    const rows = await db
      .updateTable("answers")
      .set({ leaseExpiresAt: "2020-01-01T00:00:00.000Z" })
      .where("state", "=", "streaming")
      .returning(["chatId"])
      .execute();
    return new Set(rows.map((row) => row.chatId));
  });
  const cut = acknowledged.filter(({ chatId }) => open.has(chatId));
  expect(cut.length).toBeGreaterThan(0);
  const server = await serve(place);
  const headers = { authorization: `Bearer ${key}` };
  for (const one of cut) {
    const lastEventId = String(one.events.size);
    const url = `${server.url}/discovery/v2/assistant/docent/message/${one.chatId}/stream`;
    const resumed = await fetch(url, { headers: { ...headers, "last-event-id": lastEventId } });
    expect(resumed.status).toBe(200);
    await readInto(one, resumed);
    expect([...one.events.values()].at(-1)).toMatchObject({ type: "error" });
    expect(one.isDone).toBe(true);
  }
  const next = await askServer(server.url, key, "How is part 3 of the machine greased?");
  expect(await answerOf(next)).toContain("oil 1");
  await server.end();
}

test("a first start that was killed again and again is finished by the next one", {
  timeout,
}, async () => {
  const data = await newDataFolder();
  for (const delayMs of [350, 600, 850]) {
    const running = startDocent(["serve", "--port", "0", "--data", data]);
    await Promise.race([running.ended, pause(delayMs)]);
    running.child.kill("SIGKILL");
    await running.ended;
  }
  const server = await serveUntilEnd(["--data", data], { DOCENT_ASSISTANT_KEY: key });
  const asked = await askServer(server.url, key, "How do I revoke a key?");
  expect(await asked.text()).toContain("/docs/docent/keys-and-security");
  expect(await server.end()).toEqual({ code: 0, signal: null });
});
