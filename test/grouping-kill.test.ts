import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Database, locationOf } from "../src/store/database.ts";
import { findGroup } from "../src/store/insights/groups.ts";
import { openTestStore, storeKinds } from "./harness.ts";
import { makeUpAnswer } from "./made-up-answers.ts";
import { newDataFolder, serveUntilEnd } from "./server-process.ts";
import { addTestProject } from "./store-rows.ts";

const questions = 600;
const kills = 4;
const kinds = ["reset my password", "export data as CSV", "limits of topics", "dark theme colours"];
const ways = ["How do I", "can I", "where to", "trouble:", "what is needed to", "steps for"];

async function ask(db: Database, projectId: string): Promise<void> {
  for (let at = 0; at < questions; at += 1) {
    const question = `${ways[at % ways.length]} ${kinds[at % kinds.length]} ${at}`;
    const askedAt = new Date(Date.parse("2030-01-01T00:00:00.000Z") + at * 1_000).toISOString();
    const record = { state: "unanswered", outcome: "declined" } as const;
    await makeUpAnswer(db, { projectId, at: askedAt, question, record });
  }
}

async function startNode(db: Database) {
  const location = locationOf(db);
  const settings: Record<string, string> =
    location.kind === "sqlite"
      ? { DOCENT_DATA: dirname(location.file) }
      : { DATABASE_URL: location.url, DOCENT_DATA: await newDataFolder() };
  const off = { DOCENT_DASHBOARD: "off", DOCENT_LOG_LEVEL: "error" };
  return serveUntilEnd([], { ...settings, ...off });
}

const waiting = async (db: Database) =>
  (await db.selectFrom("groupQueue").select("answerId").execute()).length;

describe.each(storeKinds)("on %s", (kind) => {
  test("a server that is killed over and over while it groups loses no question, puts none in twice, and keeps ids", {
    timeout: 300_000,
  }, async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    await ask(db, projectId);
    const seen = new Map<string, string>();
    for (let killed = 0; killed <= kills; killed += 1) {
      // What the dead one held is free after a while.
      await db.updateTable("groupTurns").set({ heldUntil: "" }).execute();
      const before = await waiting(db);
      const running = await startNode(db);
      const isLast = killed === kills;
      while ((await waiting(db)) > (isLast ? 0 : Math.max(0, before - 1))) await pause(5);
      if (isLast) break;
      await pause(Math.random() * 50);
      await running.end("SIGKILL");
      const rows = await db
        .selectFrom("groupedQuestions")
        .select(["answerId", "groupId"])
        .execute();
      for (const { answerId, groupId } of rows) seen.set(groupId, answerId);
    }
    while (
      (await db.selectFrom("questionGroups").select("id").where("isStale", "=", true).execute())
        .length > 0
    )
      await pause(20);
    const rows = await db.selectFrom("groupedQuestions").selectAll().execute();
    expect(new Set(rows.map(({ answerId }) => answerId)).size).toBe(questions);
    expect(rows).toHaveLength(questions);
    const sizes = Map.groupBy(rows, ({ groupId }) => groupId);
    const groups = await db.selectFrom("questionGroups").selectAll().execute();
    for (const { id, size } of groups.filter(({ mergedInto }) => mergedInto === ""))
      expect(size, id).toBe(sizes.get(id)?.length ?? 0);
    const centres = await db.selectFrom("groupCentres").select(["id", "size"]).execute();
    const members = Map.groupBy(rows, ({ centreId }) => centreId);
    for (const { id, size } of centres) expect(size, id).toBe(members.get(id)?.length ?? 0);
    expect(seen.size).toBeGreaterThan(0);
    for (const id of seen.keys()) expect(await findGroup(db, projectId, id), id).toBeDefined();
  });
});
