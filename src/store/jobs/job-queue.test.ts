import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import {
  addTestProject,
  emptyStoreLocation,
  minutesAfterNoon,
  noon,
  openUntilEnd,
} from "../../../test/store-rows.ts";
import { newId } from "../../lib/ids.ts";
import type { Database } from "../database.ts";
import { jobEventsAfter } from "./job-events.ts";
import {
  claimJob,
  expireAllLeases,
  releaseLease,
  renewLease,
  saveCheckpoint,
} from "./job-queue.ts";
import { toTurn } from "./job-turns.ts";
import { findJob, haltJob, insertJob, lockProjectJobs, requestCancel } from "./jobs.ts";

function addJob(db: Database, projectId: string, branch: string, createdAt = noon) {
  return db.transaction().execute(async (trx) => {
    await lockProjectJobs(trx, projectId);
    return insertJob(trx, {
      id: newId("job"),
      projectId,
      branch,
      base: "main",
      model: "sonnet",
      asDraft: false,
      messages: [],
      createdAt,
      idempotencyKey: "",
    });
  });
}

function claim(db: Database, owner: string, minutes = 0) {
  return claimJob(db, {
    owner,
    now: minutesAfterNoon(minutes),
    leaseExpiresAt: minutesAfterNoon(minutes + 1),
  });
}

const end = {
  reason: "completed",
  messageToUser: "",
  pullRequestLink: "",
  isKept: true,
  at: noon,
} as const;

function halt(db: Database, ...rest: Rest<Parameters<typeof haltJob>>): Promise<boolean> {
  return db.transaction().execute((trx) => haltJob(trx, ...rest));
}

type Rest<All extends unknown[]> = All extends [unknown, ...infer More] ? More : never;

