import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeUpAnswer, makeUpUsage } from "../../test/made-up-answers.ts";
import { member } from "../../test/owner.ts";
import { addTestProject, countEveryTable, minutesAfterNoon, noon } from "../../test/store-rows.ts";
import { putFeedback } from "../store/answers/feedback.ts";
import { type Database, locationOf } from "../store/database.ts";
import { findReader, forgetReader } from "./forget-reader.ts";

const operator = { kind: "operator" } as const;
const secret = "unmistakable-words-of-a-person";

async function setUp(kind: StoreKind) {
  const db = await openTestStore(kind);
  const [acme, other] = [await addTestProject(db), await addTestProject(db, "other")];
  const say = async (projectId: string, fp: string, words: string, more: object = {}) => {
    const wish = { projectId, fp, question: words, record: { text: words, error: words } };
    const place = await makeUpAnswer(db, { ...wish, at: noon, ...more });
    await putFeedback(db, { ...place, projectId, rating: "down", comment: words, at: noon });
    await makeUpUsage(db, { projectId, answerId: place.answerId, at: minutesAfterNoon(1) });
    return place;
  };
  return { db, acme, other, say };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("a reader is forgotten in all projects, and nobody else", async () => {
    const { db, acme, other, say } = await setUp(kind);
    const { threadId } = await say(acme, secret, secret);
    await say(acme, secret, secret, { threadId });
    await say(other, secret, secret, { record: undefined });
    const kept = await say(acme, "bob", "other words");
    const before = await rowsOf(db, "bob");
    const reader = { fp: secret, projectId: undefined };
    const found = { threads: 2, messages: 6, answers: 3, feedback: 3, chats: 2 };
    expect(await findReader({ db }, operator, reader)).toEqual(found);
    const isScrubbed = kind === "sqlite";
    expect(await forgetReader({ db }, operator, reader)).toEqual({ ...found, isScrubbed });
    expect(await rowsOf(db, "bob")).toEqual(before);
    expect(await countEveryTable(db)).toMatchObject({ threads: 1, answers: 1, usage: 4 });
    expect(await textOfStore(db)).not.toContain(secret);
    const usage = await db.selectFrom("usage").select("answerId").orderBy("answerId").execute();
    expect(usage.map((row) => row.answerId)).toEqual(["", "", "", kept.answerId]);
    const nothing = { threads: 0, messages: 0, answers: 0, feedback: 0, chats: 0 };
    expect(await findReader({ db }, operator, reader)).toEqual(nothing);
  });

  test("in one project, the others keep what they have", async () => {
    const { db, acme, other, say } = await setUp(kind);
    await say(acme, "ada", secret);
    const kept = await say(other, "ada", "kept");
    await forgetReader({ db }, operator, { fp: "ada", projectId: acme });
    const threads = await db.selectFrom("threads").select("id").execute();
    expect(threads).toEqual([{ id: kept.threadId }]);
  });

  test("a reader with more threads than a batch is forgotten whole", async () => {
    const { db, acme } = await setUp(kind);
    for (let count = 0; count < 105; count += 1)
      await makeUpAnswer(db, { projectId: acme, fp: "ada", at: noon, record: {} });
    await forgetReader({ db }, operator, { fp: "ada", projectId: undefined });
    expect(await countEveryTable(db)).toMatchObject({ threads: 0, messages: 0, chats: 0 });
  });

  test("what looks like a pattern or a piece of SQL is only a name", async () => {
    const { db, acme, say } = await setUp(kind);
    await say(acme, "ada", "words");
    for (const fp of ["%", "a%", "' or '1'='1", "", "ADA"])
      await forgetReader({ db }, operator, { fp, projectId: undefined });
    expect(await countEveryTable(db)).toMatchObject({ threads: 1 });
  });
});

test("nothing of a reader's words is left in the file of an embedded store", async () => {
  const { db, acme, say } = await setUp("sqlite");
  const { threadId } = await say(acme, "ada", secret.repeat(200));
  for (let count = 0; count < 20; count += 1) await say(acme, "ada", secret, { threadId });
  await say(acme, "bob", "words that stay");
  const location = locationOf(db);
  const file = location.kind === "sqlite" ? location.file : "";
  const bytes = () => Buffer.concat([file, `${file}-wal`].map((path) => readFileSync(path)));
  expect(bytes().includes(secret)).toBe(true);
  await forgetReader({ db }, operator, { fp: "ada", projectId: undefined });
  expect(bytes().includes(secret)).toBe(false);
  expect(bytes().includes("words that stay")).toBe(true);
});

test("only the operator forgets", async () => {
  const { db } = await setUp("sqlite");
  const reader = { fp: "ada", projectId: undefined };
  for (const actor of [member("owner"), { kind: "admin", keyId: "k", projectId: "p" } as const]) {
    await expect(forgetReader({ db }, actor, reader)).rejects.toMatchObject({ code: "forbidden" });
    await expect(findReader({ db }, actor, reader)).rejects.toMatchObject({ code: "forbidden" });
  }
});

const tables = ["threads", "chats", "messages", "answers", "answerEvents", "feedback", "usage"];

async function textOfStore(db: Database): Promise<string> {
  const rows: unknown[] = [];
  for (const table of tables)
    rows.push((await sql`select * from ${sql.table(table)}`.execute(db)).rows);
  return JSON.stringify(rows);
}

async function rowsOf(db: Database, fp: string) {
  return db
    .selectFrom("threads")
    .innerJoin("answers", "answers.threadId", "threads.id")
    .innerJoin("messages", "messages.threadId", "threads.id")
    .innerJoin("answerEvents", "answerEvents.answerId", "answers.id")
    .innerJoin("feedback", "feedback.answerId", "answers.id")
    .innerJoin("chats", "chats.threadId", "threads.id")
    .selectAll()
    .where("threads.fp", "=", fp)
    .orderBy("messages.ordinal")
    .execute();
}
