import { describe, expect, test } from "vitest";
import { serveRemote } from "../../../test/git-remote.ts";
import { type StoreKind, storeKinds } from "../../../test/harness.ts";
import { createJobNode } from "../../../test/job-node.ts";
import { makeUpGroup } from "../../../test/made-up-groups.ts";
import { makeRepository } from "../../../test/make-repository.ts";
import { makeTree } from "../../../test/make-tree.ts";
import type { AutomationSpec } from "../../contract/automations.ts";
import { fixedAccess } from "../../git/run/git-access.ts";
import { operator } from "../../lib/actor.ts";
import { newId } from "../../lib/ids.ts";
import { createWake } from "../../lib/wake.ts";
import { dropOldRuns, insertRun } from "../../store/automations/automation-runs.ts";
import {
  claimLooks,
  insertRepository,
  lookSoon,
  newRepository,
  putOffLook,
} from "../../store/automations/code-repositories.ts";
import { openRepository } from "../open-repository.ts";
import { runNow } from "../run-now.ts";
import { createAutomation } from "../save-automation.ts";
import { pauseAutomation, resumeAutomation } from "../set-automation-state.ts";

const spec: AutomationSpec = {
  name: "Tidy up",
  trigger: { kind: "schedule", cron: "* * * * *", timeZone: "UTC" },
  instruction: 'Rename "Acme" to "Apex" everywhere.',
  limits: { usdPerMonth: 0, usdPerRun: 0, openChanges: 1, quietHours: null },
  ...{ asDraft: true, model: "sonnet" },
};

async function setUp(store: StoreKind, at = "2030-03-01T05:00:00.000Z") {
  const time = { ms: Date.parse(at) };
  const clock = { now: () => new Date(time.ms) };
  const node = await createJobNode({ store, clock });
  const { db, project } = node;
  const deps = { db, clock, wake: createWake() };
  const make = async (change: Partial<AutomationSpec> = {}) =>
    createAutomation(deps, operator, { projectId: project.id, spec: { ...spec, ...change } });
  return {
    ...{ node, db, deps, make, projectId: project.id },
    goTo: (text: string) => {
      time.ms = Date.parse(text);
    },
    runs: () => db.selectFrom("automationRuns").selectAll().orderBy("createdAt").execute(),
    schedules: () => db.selectFrom("automations").select("nextAt").execute(),
  };
}

