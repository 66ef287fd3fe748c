import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/store/database.ts";
import { migrate, migrations } from "../../src/store/migrate.ts";
import { startFakeAnthropic } from "../fake-anthropic.ts";
import { makeRepository } from "../job-node.ts";
import { makeTree } from "../make-tree.ts";
import type { ModelRequest, ScriptedReply } from "../model-script.ts";
import { createTestDatabase } from "../postgres.ts";
import { readInto } from "../reading-client.ts";
import { stepOf } from "../rename-job.ts";
import { serveUntilEnd, soon, startDocent, untilListening } from "../server-process.ts";
import { hasOlderCode, olderProgram } from "./older-code.ts";
import { asAdmin, askNode, nodeSettings, resumeOn } from "./start-nodes.ts";

type Received = { events: Map<number, unknown>; isDone: boolean };

const nothingYet = (): Received => ({ events: new Map(), isDone: false });

const words = () => Array.from({ length: 40 }, (_, index) => `w${index} `);

/** What the model says at the moment; more may be added while it is said. */
let pieces: string[] = [];

function replyTo(request: ModelRequest): ScriptedReply {
  if (!JSON.stringify(request.body.tools ?? []).includes("write_file"))
    return { pieces, pauseMs: 25 };
  const write = { name: "write_file", input: { path: "new.md", content: "# New\n" } };
  const done = { title: "New page", summary: "A new page.", messageToUser: "Done." };
  return { calls: [stepOf(request) === 1 ? write : { name: "finish", input: done }] };
}

/** One PostgreSQL that nobody has used yet, and what starts nodes of both versions on it. */
async function setUp() {
  const model = await startFakeAnthropic(replyTo);
  onTestFinished(model.close);
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const { root: folder } = await makeTree({});
  const pages = { "grease.md": "# Grease\n\nPart 1 is greased with oil once a week.\n" };
  const settings = {
    ...nodeSettings(model.url, await makeRepository(pages)),
    DATABASE_URL: database.url,
  };
  const place = (name: string, role: string) => ["--data", join(folder, name), "--role", role];
  return {
    url: database.url,
    async startOlder() {
      const args = ["serve", "--port", "0", ...place("older", "api,worker,sync")];
      const node = await untilListening(startDocent(args, settings, await olderProgram()));
      onTestFinished(async () => void (await node.end("SIGKILL")));
      return node;
    },
    startNewer: () => serveUntilEnd(place("newer", "api"), settings),
  };
}

/** Asks one node, and reads the same answer on another while it is written. */
async function askAcross(from: string, to: string, id: string, whileWritten = async () => to) {
  const [asked, resumed] = [nothingYet(), nothingYet()];
  pieces = words();
  const talk = setInterval(() => pieces.push("and "), 20);
  const response = await askNode(from, id, `How is part 1 greased? (${id})`);
  expect(response.status).toBe(200);
  const reading = readInto(asked, response);
  while (asked.events.size < 3) await soon();
  const other = await resumeOn(await whileWritten(), id);
  clearInterval(talk);
  expect(other.status).toBe(200);
  await Promise.all([reading, readInto(resumed, other)]);
  expect(asked.isDone).toBe(true);
  expect([...asked.events.values()].at(-1)).toMatchObject({ type: "finish" });
  expect(resumed).toEqual(asked);
}

const isThere = await hasOlderCode();
if (!isThere)
  console.warn("Two versions side by side are not tried: this clone lacks the older one.");

test.runIf(isThere)(
  "nodes of the version before go on while a newer one migrates and serves, and jobs and streams go across",
  { timeout: 240_000 },
  async () => {
    const { url, startOlder, startNewer } = await setUp();
    const older = await startOlder();
    let newer = older;
    await askAcross(older.url, "", "chat-while-migrated", async () => {
      newer = await startNewer();
      return newer.url;
    });
    await askAcross(newer.url, older.url, "chat-from-new-to-old");

    const created = await asAdmin(newer.url, "/v1/agent/docent/job", {
      method: "POST",
      body: JSON.stringify({ messages: [{ role: "user", content: "Add a page." }] }),
    });
    expect(created.status).toBe(200);
    const session = created.headers.get("x-session-id");
    const followed = await asAdmin(older.url, `/v1/agent/docent/job/${session}/stream`);
    expect(await followed.text()).toBe(await created.text());
    const db = await openDatabase({ kind: "postgres", url });
    onTestFinished(() => db.destroy());
    expect(await db.selectFrom("jobs").select(["haltReason", "attempt"]).execute()).toEqual([
      { haltReason: "completed", attempt: 1 },
    ]);

    await older.end();
    await newer.end("SIGKILL");
    const later = [{ name: "9001-later", statements: ["create table later (id text)"] }];
    await migrate(db, "postgres", [...migrations, ...later]);
    const restarted = await startNewer();
    await sql`insert into later values ('x')`.execute(db);
    await askAcross(restarted.url, restarted.url, "chat-of-the-restarted");
  },
);
