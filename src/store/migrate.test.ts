import { spawn } from "node:child_process";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { storeKinds } from "../../test/harness.ts";
import { makeUpAnswer } from "../../test/made-up-answers.ts";
import {
  addTestProject,
  countEveryTable,
  countRows,
  emptyStoreLocation,
  noon,
  openUntilEnd,
} from "../../test/store-rows.ts";
import { findSession } from "./access/member-sessions.ts";
import { listMembers } from "./access/members.ts";
import { questionRows } from "./answers/analytics.ts";
import type { AnswerRecord } from "./answers/answers.ts";
import { putFeedback } from "./answers/feedback.ts";
import { type Database, openDatabase, pingDatabase, type StoreLocation } from "./database.ts";
import { openChange } from "./jobs/changes.ts";
import { insertJob } from "./jobs/jobs.ts";
import { listedJob } from "./jobs/listed-jobs.ts";
import { migrate, migrations } from "./migrate.ts";
import { jobFactsMigration } from "./migrations/0021-job-facts.ts";
import { membersMigration } from "./migrations/0023-members.ts";
import { questionsMigration } from "./migrations/0028-questions.ts";
import { ownerMigration } from "./migrations/earlier/0006-owner.ts";
import { outcomeMigration } from "./migrations/earlier/0012-outcome.ts";

const citation = {
  ...{ n: 1, path: "keys.md", title: "", heading: "", url: "", quote: "", revision: "rev_1" },
  ...{ startLine: 1, endLine: 1 },
};
const names = migrations.map((migration) => migration.name);