describe.each(storeKinds)("on %s", (kind) => {
  test("the oldest job is claimed first, and none twice", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const young = await addJob(db, projectId, "b", minutesAfterNoon(-1));
    const old = await addJob(db, projectId, "a", minutesAfterNoon(-2));
    expect((await claim(db, "one"))?.job.id).toBe(old.id);
    expect((await claim(db, "two"))?.job).toMatchObject({ id: young.id, state: "running" });
    expect(await claim(db, "three")).toBeUndefined();
  });

  test("projects take turns, however many jobs one of them has queued", async () => {
    const db = await openTestStore(kind);
    const [busy, other] = [await addTestProject(db), await addTestProject(db, "other")];
    for (const branch of ["a", "b", "c"]) await addJob(db, busy, branch, minutesAfterNoon(-9));
    for (const branch of ["d", "e"]) await addJob(db, other, branch, minutesAfterNoon(-1));
    const served: string[] = [];
    for (const minute of [0, 1, 2, 3, 4]) {
      const claimed = await claim(db, `owner ${minute}`, minute);
      served.push(claimed?.job.branch ?? "");
      const guard = {
        jobId: claimed?.job.id ?? "",
        state: "running",
        leaseOwner: `owner ${minute}`,
      } as const;
      await halt(db, guard, end, () => []);
    }
    expect(served).toEqual(["a", "d", "b", "e", "c"]);
  });

  test("the project with fewer running jobs comes first", async () => {
    const db = await openTestStore(kind);
    const [busy, other] = [await addTestProject(db), await addTestProject(db, "other")];
    for (const branch of ["a", "b", "c"]) await addJob(db, busy, branch, minutesAfterNoon(-9));
    await claim(db, "one");
    await addJob(db, other, "d", noon);
    expect((await claim(db, "two"))?.job.branch).toBe("d");
    expect((await claim(db, "three"))?.job.branch).toBe("b");
  });

  test("jobs on one branch run one after the other, those of other projects beside them", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const first = await addJob(db, projectId, "same");
    const second = await addJob(db, projectId, "same", minutesAfterNoon(-9));
    const elsewhere = await addJob(db, await addTestProject(db, "other"), "same");
    const claimed = [await claim(db, "one"), await claim(db, "two")].map((one) => one?.job.id);
    expect(claimed.sort()).toEqual([first.id, elsewhere.id].sort());
    expect(await claim(db, "three")).toBeUndefined();
    const guard = { jobId: first.id, state: "running", leaseOwner: "one" } as const;
    const other = { ...guard, leaseOwner: "two" };
    await halt(db, guard, end, () => []);
    await halt(db, other, end, () => []);
    expect((await claim(db, "four"))?.job.id).toBe(second.id);
  });

  test("a lapsed lease is taken over, and its old holder can write nothing more", async () => {
    const db = await openTestStore(kind);
    const job = await addJob(db, await addTestProject(db), "a");
    await claim(db, "old");
    const old = { jobId: job.id, owner: "old" };
    expect(
      await saveCheckpoint(db, old, {
        checkpoint: {
          kind: "base",
          target: "trunk",
          baseCommit: "c0ffee",
          overlay: [],
          conversation: [],
          turn: toTurn({}),
        },
        events: [],
      }),
    ).toBe(true);
    expect(await claim(db, "new", 1)).toBeUndefined();
    const taken = await claim(db, "new", 2);
    expect(taken?.progress).toMatchObject({ baseCommit: "c0ffee", attempt: 2, step: 0 });
    const events = [{ type: "start-step" }] as const;
    expect(
      await saveCheckpoint(db, old, {
        checkpoint: { kind: "reply", reply: {} },
        events: [...events],
      }),
    ).toBe(false);
    expect(await renewLease(db, old, minutesAfterNoon(9))).toBeUndefined();
    const guard = { jobId: job.id, state: "running", leaseOwner: "old" } as const;
    expect(await halt(db, guard, end, () => [...events])).toBe(false);
    expect(await jobEventsAfter(db, job.id, 0)).toEqual([]);
  });

  test("a step is two commits, and both are there for the next worker", async () => {
    const db = await openTestStore(kind);
    const job = await addJob(db, await addTestProject(db), "a");
    const lease = { jobId: job.id, owner: "one" };
    await claim(db, "one");
    const reply = { text: "hello", calls: [] };
    await saveCheckpoint(db, lease, {
      checkpoint: { kind: "reply", reply },
      events: [{ type: "start-step" }],
    });
    const before = await claim(db, "two", 2);
    expect(before?.progress).toMatchObject({ pendingReply: reply, step: 0, conversation: [] });
    const todos = [{ id: "1", content: "x", status: "pending", priority: "low" }] as const;
    const step = {
      kind: "step" as const,
      step: 1,
      conversation: [1],
      overlay: [2],
      todos: [...todos],
      outcome: undefined,
      turn: { ...toTurn({}), heard: 2 },
    };
    const mine = { ...lease, owner: "two" };
    await saveCheckpoint(db, mine, {
      checkpoint: step,
      events: [{ type: "finish-step" }, { type: "start-step" }],
    });
    const after = await claim(db, "three", 4);
    expect(after?.job.todos).toEqual(todos);
    expect(after?.progress).toEqual({
      baseCommit: "",
      step: 1,
      attempt: 2,
      conversation: [1],
      pendingReply: undefined,
      overlay: [2],
      outcome: undefined,
      turn: { ...toTurn({}), heard: 2 },
    });
    expect((await jobEventsAfter(db, job.id, 0)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test("a job that is handed back can be taken at once, and counts as not begun", async () => {
    const db = await openTestStore(kind);
    const job = await addJob(db, await addTestProject(db), "a");
    await claim(db, "one");
    await releaseLease(db, { jobId: job.id, owner: "two" });
    expect(await claim(db, "two")).toBeUndefined();
    await releaseLease(db, { jobId: job.id, owner: "one" });
    expect((await claim(db, "two"))?.progress.attempt).toBe(1);
    await expireAllLeases(db);
    expect((await claim(db, "three"))?.progress.attempt).toBe(2);
  });

  test("whoever renews a lease hears that the job was cancelled", async () => {
    const db = await openTestStore(kind);
    const job = await addJob(db, await addTestProject(db), "a");
    const lease = { jobId: job.id, owner: "one" };
    await claim(db, "one");
    expect(await renewLease(db, lease, noon)).toEqual({ cancelRequested: false });
    expect(await requestCancel(db, job.id, noon)).toBe(true);
    expect(await renewLease(db, lease, noon)).toEqual({ cancelRequested: true });
    expect(await findJob(db, job.projectId, job.id)).toMatchObject({ cancelRequestedAt: noon });
  });

  test("many workers on two handles share the jobs without taking one twice", async () => {
    const location = await emptyStoreLocation(kind);
    const handles = [await openUntilEnd(location), await openUntilEnd(location)] as const;
    const projectId = await addTestProject(handles[0]);
    for (let count = 0; count < 12; count++) await addJob(handles[0], projectId, `b${count}`);
    const taken: string[] = [];
    const work = async (db: Database, name: string) => {
      for (let misses = 0; misses < 20; ) {
        const claimed = await claim(db, name);
        if (claimed) taken.push(claimed.job.id);
        else misses += 1;
      }
    };
    await Promise.all(
      handles.flatMap((db, one) => [0, 1, 2].map((two) => work(db, `${one}${two}`))),
    );
    expect(taken).toHaveLength(12);
    expect(new Set(taken).size).toBe(12);
  });
});
