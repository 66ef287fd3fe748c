import { readdir } from "node:fs/promises";
import { expect } from "vitest";
import { eventsAfter } from "../../src/store/answers/answers.ts";
import { nodeLease } from "../../src/store/migrations/older-code.ts";
import type { Asked, Nodes, Read } from "./chaos-clients.ts";
import type { Place } from "./chaos-faults.ts";

type Stored = { seq: number; event: { type: string } };

/** Every event stands there once, one of them is the end, and a client has seen them as they stand there, all of them where it read to the end. */
function expectSame({ id, events, isDone, faults }: Read, stored: Stored[], end: RegExp): void {
  expect(faults, id).toEqual([]);
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
  expect(
    stored.filter(({ event }) => end.test(event.type)),
    id,
  ).toHaveLength(1);
  const bySeq = new Map(stored.map(({ seq, event }) => [seq, event]));
  for (const [seq, event] of events) expect(event, `${id} ${seq}`).toEqual(bySeq.get(seq));
  if (isDone)
    expect([...events.keys()].sort((one, other) => one - other)).toEqual([...bySeq.keys()]);
}

/** Every acknowledged question has a record with one end. */
export async function expectAnswers({ db }: Nodes, asked: Asked[]): Promise<void> {
  const isStreaming = async () =>
    (await db.selectFrom("answers").select("id").where("state", "=", "streaming").execute()).length;
  await expect.poll(isStreaming, { timeout: 60_000 }).toBe(0);
  for (const one of asked) {
    const { id, threadId } = one;
    const record = await db
      .selectFrom("answers")
      .select(["id", "state"])
      .where("threadId", "=", threadId)
      .execute();
    expect(record, id).toHaveLength(1);
    const stored = await eventsAfter(db, record[0]?.id ?? "", 0);
    expectSame(one, stored, /^(?:finish|error|abort)$/);
  }
}

/** Every job has one end and one change, here and on the forge. */
export async function expectJobs({ db, forge }: Place, jobs: Read[]): Promise<void> {
  const ended = await db.selectFrom("jobs").select(["id", "state", "haltReason"]).execute();
  expect(new Set(ended.map(({ id }) => id))).toEqual(new Set(jobs.map(({ id }) => id)));
  const completed = { state: "halted", haltReason: "completed" };
  for (const { state, haltReason } of ended) expect({ state, haltReason }).toEqual(completed);
  const changes = await db.selectFrom("changes").select("head").execute();
  const pulls = [...forge.state.pulls.values()];
  for (const heads of [changes, pulls].map((all) => all.map(({ head }) => head))) {
    expect(heads).toHaveLength(jobs.length);
    expect(new Set(heads).size).toBe(jobs.length);
  }
  for (const job of jobs) {
    const stored = await db
      .selectFrom("jobEvents")
      .select(["seq", "event"])
      .where("jobId", "=", job.id)
      .orderBy("seq")
      .execute();
    expectSame(job, stored, /^finish$/);
  }
}

/** No lease is stuck, and no file of work that has ended is left. */
export async function expectTidy({ db, folder }: Nodes): Promise<void> {
  const leases = db.selectFrom("leases").select("name").where("name", "not like", `${nodeLease}%`);
  await expect.poll(() => leases.execute(), { timeout: 60_000 }).toEqual([]);
  const left = async () =>
    (await readdir(folder, { recursive: true })).filter(
      (path) => /\.(?:lock|tmp)$/.test(path) && !path.endsWith("server.lock"),
    );
  await expect.poll(left, { timeout: 20_000 }).toEqual([]);
}
