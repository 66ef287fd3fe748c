import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { JobEvent } from "../src/contract/jobs.ts";
import { startFakeAnthropic } from "./fake-anthropic.ts";
import { branchFiles } from "./job-node.ts";
import { addJob, makeWorkPlace, startWorkerProcess, type WorkPlace } from "./job-workers.ts";
import type { ScriptedReply } from "./model-script.ts";
import { renameDocs, renameInstruction, renameReply, renameSteps, stepOf } from "./rename-job.ts";

const id = "job_000000000000000000000001";
const branch = "docs/topics";
const stepCount = renameSteps.length;
const timeout = 600_000;

/** A model that answers up to a step and keeps every further request waiting, so that a kill has no reply to lose. */
async function startModel() {
  let answersTo = 0;
  let asked = Promise.withResolvers<number>();
  const answered: number[] = [];
  const server = await startFakeAnthropic((request): ScriptedReply => {
    const step = stepOf(request);
    asked.resolve(step);
    asked = Promise.withResolvers();
    if (step > answersTo) return { fault: "silent" };
    answered.push(step);
    return renameReply(step);
  });
  onTestFinished(server.close);
  return {
    url: server.url,
    answered,
    asked: () => asked.promise,
    answerTo(step: number) {
      answersTo = step;
    },
  };
}

async function events({ db }: WorkPlace): Promise<JobEvent[]> {
  const rows = await db.selectFrom("jobEvents").select("event").orderBy("seq").execute();
  return rows.map((row) => row.event);
}

async function job({ db }: WorkPlace) {
  return db.selectFrom("jobs").selectAll().executeTakeFirstOrThrow();
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(2);
}

/** Everything that is left of a job, less what tells when it was done and how often. */
async function remains(place: WorkPlace) {
  const [change, ...others] = await place.db.selectFrom("changes").selectAll().execute();
  expect(others).toEqual([]);
  const { createdAt, updatedAt, projectId, headCommit, baseCommit, ...told } = change ?? {};
  const log = (await events(place)).map((event) =>
    event.type === "data-step" ? { ...event, data: { ...event.data, attempt: 1 } } : event,
  );
  const usage = await place.db.selectFrom("usage").select("step").orderBy("step").execute();
  const { haltReason, messageToUser, todos } = await job(place);
  return {
    ...{
      files: await branchFiles(place.repository, branch),
      change: told,
      headCommit,
    },
    ...{ log, paidFor: usage.map(({ step }) => step), haltReason, messageToUser, todos },
  };
}

async function start() {
  const model = await startModel();
  const place = await makeWorkPlace("sqlite", renameDocs, model.url);
  await addJob(place, { id, branch, instruction: renameInstruction });
  return { model, place };
}

async function undisturbed() {
  const { model, place } = await start();
  model.answerTo(stepCount);
  const worker = await startWorkerProcess(place);
  await until(async () => (await job(place)).state === "halted");
  await worker.kill();
  expect(await job(place), worker.output()).toMatchObject({ haltReason: "completed" });
  return remains(place);
}

test("a job that is killed over and over, at the boundaries of every step and in between, leaves what an undisturbed one leaves", {
  timeout,
}, async () => {
  const expected = await undisturbed();
  expect(expected).toMatchObject({ haltReason: "completed", change: { draft: false } });
  const { model, place } = await start();
  let kills = 0;
  /** Runs a worker up to a moment, and some milliseconds on. */
  const killAt = async (moment: () => Promise<unknown>, moreMs = 0) => {
    const worker = await startWorkerProcess(place);
    await moment();
    if (moreMs > 0) await pause(Math.random() * moreMs);
    await worker.kill();
    kills += (await job(place)).state === "halted" ? 0 : 1;
  };
  const now = async () => undefined;
  const replied = (step: number) =>
    until(async () => {
      const { step: done, pendingReply } = await job(place);
      return done >= step || pendingReply !== null;
    });
  const done = (step: number) => until(async () => (await job(place)).step >= step);
  for (let step = 1; step <= stepCount; step += 1) {
    await killAt(model.asked);
    if (step % 3 === 0) await killAt(model.asked, 20);
    model.answerTo(step);
    await killAt(() => replied(step));
    if (step === stepCount) break;
    if (step % 3 === 1) await killAt(now, 60);
    if (step % 3 === 2) await killAt(() => done(step));
  }
  for (let round = 0; round < 2; round += 1) await killAt(now, 120);
  expect(kills).toBeGreaterThanOrEqual(2 * stepCount);
  const last = await startWorkerProcess(place);
  await until(async () => (await job(place)).state === "halted");
  await last.kill();
  expect(await remains(place)).toEqual(expected);
  expect(model.answered).toEqual(Array.from({ length: stepCount }, (_, index) => index + 1));
  const attempts = (await events(place)).flatMap((event) =>
    event.type === "data-step" ? [event.data.attempt] : [],
  );
  expect(Math.max(...attempts)).toBeGreaterThan(1);
});