describe.each(storeKinds)("on %s", (store) => {
  test("a schedule of every minute that is held back writes one record for all of them", async () => {
    const { node, make, goTo, runs } = await setUp(store);
    const quietHours = { from: "04:00", to: "09:00", timeZone: "UTC" };
    await make({ limits: { ...spec.limits, quietHours } });
    for (let minute = 1; minute <= 5; minute += 1) {
      goTo(`2030-03-01T05:0${minute}:01.000Z`);
      await node.automations.round();
    }
    expect(await runs()).toMatchObject([
      { runState: "waiting", told: /quiet hours/ },
      {
        ...{ result: "skipped", why: "It was due at 2030-03-01 05:02 UTC." },
        told: "The run before it had not ended. It was due again until 2030-03-01 05:05 UTC.",
      },
    ]);
  });

  test("a clock that ran ahead for a while puts nothing off for years", async () => {
    const { node, make, goTo, runs, schedules, db, projectId } = await setUp(store);
    await make({ limits: { ...spec.limits, openChanges: 1, usdPerMonth: 1 } });
    const repository = newRepository(projectId, { location: "/nowhere", branch: "" }, "");
    await insertRepository(db, { ...repository, lookAt: "2040-01-01T00:00:00.000Z" });
    goTo("2040-01-01T00:00:30.000Z");
    await node.automations.round();
    expect(await schedules()).toEqual([{ nextAt: "2040-01-01T00:01:00.000Z" }]);
    await db.updateTable("automationRuns").set({ runState: "ended" }).execute();
    const held = {
      notBefore: "2040-02-01T00:00:00.000Z",
      claimedUntil: "2040-01-01T00:02:00.000Z",
    };
    const row = { id: newId("run"), projectId, cause: "x", subject: "", why: "", createdAt: "" };
    const [{ automationId = "" } = {}] = await runs();
    await insertRun(db, { ...row, automationId, material: { kind: "none" }, ...held });
    goTo("2030-03-01T05:00:30.000Z");
    for (let rounds = 0; rounds < 12; rounds += 1) await node.automations.round();
    expect(await schedules()).toEqual([{ nextAt: "2030-03-01T05:01:00.000Z" }]);
    const waited = (await runs()).find(({ id }) => id === row.id);
    expect(waited?.runState).toBe("working");
    const looks = await db.selectFrom("codeRepositories").select("lookAt").execute();
    expect(looks[0]?.lookAt.slice(0, 4)).toBe("2030");
  });

  test("a look that somebody asked for meanwhile is not put off", async () => {
    const { db, projectId } = await setUp(store);
    const at = "2030-03-01T05:00:00.000Z";
    const repository = newRepository(projectId, { location: "/nowhere", branch: "" }, at);
    await insertRepository(db, repository);
    const [until, later] = ["2030-03-01T05:01:00.000Z", "2030-03-01T05:15:00.000Z"];
    const lookAt = async () =>
      (await db.selectFrom("codeRepositories").select("lookAt").execute())[0];
    expect(await claimLooks(db, { now: at, until, limit: 1 })).toHaveLength(1);
    await lookSoon(db, repository.id, "2030-03-01T05:00:02.000Z");
    await putOffLook(db, repository.id, { from: until, to: later });
    expect(await lookAt()).toEqual({ lookAt: "2030-03-01T05:00:02.000Z" });
    await claimLooks(db, { now: "2030-03-01T05:00:03.000Z", until, limit: 1 });
    await putOffLook(db, repository.id, { from: until, to: later });
    expect(await lookAt()).toEqual({ lookAt: later });
  });

  test("a paused automation that is run by hand starts once with the commits, also after it was resumed", async () => {
    const { node, db, deps, make, runs, projectId } = await setUp(store, new Date().toISOString());
    const code = await makeRepository({ "src/a.ts": "export const limit = 5;\n" });
    const place = { location: code.path, branch: "main" };
    const repository = newRepository(projectId, place, "");
    await insertRepository(db, repository);
    const automationId = await make({
      trigger: { kind: "code", on: "push", repositoryId: repository.id, paths: [] },
    });
    const look = async () => {
      await db.updateTable("codeRepositories").set({ lookAt: "" }).execute();
      await node.automations.round();
    };
    await look();
    await pauseAutomation(deps, operator, { projectId, automationId });
    await code.commit("main", { "src/a.ts": "export const limit = 6;\n" });
    const access = fixedAccess({ logins: new Map(), ssh: {} });
    const groups = { reaching: async () => [], read: async () => undefined };
    const material = { ...deps, access, groups, mirrorFolder: "/nowhere" };
    await runNow(material, operator, { projectId, automationId });
    await resumeAutomation(deps, operator, { projectId, automationId });
    await db.updateTable("automationRuns").set({ runState: "ended" }).execute();
    await look();
    expect(await runs()).toHaveLength(1);
  });

  test("old runs are dropped, but for those whose group would start another", async () => {
    const { db, make, runs, projectId } = await setUp(store);
    const automationId = await make();
    const groupId = await makeUpGroup(db, { projectId });
    for (const [place, subject] of ["", groupId, "grp_gone", ""].entries())
      await insertRun(db, {
        ...{ id: newId("run"), automationId, projectId, cause: `${place}`, subject, why: "" },
        ...{ material: { kind: "none" }, runState: "ended", createdAt: `2020-01-0${place + 1}` },
      });
    await dropOldRuns(db, automationId, { kept: 1, before: "2029" });
    expect((await runs()).map(({ cause }) => cause)).toEqual(["1", "3"]);
  });
});

test("a copy that another login has fetched opens for nobody else", async () => {
  const served = await serveRemote({ "src/a.ts": "export const secret = 5;\n" });
  const { root } = await makeTree({});
  const open = (token?: string) =>
    openRepository(
      {
        mirrorFolder: root,
        access: fixedAccess({
          logins: new Map(token === undefined ? [] : [["", { token, username: undefined }]]),
          ssh: {},
        }),
      },
      { location: served.url, branch: "", credential: "" },
    );
  expect(await open("tok_hunter2hunter2")).toMatchObject({ branch: "main" });
  await expect(open()).rejects.toMatchObject({ code: expect.any(String) });
  await expect(open("tok_other")).rejects.toMatchObject({ code: expect.any(String) });
});
