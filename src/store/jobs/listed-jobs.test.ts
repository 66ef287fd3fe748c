import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { addTestProject, minutesAfterNoon, noon } from "../../../test/store-rows.ts";
import type { JobFilter } from "../../contract/job-list.ts";
import type { Database } from "../database.ts";
import type { JobHaltReason, JobState } from "../tables.ts";
import { retitleJob } from "./job-texts.ts";
import { toTurn } from "./job-turns.ts";
import { findJob, insertJob, lockProjectJobs, requeueJob, workedMs } from "./jobs.ts";
import { countJobs, type ListPlace, listedJob, listedJobs, placeOf } from "./listed-jobs.ts";

type MadeUp = { id: string; content: string; state?: JobState; reason?: JobHaltReason };

async function addJob(db: Database, projectId: string, made: MadeUp): Promise<void> {
  const { id, content, state = "halted", reason = "" } = made;
  await db.transaction().execute(async (trx) => {
    await lockProjectJobs(trx, projectId);
    await insertJob(trx, {
      ...{ id, projectId, branch: `docs/${id}`, base: "main", model: "sonnet", asDraft: false },
      ...{ messages: [{ role: "user", content }], createdAt: noon, idempotencyKey: "" },
    });
  });
  await db.updateTable("jobs").set({ state, haltReason: reason }).where("id", "=", id).execute();
}

const jobs: MadeUp[] = [
  { id: "done", content: "Rename 100% of the_keys\nIn all pages.", reason: "completed" },
  { id: "old-run", content: "\n  Über uns umbenennen", state: "running" },
  { id: "failed", content: "Add a page \u0000 about locks", reason: "error" },
  { id: "queued", content: "Fix links", state: "queued" },
  { id: "refused", content: "Fix more links", reason: "github_missconfigured" },
  { id: "stopped", content: "x".repeat(5_000), reason: "interrupted" },
  { id: "new-run", content: "Rename doors", state: "running" },
];

describe.each(storeKinds)("on %s", (kind) => {
  async function setUp() {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    for (const job of jobs) await addJob(db, projectId, job);
    const other = await addTestProject(db, "other");
    await addJob(db, other, { id: "foreign", content: "Rename too", state: "running" });
    const list = async (filter: JobFilter, words: string[] = []) => {
      const wanted = { projectId, filter, words, after: undefined, limit: 50 };
      return (await listedJobs(db, wanted)).map(({ id }) => id);
    };
    return { db, projectId, list };
  }

  test("jobs that run come first, then those that wait, then the others, newest first", async () => {
    const { db, projectId, list } = await setUp();
    const order = ["new-run", "old-run", "queued", "stopped", "refused", "failed", "done"];
    expect(await list("all")).toEqual(order);
    const paged: string[] = [];
    for (let after: ListPlace | undefined; ; ) {
      const wanted = { projectId, filter: "all" as const, words: [], after, limit: 2 };
      const [first, last] = await listedJobs(db, wanted);
      paged.push(...[first, last].flatMap((job) => job?.id ?? []));
      if (!last) break;
      after = placeOf(last);
    }
    expect(paged).toEqual(order);
  });

  test("two jobs that run among others that wait are counted as two", async () => {
    const { db, projectId, list } = await setUp();
    expect(await countJobs(db, projectId)).toEqual({
      ...{ all: 7, running: 2, waiting: 1, completed: 1, failed: 2, cancelled: 1 },
    });
    expect(await list("running")).toEqual(["new-run", "old-run"]);
    expect(await list("waiting")).toEqual(["queued"]);
    expect(await list("failed")).toEqual(["refused", "failed"]);
    expect(await list("cancelled")).toEqual(["stopped"]);
  });

  test("a job is found by words of its instruction, its branch and its title, and by nothing else", async () => {
    const { db, projectId, list } = await setUp();
    expect(await list("all", ["rename"])).toEqual(["new-run", "done"]);
    expect(await list("all", ["über"])).toEqual(["old-run"]);
    expect(await list("all", ["100%", "the_keys"])).toEqual(["done"]);
    expect(await list("all", ["1__%"])).toEqual([]);
    expect(await list("completed", ["docs/done"])).toEqual(["done"]);
    const job = await findJob(db, projectId, "failed");
    if (job) await retitleJob(db, job, "Describe padlocks");
    expect(await list("all", ["padlocks", "locks"])).toEqual(["failed"]);
    expect(await listedJob(db, "failed")).toMatchObject({
      title: "Describe padlocks",
      instruction: "Add a page  about locks",
    });
  });

  test("a job is called by the first line of what it was asked, shortened", async () => {
    const { db } = await setUp();
    const titles = [await listedJob(db, "done"), await listedJob(db, "old-run")];
    expect(titles.map((job) => job?.title)).toEqual([
      "Rename 100% of the_keys",
      "Über uns umbenennen",
    ]);
    const long = await listedJob(db, "stopped");
    expect([long?.title.length, long?.instruction.length]).toEqual([120, 1_000]);
  });

  test("the time between an end and a follow-up is not counted as work", async () => {
    const { db, projectId } = await setUp();
    const times = { turnStartedAt: noon, haltedAt: minutesAfterNoon(2) };
    await db.updateTable("jobs").set(times).where("id", "=", "done").execute();
    const next = { turn: toTurn({}), outcome: null, at: minutesAfterNoon(90) };
    await db.transaction().execute(async (trx) => {
      await lockProjectJobs(trx, projectId);
      await requeueJob(trx, { id: "done", projectId }, next);
    });
    const turnStartedAt = minutesAfterNoon(100);
    await db.updateTable("jobs").set({ turnStartedAt }).where("id", "=", "done").execute();
    const job = await listedJob(db, "done");
    expect(job && workedMs(job, minutesAfterNoon(103))).toBe(5 * 60_000);
  });
});
