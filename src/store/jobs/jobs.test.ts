import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { addTestProject, minutesAfterNoon, noon } from "../../../test/store-rows.ts";
import type { JobEvent } from "../../contract/jobs.ts";
import { newId } from "../../lib/ids.ts";
import type { Database } from "../database.ts";
import { deleteProject } from "../docs/projects.ts";
import { jobEventsAfter } from "./job-events.ts";
import {
  findJob,
  findJobByKey,
  haltJob,
  insertJob,
  listJobs,
  lockProjectJobs,
  type NewJob,
  requestCancel,
} from "./jobs.ts";

function addJob(db: Database, projectId: string, more: Partial<NewJob> = {}) {
  return db.transaction().execute(async (trx) => {
    await lockProjectJobs(trx, projectId);
    return insertJob(trx, {
      id: newId("job"),
      projectId,
      branch: "docs/one",
      base: "main",
      model: "sonnet",
      asDraft: false,
      messages: [{ role: "user", content: "Do it \u0000 now" }],
      createdAt: noon,
      idempotencyKey: "",
      ...more,
    });
  });
}

const everything = { skip: 0, take: 100, before: undefined };

describe.each(storeKinds)("on %s", (kind) => {
  test("a job is read back as it was written, by its own project only", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const other = await addTestProject(db, "other");
    const job = await addJob(db, projectId, { asDraft: true });
    expect(job).toMatchObject({
      ordinal: 1,
      asDraft: true,
      state: "queued",
      haltReason: "",
      todos: [],
      messages: [{ role: "user", content: "Do it \u0000 now" }],
    });
    expect(await findJob(db, projectId, job.id)).toEqual(job);
    expect(await findJob(db, other, job.id)).toBeUndefined();
  });

  test("jobs made at one moment are listed newest first, in pages", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const made = await Promise.all(Array.from({ length: 7 }, () => addJob(db, projectId)));
    const ids = made.toSorted((a, b) => b.ordinal - a.ordinal).map((job) => job.id);
    expect(new Set(made.map((job) => job.ordinal)).size).toBe(7);
    const listed = async (page: Partial<Parameters<typeof listJobs>[2]>) =>
      (await listJobs(db, projectId, { ...everything, ...page })).map((job) => job.id);
    expect(await listed(everything)).toEqual(ids);
    expect(await listed({ skip: 2, take: 3 })).toEqual(ids.slice(2, 5));
    expect(await listed({ skip: 5 })).toEqual(ids.slice(5));
    expect(await listed({ before: 5 })).toEqual(ids.slice(3));
    expect(await listed({ skip: 0, take: 0 })).toEqual([]);
    expect(await listed({ skip: 99, take: 1 })).toEqual([]);
  });

  test("a key finds its newest job of the project, as long as it is young", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const other = await addTestProject(db, "other");
    const idempotencyKey = "k";
    await addJob(db, projectId, { idempotencyKey, createdAt: minutesAfterNoon(-60) });
    const job = await addJob(db, projectId, { idempotencyKey });
    const find = (id: string, createdSince: string) =>
      findJobByKey(db, { projectId: id, idempotencyKey, createdSince });
    expect(await find(projectId, minutesAfterNoon(-90))).toEqual(job);
    expect(await find(projectId, minutesAfterNoon(1))).toBeUndefined();
    expect(await find(other, minutesAfterNoon(-90))).toBeUndefined();
  });

  test("a job is halted once, together with its last events, and only by who may", async () => {
    const db = await openTestStore(kind);
    const job = await addJob(db, await addTestProject(db));
    const ending = {
      reason: "error",
      messageToUser: "No.",
      pullRequestLink: "",
      isKept: false,
      at: noon,
    } as const;
    const last: JobEvent = { type: "error", errorText: "No." };
    const end = (leaseOwner: string) => {
      const guard = { jobId: job.id, state: "queued", leaseOwner } as const;
      return db
        .transaction()
        .execute((trx) => haltJob(trx, guard, ending, () => [{ type: "finish-step" }, last]));
    };
    expect(await end("someone")).toBe(false);
    expect(await Promise.all([end(""), end("")])).toEqual(expect.arrayContaining([true, false]));
    expect((await jobEventsAfter(db, job.id, 0)).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(await findJob(db, job.projectId, job.id)).toMatchObject({
      state: "halted",
      haltReason: "error",
      messageToUser: "No.",
    });
    expect(await requestCancel(db, job.id, noon)).toBe(false);
  });

  test("a project takes its jobs and their events with it", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    await addJob(db, projectId);
    await deleteProject(db, projectId);
    expect(await listJobs(db, projectId, everything)).toEqual([]);
  });
});
