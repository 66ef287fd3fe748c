import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { signedDelivery, signingHost } from "../../../test/forges/signing-host.ts";
import { createTestNode, storeKinds } from "../../../test/harness.ts";
import { makeRepository } from "../../../test/make-repository.ts";
import { makeTree } from "../../../test/make-tree.ts";
import { dashboardHeaders, openMemberSession } from "../../../test/owner.ts";
import { everyRow } from "../../../test/store-rows.ts";
import { createAutomation } from "../../automations/save-automation.ts";
import { automationSpec, codeRepositoryList } from "../../contract/automations.ts";
import { webhookConnection } from "../../contract/connections.ts";
import { operator } from "../../lib/actor.ts";
import { systemClock } from "../../lib/clock.ts";
import { createKeyRing } from "../../lib/key-ring.ts";
import { createWake } from "../../lib/wake.ts";
import { addCodeRepository } from "./change-code-repositories.ts";

const token = "tok_hunter2hunter2hunter2";

async function setUp(store: (typeof storeKinds)[number]) {
  const origin = await makeRepository({ "src/a.ts": "one\n" });
  const host = signingHost(origin);
  const secretKeys = [randomBytes(32)];
  const settings = {
    ...{ dataFolder: (await makeTree({})).root, secretKeys },
    ...{ publicUrl: "https://docent.example", pollMs: 0 },
  };
  const node = await createTestNode({ store, hostOf: async () => host, settings });
  const { db, project } = node;
  const ring = createKeyRing({ given: secretKeys, file: "/nowhere" });
  const deps = { db, clock: systemClock, ring, internalHosts: [] };
  const repositoryId = await addCodeRepository(deps, operator, {
    projectId: project.id,
    request: { location: origin.path, branch: "main" },
  });
  const path = `/v1/projects/${project.id}/code-repositories`;
  const as = async (role: "owner" | "editor" | "viewer", below: string, body?: unknown) =>
    node.request(`${path}${below}`, {
      method: "POST",
      headers: {
        ...dashboardHeaders(await openMemberSession({ db, clock: systemClock }, role)),
        "content-type": "application/json",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const watch = (on: "push" | "merge") =>
    createAutomation({ db, clock: systemClock, wake: createWake() }, operator, {
      projectId: project.id,
      spec: automationSpec.parse({
        ...{ name: "Follow", instruction: "See {{pulls}}" },
        trigger: { kind: "code", on, repositoryId, paths: [] },
      }),
    });
  const runs = () => db.selectFrom("automationRuns").select(["why", "cause"]).execute();
  return { node, origin, host, repositoryId, path, as, watch, runs };
}

test.each(storeKinds)(
  "on %s a webhook makes Docent look at once, and nobody else can",
  async (store) => {
    const { node, origin, host, repositoryId, as, watch, runs } = await setUp(store);
    await watch("push");
    await node.automations.round();
    const connected = await as("owner", `/${repositoryId}/webhook`);
    const url = `https://docent.example/v1/webhooks/code/${repositoryId}`;
    expect(webhookConnection.parse(await connected.json())).toMatchObject({
      url,
      isRegistered: true,
    });
    const deliver = (init: RequestInit, id = repositoryId) =>
      node.request(`/v1/webhooks/code/${id}`, init);
    const tip = await origin.commit("main", { "src/a.ts": "two\n" });
    await node.automations.round();
    expect(await runs()).toEqual([]);
    const forged = signedDelivery("0".repeat(64), {});
    for (const [init, id] of [
      [forged],
      [{ method: "POST", body: "{}" }],
      [forged, "rep_none"],
    ] as const)
      expect((await deliver(init, id)).status).toBe(401);
    await node.automations.round();
    expect(await runs()).toEqual([]);
    const push = signedDelivery(host.hook.secret, { deliveryId: "d1" });
    for (let times = 0; times < 2; times += 1) {
      expect((await deliver(push)).status).toBe(202);
      await node.automations.round();
    }
    expect(await runs()).toEqual([
      { cause: `push ${tip}`, why: `main was pushed to ${tip.slice(0, 10)}: 1 file changed.` },
    ]);
  },
);

test("a merged pull request starts a run, and commits without one wait for it", async () => {
  const { node, origin, host, watch, runs } = await setUp("sqlite");
  await watch("merge");
  const look = async () => {
    await node.db.updateTable("codeRepositories").set({ lookAt: "" }).execute();
    await node.automations.round();
  };
  await look();
  await origin.commit("main", { "src/a.ts": "pushed\n" });
  await look();
  expect(await runs()).toEqual([]);
  await origin.commit("topic", { "src/b.ts": "b\n" }, "refs/heads/main");
  const pull = { title: "Add b", body: "So that b", draft: false, head: "topic", base: "main" };
  const { number } = await host.create(pull);
  await look();
  expect(await runs()).toEqual([]);
  const merged = await host.squash(number);
  await look();
  await look();
  expect(await runs()).toEqual([
    {
      cause: `merge ${merged}`,
      why: `Pull request #${number} was merged into main: 2 files changed.`,
    },
  ]);
});

test("owners alone name repositories and tokens, which are sealed, and none inside the server's networks", async () => {
  const { node, as, path, repositoryId, watch } = await setUp("sqlite");
  const place = { location: "https://203.0.113.9/acme/app.git", login: { kind: "token", token } };
  for (const role of ["viewer", "editor"] as const)
    expect((await as(role, "", place)).status).toBe(403);
  const headers = {
    authorization: `Bearer ${node.keys.admin}`,
    "content-type": "application/json",
  };
  const byKey = await node.request(path, {
    ...{ method: "POST", headers, body: JSON.stringify(place) },
  });
  expect(byKey.status).toBe(403);
  for (const location of ["/etc", "file:///etc", "https://127.0.0.1/x.git", "ssh://git@h/x.git"])
    expect([location, (await as("owner", "", { location })).status]).toEqual([location, 400]);
  expect((await as("owner", "", place)).status).toBe(200);
  const listed = await node.request(path, { headers });
  const { repositories } = codeRepositoryList.parse(await listed.json());
  expect(repositories.map(({ hasLogin }) => hasLogin)).toEqual([false, true]);
  expect(JSON.stringify(await everyRow(node.db))).not.toContain("hunter2");
  await watch("push");
  expect((await as("owner", `/${repositoryId}/remove`)).status).toBe(409);
  const [, added] = repositories;
  expect((await as("owner", `/${added?.id}/remove`)).status).toBe(204);
  expect(await node.db.selectFrom("secrets").select("id").execute()).toEqual([]);
});
