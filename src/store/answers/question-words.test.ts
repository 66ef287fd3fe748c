import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import { makeUpAnswer } from "../../../test/made-up-answers.ts";
import { addTestProject, noon } from "../../../test/store-rows.ts";
import { scrubStore } from "../database.ts";
import { questionRows } from "./analytics.ts";
import { deleteOldAnswers, deleteReaderThreads } from "./retention.ts";

async function setUp(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const add = (question: string, text = "", fp = "anonymous") =>
    makeUpAnswer(db, { projectId, at: noon, question, fp, record: { text } });
  const find = async (text: string) => {
    const page = { after: undefined, limit: 100, mostBytes: 1e9 };
    const { rows } = await questionRows(db, { projectId, text }, page);
    return rows.map(({ question }) => question).sort();
  };
  const wordRows = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from question_words`.execute(db);
    return rows[0]?.n;
  };
  return { db, projectId, add, find, wordRows };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("words are found whole and as beginnings, in the question and the answer, all of them", async () => {
    const { add, find } = await setUp(kind);
    await add("How do I rotate webhooks?", "Open the **Größe** page.");
    await add("Where is pageSize set?");
    await add("What does page_size mean?");
    expect(await find("WEB")).toEqual(["How do I rotate webhooks?"]);
    expect(await find("hooks")).toEqual([]);
    expect(await find("grosse rotate")).toEqual(["How do I rotate webhooks?"]);
    expect(await find("größe")).toEqual(["How do I rotate webhooks?"]);
    expect(await find("rotate pageSize")).toEqual([]);
    expect(await find("page size")).toHaveLength(3 - 1);
    expect(await find("pagesize")).toHaveLength(2);
    await add("Is pagesize the same as pageSize?");
    expect(await find("same size")).toHaveLength(1);
  });

  test("words of scripts without spaces are found by any part of them", async () => {
    const { add, find } = await setUp(kind);
    const asked = ["如何重置密码？", "パスワードを忘れました", "비밀번호를 잊었어요", "ลืมรหัสผ่าน"];
    for (const question of asked) await add(question);
    expect(await find("密码")).toEqual(["如何重置密码？"]);
    expect(await find("码")).toEqual(["如何重置密码？"]);
    expect(await find("重置密")).toEqual(["如何重置密码？"]);
    expect(await find("ワード")).toEqual(["パスワードを忘れました"]);
    expect(await find("비밀번호")).toEqual(["비밀번호를 잊었어요"]);
    expect(await find("รหัส")).toEqual(["ลืมรหัสผ่าน"]);
  });

  test("no text to search for is a fault", async () => {
    const { add, find } = await setUp(kind);
    await add('He said "quote" AND NEAR(a b) OR c:*');
    for (const text of [
      ...[
        '"',
        "'",
        "\\",
        "*",
        "(",
        "a:* & !b",
        "NEAR(",
        '"quote',
        "quote'",
        "-- ;",
        "😀",
        "{path}:",
      ],
      ...[
        "\u0000x".slice(1),
        "\uFFFF",
        "a".repeat(200),
        "AND",
        "OR NOT",
        "quote*",
        "'::tsquery",
        "%_",
      ],
    ])
      await expect(find(text), text).resolves.toBeInstanceOf(Array);
    expect(await find('"quote" AND')).toHaveLength(1);
  });

  test("a hostile text costs no more than a bounded number of words", async () => {
    const { add, find } = await setUp(kind);
    await add(Array.from({ length: 4_000 }, (_, index) => `word${index}`).join(" "));
    await add("x".repeat(100_000), `${"\u0301".repeat(50_000)} ${"🙂".repeat(9_000)}`);
    expect(await find("word17")).toHaveLength(1);
    expect(await find("xxxx")).toHaveLength(1);
  });

  test("what retention and forgetting a reader delete is found no more, and leaves no word", async () => {
    const { db, projectId, add, find, wordRows } = await setUp(kind);
    await add("secretword of ada", "", "ada");
    await add("plainword of all");
    await makeUpAnswer(db, { projectId, at: noon, question: "still written", fp: "ada" });
    await deleteReaderThreads(db, { fp: "ada", projectId }, 10);
    expect([await find("secretword"), await find("plainword")]).toEqual([[], ["plainword of all"]]);
    expect(await wordRows()).toBe(1);
    await deleteOldAnswers(db, { projectId, before: "2031", limit: 10 });
    expect([await find("plainword"), await wordRows()]).toEqual([[], 0]);
  });
});

test("a scrubbed file holds none of the words that were deleted", async () => {
  const { db, projectId, add } = await setUp("sqlite");
  for (let count = 0; count < 50; count += 1) await add(`kept${count} words`);
  await add("zzsecretzz in a question", "zzsecretzz in an answer", "ada");
  const blocks = async () => {
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from question_words_data where instr(block, cast('zzsecretzz' as blob)) > 0`.execute(
      db,
    );
    return rows[0]?.found;
  };
  expect(await blocks()).toBe(1);
  await deleteReaderThreads(db, { fp: "ada", projectId }, 10);
  expect(await scrubStore(db)).toBe(true);
  expect(await blocks()).toBe(0);
});
