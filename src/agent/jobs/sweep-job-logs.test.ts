import { expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { addTestProject, noon } from "../../../test/store-rows.ts";
import { createLog } from "../../lib/log.ts";
import type { Database } from "../../store/database.ts";
import { appendJobEvents } from "../../store/jobs/job-events.ts";
import { insertJob } from "../../store/jobs/jobs.ts";
import { dropOldJobLogs, sweepJobLogs } from "./sweep-job-logs.ts";

const clock = { now: () => new Date(noon) };
const tooOld = "2029-12-30T11:59:59.999Z";
const justKept = "2029-12-30T12:00:00.000Z";
const event = { type: "data-session" } as never;

/** A job with three events that ended then, or still runs. */
async function addJob(
  db: Database,
  projectId: string,
  job: { id: string; haltedAt: string | null },
) {
  const { id, haltedAt } = job;
  await db.transaction().execute(async (trx) => {
    await insertJob(trx, {
      ...{ id, projectId, branch: "docs/x", base: "main", model: "sonnet", asDraft: false },
      ...{ messages: [{ role: "user", content: "Do it" }], createdAt: tooOld, idempotencyKey: "" },
    });
    await trx
      .updateTable("jobs")
      .set({ state: haltedAt ? "halted" : "running", haltedAt })
      .where("id", "=", id)
      .execute();
    await appendJobEvents(trx, id, [event, event, event]);
  });
}

async function setUp(kind: (typeof storeKinds)[number]) {
  const db = await openTestStore(kind);
  const projectId = await addTestProject(db);
  await addJob(db, projectId, { id: "job_old", haltedAt: tooOld });
  await addJob(db, projectId, { id: "job_new", haltedAt: justKept });
  await addJob(db, projectId, { id: "job_running", haltedAt: null });
  const left = async () => {
    const rows = await db.selectFrom("jobEvents").select(["jobId", "seq"]).orderBy("seq").execute();
    const seqs = Map.groupBy(rows, ({ jobId }) => jobId);
    return Object.fromEntries([...seqs].map(([id, some]) => [id, some.map(({ seq }) => seq)]));
  };
  return { db, left };
}

test.each(storeKinds)(
  "jobs on %s that ended long ago keep their last event alone",
  async (kind) => {
    const { db, left } = await setUp(kind);
    await dropOldJobLogs({ db, clock }, 2);
    const all = [1, 2, 3];
    expect(await left()).toEqual({ job_old: [3], job_new: all, job_running: all });
    await dropOldJobLogs({ db, clock }, 2);
    expect(await left()).toMatchObject({ job_old: [3] });
    await db.transaction().execute((trx) => appendJobEvents(trx, "job_old", [event]));
    expect(await left()).toMatchObject({ job_old: [3, 4] });
  },
);

const log = createLog({ level: "silent", format: "json" });

test("the sweep begins with the start, and 0 days keep everything", async () => {
  const { db, left } = await setUp("sqlite");
  const none = sweepJobLogs({ db, clock, log }, 0);
  none.start();
  await none.stop();
  expect(await left()).toMatchObject({ job_old: [1, 2, 3] });
  const sweep = sweepJobLogs({ db, clock, log }, 2);
  sweep.start();
  await expect.poll(async () => (await left()).job_old).toEqual([3]);
  await sweep.stop();
});
