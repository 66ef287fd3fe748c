import { describe, expect, onTestFinished, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../../test/harness.ts";
import { makeUpAnswer } from "../../../test/made-up-answers.ts";
import { addTestProject } from "../../../test/store-rows.ts";
import { dropOldAnswers } from "../../analytics/drop-old-answers.ts";
import { groupQuery } from "../../contract/insights/groups.ts";
import { operator } from "../../lib/actor.ts";
import { createLog } from "../../lib/log.ts";
import { putFeedback } from "../../store/answers/feedback.ts";
import type { Database } from "../../store/database.ts";
import { takeTurn } from "../../store/insights/group-turns.ts";
import { closeGroup, mergeGroups } from "../decide-group.ts";
import { listGroups } from "../list-groups.ts";
import { showGroup } from "../show-group.ts";
import { splitGroup } from "../split-group.ts";
import { createGrouping } from "./create-grouping.ts";

const now = new Date("2030-01-10T12:00:00.000Z");
const clock = { now: () => now };
const silentLog = createLog({ level: "silent", format: "json" });
const { signal } = new AbortController();
const search = { search: () => Promise.reject(new Error("there are no docs")) };

async function setUp(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  return { db, projectId, deps: { db, clock }, ...nodeOf(db, projectId) };
}

function nodeOf(db: Database, projectId: string) {
  const deps = { db, clock, log: silentLog, search, publicUrl: "" };
  const grouping = createGrouping(deps);
  onTestFinished(() => grouping.stop());
  let minute = 0;
  const ask = (
    question: string,
    more: { keyId?: string; state?: "answered" | "unanswered" } = {},
  ) => {
    const { state = "unanswered", ...rest } = more;
    minute += 1;
    const at = new Date(Date.parse("2030-01-01T00:00:00.000Z") + minute * 60_000).toISOString();
    return makeUpAnswer(db, { projectId, at, question, record: { state }, ...rest });
  };
  const groups = async () => {
    await grouping.round(signal);
    const query = groupQuery.parse({});
    return (await listGroups(deps, operator, { projectId, query })).groups;
  };
  return { grouping, ask, groups };
}

const passwords = [
  "How do I reset my password?",
  "password reset",
  "I forgot my password, how can I reset it?",
];

describe.each(storeKinds)("on %s", (kind) => {
  test("what asks for the same is one group that keeps its id, and others stand apart", async () => {
    const { ask, groups } = await setUp(kind);
    await ask(passwords[0] ?? "");
    await ask("Which databases are supported?");
    const [first] = (await groups()).filter(({ name }) => name.includes("password"));
    for (const question of passwords) await ask(question);
    const after = await groups();
    expect(after.map(({ count }) => count)).toEqual([4, 1]);
    expect(after[0]).toMatchObject({ id: first?.id, unanswered: 4, state: "open", language: "en" });
    expect(after[0]?.name).toContain("password");
    expect(after[0]?.examples).toHaveLength(3);
    expect(after[1]?.name).toContain("databases");
  });

  test("answered, members' and liked questions are in no group; disliked ones are", async () => {
    const { db, projectId, ask, groups } = await setUp(kind);
    await ask("How do I export data?", { state: "answered" });
    await ask("How do I import data?", { keyId: "" });
    const liked = await ask("How do I delete data?");
    const disliked = await ask("How do I sort the table?", { state: "answered" });
    const said = { projectId, comment: "", at: now.toISOString() };
    await putFeedback(db, { ...liked, ...said, rating: "up" });
    await putFeedback(db, { ...disliked, ...said, rating: "down" });
    expect(await groups()).toMatchObject([{ count: 1, unanswered: 0, thumbsDown: 1 }]);
    await putFeedback(db, { ...disliked, ...said, rating: "up" });
    expect(await groups()).toEqual([]);
    expect(await db.selectFrom("groupCentres").selectAll().execute()).toEqual([]);
  });

  test("a closed group takes in its kind and stays closed; merged ones stay merged", async () => {
    const { projectId, deps, ask, groups } = await setUp(kind);
    await ask(passwords[0] ?? "");
    await ask("Which databases are supported?");
    const before = await groups();
    const idOf = (word: string) => before.find(({ name }) => name.includes(word))?.id ?? "";
    const [password, databases] = [idOf("password"), idOf("databases")];
    await mergeGroups(deps, operator, { projectId, groupId: databases, into: password });
    await closeGroup(deps, operator, { projectId, groupId: password, reason: "" });
    await ask("supported databases");
    await ask("reset the password");
    expect(await groups()).toMatchObject([{ id: password, state: "closed", count: 4 }]);
  });

  test("what people split stays apart, and each part takes in its own kind", async () => {
    const { projectId, deps, ask, groups } = await setUp(kind);
    for (const question of [...passwords, "password rules", "rules of a password"])
      await ask(question);
    const before = await groups();
    const texts = async (groupId: string) => {
      const shown = await showGroup(deps, operator, { projectId, groupId, query: {} });
      return shown.questions;
    };
    const all = (await Promise.all(before.map(({ id }) => texts(id)))).flat();
    const [first] = before;
    for (const { id } of before.slice(1))
      await mergeGroups(deps, operator, { projectId, groupId: id, into: first?.id ?? "" });
    const rules = all.filter(({ question }) => question.includes("rules"));
    const address = { projectId, groupId: first?.id ?? "" };
    const questions = rules.map(({ answerId }) => answerId);
    const made = await splitGroup(deps, operator, { ...address, questions, into: "" });
    await ask("rules for the password");
    await ask("reset my password");
    await ask("rules of a password");
    expect(await groups()).toHaveLength(2);
    const apart = await texts(made.id);
    expect(apart.map(({ question }) => question).sort()).toEqual([
      ...["password rules", "rules for the password", "rules of a password", "rules of a password"],
    ]);
    for (const { likeness } of apart) expect(likeness).toBeGreaterThan(0.3);
  });

  test("retention takes questions out, and what is left is named anew", async () => {
    const { db, projectId, deps, ask, groups } = await setUp(kind);
    const old = "2020-01-01T00:00:00.000Z";
    const record = { state: "unanswered" } as const;
    await makeUpAnswer(db, { projectId, at: old, question: passwords[0] ?? "", record });
    await makeUpAnswer(db, { projectId, at: old, question: "Which databases?", record });
    await ask("password reset");
    expect(await groups()).toHaveLength(2);
    await dropOldAnswers(deps, operator, { keepDays: () => 365 });
    const left = await groups();
    expect(left).toMatchObject([{ count: 1, examples: ["password reset"] }]);
    expect(await db.selectFrom("groupCentres").select("size").execute()).toEqual([{ size: 1 }]);
  });

  test("two nodes group every question once", async () => {
    const { db, projectId, ask, groups } = await setUp(kind);
    const other = nodeOf(db, projectId);
    for (const question of [...passwords, "Which databases are supported?"]) await ask(question);
    await Promise.all([groups(), other.groups()]);
    for (const question of passwords) await other.ask(question);
    await Promise.all([groups(), other.groups()]);
    await Promise.all([groups(), other.groups()]);
    expect((await groups()).map(({ count }) => count)).toEqual([6, 1]);
    expect(await db.selectFrom("groupQueue").selectAll().execute()).toEqual([]);
  });

  test("what a node that was killed left goes on when its turn has lapsed, once", async () => {
    const { db, projectId, ask, groups } = await setUp(kind);
    for (const question of passwords) await ask(question);
    const turn = { projectId, holder: "killed", now: "2030-01-10T11:59:00.000Z" };
    await takeTurn(db, { ...turn, heldUntil: "2030-01-10T12:00:01.000Z" });
    expect(await groups()).toEqual([]);
    await takeTurn(db, { ...turn, heldUntil: "2030-01-10T11:59:59.000Z" });
    expect(await groups()).toMatchObject([{ count: 3 }]);
  });

  test("a question is told its kind without joining it", async () => {
    const { projectId, grouping, ask, groups } = await setUp(kind);
    await ask(passwords[0] ?? "");
    const [group] = await groups();
    const kinds = await grouping.kindOf(projectId, ["reset password", "Is there a mobile app?"]);
    expect(kinds).toEqual([group?.id, undefined]);
    expect(await groups()).toMatchObject([{ count: 1 }]);
  });
});

test("hostile questions harm nothing", async () => {
  const { ask, groups } = await setUp("sqlite");
  await ask("word ".repeat(1_600));
  await ask("x".repeat(8_000));
  for (const text of ["???", "!!!", "", "🤷", "\u202e\u0000".replaceAll("\0", ""), "1 2 3"])
    await ask(text);
  await ask("密码重置");
  await ask("如何重置密码");
  const all = await groups();
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(10);
  for (const { name, words } of all) expect(`${name} ${words}`.length).toBeLessThan(500);
});
