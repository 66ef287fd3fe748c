import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { makeUpGroup } from "../../test/made-up-groups.ts";
import { addTestProject } from "../../test/store-rows.ts";
import { dropOldAnswers } from "../analytics/drop-old-answers.ts";
import { groupQuery } from "../contract/insights/groups.ts";
import { type Actor, operator } from "../lib/actor.ts";
import { typicalQuestions } from "../store/insights/grouped-questions.ts";
import { staleGroups } from "../store/insights/stale-groups.ts";
import { closeGroup, mergeGroups, noteGroup, reopenGroup } from "./decide-group.ts";
import { everyGroup, listGroups } from "./list-groups.ts";
import { showGroup } from "./show-group.ts";
import { splitGroup } from "./split-group.ts";
import { writeGroups } from "./write-groups.ts";

const now = new Date("2030-01-10T12:00:00.000Z");
const clock = { now: () => now };
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
const member = (role: "viewer" | "editor"): Actor => ({
  ...{ kind: "member", memberId: "mem_1", name: "Ada" },
  role,
});
const editor = member("editor");

async function setUp(kind: StoreKind) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  const list = async (query: Record<string, string> = {}) =>
    listGroups({ db, clock }, editor, { projectId, query: groupQuery.parse(query) });
  return { db, projectId, deps: { db, clock }, list };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("groups are listed by count, by trend and by age, a part at a time", async () => {
    const { db, projectId, list } = await setUp(kind);
    await makeUpGroup(db, { projectId, name: "old", questions: ["a", "b", "c"], at: daysAgo(10) });
    await makeUpGroup(db, { projectId, name: "rising", questions: ["d", "e"], at: daysAgo(1) });
    await makeUpGroup(db, { projectId, name: "quiet", questions: ["f"], at: daysAgo(30) });
    const names = async (query: Record<string, string>) =>
      (await list(query)).groups.map(({ name }) => name);
    expect(await names({})).toEqual(["old", "rising", "quiet"]);
    expect(await names({ sort: "trend" })).toEqual(["rising", "quiet", "old"]);
    expect(await names({ sort: "newest" })).toEqual(["rising", "old", "quiet"]);
    for (const sort of ["count", "trend", "newest"] as const) {
      const first = await list({ sort, limit: "2" });
      const second = await list({ sort, limit: "2", cursor: first.nextCursor });
      const both = [...first.groups, ...second.groups].map(({ name }) => name);
      expect([both, second.nextCursor]).toEqual([await names({ sort }), ""]);
    }
    const { groups } = await list({ q: "RISING" });
    expect(groups).toMatchObject([{ lastWeek: 2, weekBefore: 0, count: 2, examples: ["d", "e"] }]);
    await expect(list({ cursor: "nonsense" })).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("a group is closed, reopened and noted, and tells who did it", async () => {
    const { db, projectId, deps, list } = await setUp(kind);
    const groupId = await makeUpGroup(db, { projectId });
    const address = { projectId, groupId };
    const viewer = member("viewer");
    await expect(closeGroup(deps, viewer, { ...address, reason: "" })).rejects.toMatchObject({
      code: "forbidden",
    });
    const reason = "Not our docs.";
    expect(await closeGroup(deps, editor, { ...address, reason })).toMatchObject({
      state: "closed",
    });
    expect((await list()).counts).toMatchObject({ closed: 1, open: 0 });
    expect(await list({ state: "open" })).toMatchObject({ groups: [] });
    await reopenGroup(deps, editor, address);
    await noteGroup(deps, editor, { ...address, note: "Ask Bob" });
    await noteGroup(deps, editor, { ...address, note: "Ask Bob" });
    const { group, events } = await showGroup(deps, viewer, { ...address, query: {} });
    expect(group).toMatchObject({ state: "open", note: "Ask Bob" });
    expect(events.map(({ kind: what, by, text }) => [what, by, text])).toEqual([
      ["closed", "Ada", reason],
      ["reopened", "Ada", ""],
      ["noted", "Ada", "Ask Bob"],
    ]);
  });

  test("a merged group's id leads to the group that has its questions", async () => {
    const { db, projectId, deps, list } = await setUp(kind);
    const from = await makeUpGroup(db, { projectId, name: "quota", questions: ["a", "b"] });
    const into = await makeUpGroup(db, { projectId, name: "limits", questions: ["c"] });
    const last = await makeUpGroup(db, { projectId, name: "caps", questions: ["d"] });
    await mergeGroups(deps, editor, { projectId, groupId: from, into });
    await mergeGroups(deps, editor, { projectId, groupId: into, into: last });
    const shown = await showGroup(deps, editor, { projectId, groupId: from, query: {} });
    expect(shown.group).toMatchObject({ id: last, count: 4 });
    expect(shown.questions.map(({ question }) => question).sort()).toEqual(["a", "b", "c", "d"]);
    expect(shown.events).toMatchObject([{ kind: "merged", text: "“limits” with 3 questions" }]);
    expect((await list()).groups).toHaveLength(1);
    for (const loop of [
      { groupId: from, into: last },
      { groupId: last, into: from },
      { groupId: last, into: last },
    ])
      await expect(mergeGroups(deps, editor, { projectId, ...loop })).rejects.toMatchObject({
        code: "conflict",
      });
  });

  test("questions leave for a new group or another one, with all that have the same text", async () => {
    const { db, projectId, deps, list } = await setUp(kind);
    const questions = ["limits", "quotas", "cookies", "cookies again"];
    const groupId = await makeUpGroup(db, { projectId, name: "mixed", questions });
    const other = await makeUpGroup(db, { projectId, name: "other", questions: ["caps"] });
    const address = { projectId, groupId };
    const shown = async (id: string) => {
      const detail = await showGroup(deps, editor, { projectId, groupId: id, query: {} });
      return { ...detail, texts: detail.questions.map(({ question }) => question).sort() };
    };
    const before = await shown(groupId);
    const idOf = (text: string) =>
      before.questions.find(({ question }) => question === text)?.answerId ?? "";
    await db
      .updateTable("groupedQuestions")
      .set({ textKey: "same" })
      .where("answerId", "in", [idOf("cookies"), idOf("cookies again")])
      .execute();
    const split = (ids: string[], into = "", actor: Actor = editor) =>
      splitGroup(deps, actor, { ...address, questions: ids, into });
    await expect(split([idOf("cookies")], "", member("viewer"))).rejects.toMatchObject({
      code: "forbidden",
    });
    const made = await split([idOf("cookies")]);
    expect(made).toMatchObject({ name: "cookies", state: "open", count: 2 });
    expect((await shown(made.id)).texts).toEqual(["cookies", "cookies again"]);
    expect(await split([idOf("quotas"), idOf("quotas")], other)).toMatchObject({ id: other });
    expect((await shown(other)).texts).toEqual(["caps", "quotas"]);
    const left = await shown(groupId);
    expect([left.texts, left.group.count, left.group.examples]).toEqual([
      ["limits"],
      1,
      ["limits"],
    ]);
    expect(left.events.map(({ kind: what, by, text }) => [what, by, text])).toEqual([
      ["split", "Ada", "2 questions to “cookies”"],
      ["split", "Ada", "1 question to “other”"],
    ]);
    expect((await shown(made.id)).events).toMatchObject([
      { kind: "opened" },
      { kind: "joined", text: "2 questions of “mixed”" },
    ]);
    expect((await list()).counts.open).toBe(3);
    for (const [id, into] of [
      [idOf("limits"), ""],
      [idOf("limits"), other],
      [idOf("cookies"), ""],
      ["ans_none", ""],
    ] as const)
      await expect(split([id], into)).rejects.toMatchObject({ code: "conflict" });
    const gone = splitGroup(deps, editor, {
      projectId,
      groupId: other,
      questions: ["x"],
      into: "grp_x",
    });
    await expect(gone).rejects.toMatchObject({ code: "not_found" });
  });

  test("a split takes back a merge, and cannot go into the group itself", async () => {
    const { db, projectId, deps } = await setUp(kind);
    const from = await makeUpGroup(db, { projectId, name: "quota", questions: ["a", "b"] });
    const into = await makeUpGroup(db, { projectId, name: "limits", questions: ["c"] });
    await mergeGroups(deps, editor, { projectId, groupId: from, into });
    const { questions } = await showGroup(deps, editor, { projectId, groupId: into, query: {} });
    const ids = questions.filter(({ question }) => question !== "c").map((one) => one.answerId);
    const input = { projectId, groupId: into, questions: ids };
    await expect(splitGroup(deps, editor, { ...input, into: from })).rejects.toMatchObject({
      code: "conflict",
    });
    const parted = await splitGroup(deps, editor, { ...input, into: "" });
    const centres = await db.selectFrom("groupCentres").select(["groupId", "size"]).execute();
    expect(centres.toSorted((one, other) => one.size - other.size)).toEqual([
      { groupId: into, size: 1 },
      { groupId: parted.id, size: 2 },
    ]);
  });

  test("a group of another project is not there", async () => {
    const { db, projectId, deps } = await setUp(kind);
    const other = await addTestProject(db, "other");
    const groupId = await makeUpGroup(db, { projectId: other });
    for (const id of [groupId, "grp_none", "a\0b"])
      await expect(
        showGroup(deps, operator, { projectId, groupId: id, query: {} }),
      ).rejects.toMatchObject({ code: "not_found" });
  });

  test("what retention deletes leaves its group at once, and the group is looked at anew", async () => {
    const { db, projectId, deps } = await setUp(kind);
    const groupId = await makeUpGroup(db, { projectId, questions: ["a", "b"], at: daysAgo(90) });
    await dropOldAnswers(deps, operator, { keepDays: () => 30 });
    const { group, questions } = await showGroup(deps, operator, { projectId, groupId, query: {} });
    expect([group.examples, questions]).toEqual([[], []]);
    expect(await staleGroups(db, projectId, 10)).toEqual([groupId]);
  });

  test("the most typical questions come once each", async () => {
    const { db, projectId, deps } = await setUp(kind);
    const groupId = await makeUpGroup(db, { projectId, questions: ["a", "b", "c"] });
    await db.updateTable("groupedQuestions").set({ textKey: "same" }).execute();
    expect(await typicalQuestions(db, groupId, 5)).toMatchObject([{ question: "a" }]);
    const query = groupQuery.parse({ format: "csv" });
    const lines = await Array.fromAsync(
      writeGroups(everyGroup(deps, operator, { projectId, query })),
    );
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("topics,open,3,3,0,0,3,");
  });
});
