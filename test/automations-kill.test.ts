import { setTimeout as pause } from "node:timers/promises";
import type { KyselyPlugin } from "kysely";
import { describe, expect, test } from "vitest";
import { createJob } from "../src/agent/jobs/create-job.ts";
import { sendMessage } from "../src/agent/jobs/send-message.ts";
import type { FireDeps } from "../src/automations/automation-deps.ts";
import { createAutomationRunner } from "../src/automations/fire/automation-runner.ts";
import type { AutomationSpec } from "../src/contract/automations.ts";
import { fixedAccess } from "../src/git/run/git-access.ts";
import { operator } from "../src/lib/actor.ts";
import { newId } from "../src/lib/ids.ts";
import { createLog } from "../src/lib/log.ts";
import { createWake } from "../src/lib/wake.ts";
import { freeRuns } from "../src/store/automations/automation-runs.ts";
import { insertAutomation } from "../src/store/automations/automations.ts";
import type { Database } from "../src/store/database.ts";
import { expireAllLeases } from "../src/store/jobs/job-queue.ts";
import { type StoreKind, storeKinds } from "./harness.ts";
import { createJobNode, type JobNode } from "./job-node.ts";
import { makeWorkPlace, startWorkerProcess, type WorkPlace } from "./job-workers.ts";

const spec: AutomationSpec = {
  name: "Tidy up",
  trigger: { kind: "schedule", cron: "0 7 1 1 *", timeZone: "UTC" },
  instruction: 'Rename "Acme" to "Apex" everywhere.',
  limits: { usdPerMonth: 0, usdPerRun: 0, openChanges: 1, quietHours: null },
  ...{ asDraft: true, model: "sonnet" },
};

const wasDue = "2020-01-01T07:00:00.000Z";

async function addDue(db: Database, projectId: string, nextAt = wasDue): Promise<string> {
  const id = newId("aut");
  await insertAutomation(db, {
    ...{ id, projectId, repositoryId: "", triggerKind: "schedule", automationState: "on", spec },
    ...{ nextAt, seenCommit: "", error: "", createdBy: "test", createdAt: nextAt, updatedAt: "" },
  });
  return id;
}

/** A store that a process dies over: after so many statements, none of its statements is carried out any more. */
function dyingStore(db: Database, statements: number) {
  let done = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      done += 1;
      if (done > statements) throw new Error("killed");
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(plugin), hasDied: () => done > statements };
}

/** What one process fires automations with. */
function firing(node: JobNode, db: Database): FireDeps {
  const { clock, repositoryOf } = node.jobs.create;
  const create = { db, clock, repositoryOf, wake: createWake() };
  const signal = AbortSignal.abort();
  return {
    ...{ db, clock, wake: create.wake, log: createLog({ level: "silent", format: "json" }) },
    ...{ mirrorFolder: "/nowhere", access: fixedAccess({ logins: new Map(), ssh: {} }) },
    ...{ pollMs: 0, isAlone: false, hostOf: async () => undefined },
    groups: { reaching: async () => [], read: async () => undefined },
    async startJob({ projectId, messages, asDraft, model, key }) {
      const request = { messages, asDraft, model };
      const input = { projectId, request, idempotencyKey: key, signal };
      return (await createJob(create, operator, input)).job.id;
    },
    async followUp({ projectId, jobId, messages, key }) {
      const message = { projectId, sessionId: jobId, idempotencyKey: key, signal };
      await sendMessage(create, operator, { ...message, request: { messages } });
    },
  };
}

async function jobsOf(db: Database) {
  return db.selectFrom("jobs").select(["id", "idempotencyKey", "state"]).execute();
}

async function runsOf(db: Database) {
  return db.selectFrom("automationRuns").selectAll().orderBy("createdAt").execute();
}

async function endJobs(node: JobNode): Promise<void> {
  await node.jobs.startWorker();
  while ((await jobsOf(node.db)).some(({ state }) => state !== "halted")) await pause(10);
}