describe.each(storeKinds)("on %s", (kind) => {
  test("a fresh store gets every table, empty", async () => {
    const db = await openUntilEnd(await emptyStoreLocation(kind));
    expect(Object.values(await countEveryTable(db)).every((rows) => rows === 0)).toBe(true);
    expect(await ranMigrations(db)).toEqual(names);
    await pingDatabase(db);
  });

  test("a second run does nothing and says so", async () => {
    const db = await openUntilEnd(await emptyStoreLocation(kind));
    expect(await migrate(db, kind)).toEqual([]);
    expect(await ranMigrations(db)).toEqual(names);
  });

  test("a store of a newer release is refused with a sentence and left alone", async () => {
    const location = await emptyStoreLocation(kind);
    const db = await openUntilEnd(location);
    await sql`insert into docent_migrations (name, ran_at) values ('9999-future', 'now')`.execute(
      db,
    );
    await expect(openDatabase(location)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/newer Docent.*9999-future.*restore a backup/),
    });
    expect(await ranMigrations(db)).toEqual([...names, "9999-future"]);
  });

  test("a migration that fails leaves nothing behind", async () => {
    const location = await emptyStoreLocation(kind);
    const faulty = {
      name: "9998-faulty",
      statements: ["create table half_done (id text)", "insert into no_such_table values (1)"],
    };
    migrations.push(faulty);
    try {
      await expect(openDatabase(location)).rejects.toThrow("no_such_table");
    } finally {
      migrations.pop();
    }
    const db = await openUntilEnd(location);
    expect(await ranMigrations(db)).toEqual(names);
    await expect(sql`select * from half_done`.execute(db)).rejects.toThrow();
  });

  test("answers of older releases are told apart by what they cite and who wrote them", async () => {
    const db = await openUntilEnd(await emptyStoreLocation(kind));
    const projectId = await addTestProject(db, "acme");
    const cited = { citations: [{ ...citation, supported: false }] };
    const embedded = "docent-embedded-1";
    const records: [Partial<AnswerRecord>, string][] = [
      [{ state: "answered" }, "answered"],
      [{ state: "unanswered", model: embedded, citations: [] }, "declined"],
      [{ state: "unanswered", model: embedded, ...cited }, "reserve"],
      [{ state: "unanswered", model: "sonnet", citations: [] }, "reserve"],
      [{ state: "refused" }, "declined"],
      [{ state: "cut" }, ""],
    ];
    for (const [record, outcome] of records)
      await makeUpAnswer(db, { projectId, at: noon, question: outcome, record });
    for (const statement of outcomeMigration.statements.slice(1))
      await sql.raw(statement).execute(db);
    const rows = await db.selectFrom("answers").select(["question", "answerOutcome"]).execute();
    expect(rows).toHaveLength(records.length);
    for (const row of rows) expect(row.answerOutcome).toBe(row.question);
  });

  test("questions of older releases are counted, listed by their words, and known by what they cite", async () => {
    const db = await openUntilEnd(await emptyStoreLocation(kind));
    const projectId = await addTestProject(db, "acme");
    const timings = { retrievedMs: 1, firstTokenMs: 20.4, totalMs: 90 };
    for (let count = 0; count < 201; count += 1)
      await makeUpAnswer(db, {
        ...{ projectId, at: noon, question: `Question${count}` },
        record: {
          timings,
          citations: [
            { ...citation, supported: true },
            { ...citation, path: "b.md", supported: false },
          ],
        },
      });
    const rated = await makeUpAnswer(db, { projectId, at: noon, timings: "{", record: {} });
    await putFeedback(db, { ...rated, projectId, rating: "down", comment: "", at: noon });
    await makeUpAnswer(db, { projectId, at: noon, question: "still written" });
    const noted = async () => ({
      asked: await db.selectFrom("askedQuestions").selectAll().orderBy("answerId").execute(),
      cited: await db.selectFrom("citedPages").select("path").execute(),
      found: (await wordSearch(db, projectId, "question17")).map(({ question }) => question).sort(),
    });
    const before = await noted();
    await db.deleteFrom("askedQuestions").execute();
    await db.transaction().execute(async (trx) => questionsMigration.fill?.(trx));
    const after = await noted();
    const withoutSeq = ({ asked, ...rest }: typeof before) => ({
      ...rest,
      asked: asked.map((row) => ({ ...row, seq: 0 })),
    });
    expect(withoutSeq(after)).toEqual(withoutSeq(before));
    expect(after.asked).toHaveLength(203);
    expect(after.cited).toHaveLength(201);
    expect(after.found).toEqual([
      "Question17",
      ...Array.from({ length: 10 }, (_, n) => `Question17${n}`),
    ]);
  });

  test("jobs of older releases are listed by what they were asked and what they called their change", async () => {
    const db = await openUntilEnd(await emptyStoreLocation(kind));
    const projectId = await addTestProject(db, "acme");
    const ids = Array.from({ length: 101 }, (_, index) => `job_${String(index).padStart(3, "0")}`);
    await db.transaction().execute(async (trx) => {
      for (const id of ids)
        await insertJob(trx, {
          ...{ id, projectId, branch: "docs/x", base: "main", model: "sonnet", asDraft: false },
          ...{ messages: [{ role: "user", content: `Do ${id}\u0000` }], createdAt: noon },
          idempotencyKey: "",
        });
    });
    const change = { title: "Its change", body: "", draft: false, head: "docs/x", base: "main" };
    const commits = { headCommit: "", baseCommit: "", checks: [], jobId: "job_100" };
    await openChange(db, { projectId, ...change, ...commits }, noon);
    await db.deleteFrom("jobTexts").execute();
    await db.transaction().execute(async (trx) => jobFactsMigration.fill?.(trx));
    expect((await listedJob(db, "job_000"))?.title).toBe("Do job_000");
    expect((await listedJob(db, "job_100"))?.title).toBe("Its change");
    expect(await countRows(db, "jobTexts")).toBe(101);
  });

  test("the owner of an older release is the first member, and stays logged in", async () => {
    const db = await openUntilEnd(await emptyStoreLocation(kind));
    for (const table of ["owner_tokens", "sign_ins", "invitations", "member_sessions", "members"])
      await sql.raw(`drop table ${table}`).execute(db);
    for (const statement of ownerMigration.statements) await sql.raw(statement).execute(db);
    await sql`insert into owner values ('owner', 'hash', null, null, ${noon})`.execute(db);
    await sql`insert into owner_sessions values ('ses_1', 'token', null, null, ${noon}, ${noon}, ${noon}, ${noon})`.execute(
      db,
    );
    for (const statement of membersMigration.statements) await sql.raw(statement).execute(db);
    expect(await listMembers(db)).toMatchObject([
      { id: "mem_first", role: "owner", passwordHash: "hash", email: null, disabledAt: null },
    ]);
    expect(await findSession(db, "token")).toMatchObject({ id: "ses_1", memberId: "mem_first" });
    await expect(sql`select * from owner`.execute(db)).rejects.toThrow();
  });

  test("four processes that open one new store at the same time migrate it once", async () => {
    const location = await emptyStoreLocation(kind);
    const startAt = Date.now() + 1_500;
    const results = await Promise.all([1, 2, 3, 4].map(() => openInProcess(location, startAt)));
    expect(results).toEqual(Array(4).fill({ code: 0, errors: "" }));
    const db = await openUntilEnd(location);
    expect(await ranMigrations(db)).toEqual(names);
  });
});

async function ranMigrations(db: Database): Promise<string[]> {
  const ran = await sql<{ name: string }>`select name from docent_migrations`.execute(db);
  return ran.rows.map((row) => row.name).sort();
}

const program = `
  const { openDatabase } = await import(process.argv[1]);
  while (Date.now() < Number(process.argv[3])) {}
  const db = await openDatabase(JSON.parse(process.argv[2]));
  await db.selectFrom("projects").selectAll().execute();
  await db.destroy();
`;

/** Waits busily for the moment, so that the processes meet within a few milliseconds. */
function openInProcess(
  location: StoreLocation,
  startAt: number,
): Promise<{ code: number | null; errors: string }> {
  const file = new URL("./database.ts", import.meta.url).href;
  const child = spawn(
    process.execPath,
    [
      "--no-warnings",
      "--input-type=module",
      "-e",
      program,
      file,
      JSON.stringify(location),
      String(startAt),
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, errors })));
}

async function wordSearch(db: Database, projectId: string, text: string) {
  const page = { after: undefined, limit: 100, mostBytes: 1e9 };
  return (await questionRows(db, { projectId, text }, page)).rows;
}
