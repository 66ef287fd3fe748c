import { expect, test } from "vitest";
import { openTestStore } from "../../test/harness.ts";
import { makeUpAnswer } from "../../test/made-up-answers.ts";
import { addTestProject, countRows, noon } from "../../test/store-rows.ts";
import { createLog } from "../lib/log.ts";
import { sweepAnswers } from "./sweep-answers.ts";

const log = createLog({ level: "silent", format: "json" });
const clock = { now: () => new Date(noon) };

async function setUp() {
  const db = await openTestStore("sqlite");
  const projectId = await addTestProject(db);
  await makeUpAnswer(db, { projectId, at: "2029-01-01T00:00:00.000Z", record: {} });
  return { db, clock, log };
}

/** Until it is so; the test's own time limit ends a wait in vain. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("old answers are dropped as soon as the sweep is started", async () => {
  const deps = await setUp();
  const sweep = sweepAnswers(deps, 30);
  await until(async () => (await countRows(deps.db, "answers")) === 0);
  await sweep.stop();
  expect(await countRows(deps.db, "threads")).toBe(0);
});

test("with 0 days nothing is ever dropped", async () => {
  const deps = await setUp();
  await sweepAnswers(deps, 0).stop();
  expect(await countRows(deps.db, "answers")).toBe(1);
});

test("a store that is out of reach does not end the process, nor the stop", async () => {
  const db = await openTestStore("sqlite");
  await db.destroy();
  await sweepAnswers({ db, clock, log }, 30).stop();
});