/** Kills at every statement of the way, until one process comes through; says how many died. */
async function dieEverywhere(
  node: JobNode,
  { prepare, check }: { prepare(round: number): Promise<Due>; check(round: number): Promise<void> },
): Promise<number> {
  const survivor = createAutomationRunner(firing(node, node.db));
  for (let statements = 0; ; statements += 1) {
    const due = await prepare(statements);
    const dying = dyingStore(node.db, statements);
    await createAutomationRunner(firing(node, dying.db))
      .round()
      .catch(() => undefined);
    await freeRuns(node.db);
    await survivor.round();
    await survivor.round();
    const runs = (await runsOf(node.db)).filter(({ automationId }) => automationId === due.id);
    const made = runs.filter(({ cause }) => cause === `schedule ${due.nextAt}`);
    expect(made, `after ${statements} statements`).toMatchObject([{ runState: "working" }]);
    await check(statements);
    await node.db.updateTable("automationRuns").set({ runState: "ended" }).execute();
    if (!dying.hasDied()) return statements;
  }
}

type Due = { id: string; nextAt: string };

describe.each(storeKinds)("on %s", (store) => {
  test("a process that dies after any statement leaves one run and one job", {
    timeout: 300_000,
  }, async () => {
    const node = await createJobNode({ store });
    const { db, project } = node;
    const deaths = await dieEverywhere(node, {
      prepare: async () => ({ id: await addDue(db, project.id), nextAt: wasDue }),
      check: async (round) => expect(await jobsOf(db)).toHaveLength(round + 1),
    });
    expect(deaths).toBeGreaterThan(10);
  });

  test("where a change is open, it leaves one message to its job and no second job", {
    timeout: 300_000,
  }, async () => {
    const node = await createJobNode({ store });
    const { db, project } = node;
    const id = await addDue(db, project.id);
    const survivor = createAutomationRunner(firing(node, db));
    await survivor.round();
    await endJobs(node);
    await survivor.round();
    await node.jobs.worker.drain(0);
    expect(await runsOf(db)).toMatchObject([{ result: "changed", changeNumber: 1 }]);
    const deaths = await dieEverywhere(node, {
      async prepare(round) {
        const nextAt = `2021-01-01T07:00:00.${String(round).padStart(3, "0")}Z`;
        await db.updateTable("automations").set({ nextAt }).where("id", "=", id).execute();
        return { id, nextAt };
      },
      async check(round) {
        const sent = await db.selectFrom("jobMessages").select("seq").execute();
        expect([sent.length, (await jobsOf(db)).length]).toEqual([round + 1, 1]);
      },
    });
    expect(deaths).toBeGreaterThan(10);
  });

  test("processes that are killed over and over fire each of many automations once, with one job each", {
    timeout: 600_000,
  }, async () => {
    const place = await workPlace(store);
    const ids = new Set<string>();
    while (ids.size < 6) ids.add(await addDue(place.db, place.projectId));
    const atOnce = store === "postgres" ? 2 : 1;
    for (let kill = 0; kill < 3; kill += 1) {
      const begun = (await runsOf(place.db)).filter(({ jobId }) => jobId !== "").length;
      const workers = await startAll(place, atOnce);
      // In the middle of it: another run has got its job, or all have.
      await until(async () => {
        const runs = await runsOf(place.db);
        const now = runs.filter(({ jobId }) => jobId !== "").length;
        return now > begun || now === ids.size;
      });
      await pause(Math.random() * 60);
      await Promise.all(workers.map((worker) => worker.kill()));
      // What the dead held is free after a while.
      await freeRuns(place.db);
      await expireAllLeases(place.db);
    }
    await startAll(place, atOnce);
    await until(async () => {
      const runs = await runsOf(place.db);
      return runs.length >= ids.size && runs.every(({ runState }) => runState === "ended");
    });
    const runs = await runsOf(place.db);
    expect(new Set(runs.map(({ automationId }) => automationId))).toEqual(ids);
    expect(runs).toHaveLength(ids.size);
    expect(runs.map(({ result }) => result)).toEqual(runs.map(() => "changed"));
    const jobs = await jobsOf(place.db);
    expect(new Set(runs.map(({ jobId }) => jobId))).toEqual(new Set(jobs.map(({ id }) => id)));
    expect(jobs).toHaveLength(ids.size);
  });
});

/** Jobs are done by the embedded model. */
async function workPlace(store: StoreKind): Promise<WorkPlace> {
  const place = await makeWorkPlace(store, { "a.md": "# Acme\n\nAcme is here.\n" }, "");
  const { ANTHROPIC_API_KEY: _, ANTHROPIC_BASE_URL: __, ...settings } = place.settings;
  return { ...place, settings: { ...settings, WITH_AUTOMATIONS: "1" } };
}

function startAll(place: WorkPlace, count: number) {
  return Promise.all(Array.from({ length: count }, () => startWorkerProcess(place)));
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20);
}
