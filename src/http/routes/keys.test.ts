import { expect, test } from "vitest";
import { createTestNode, question } from "../../../test/harness.ts";
import { dashboardHeaders, openOwnerSession } from "../../../test/owner.ts";
import { createdKey, keyList } from "../../contract/dashboard.ts";
import { systemClock } from "../../lib/clock.ts";

async function openKeys() {
  const node = await createTestNode();
  const other = await createTestNode({ db: node.db, domain: "other" });
  const owner = dashboardHeaders(await openOwnerSession({ db: node.db, clock: systemClock }));
  const admin = { authorization: `Bearer ${node.keys.admin}` };
  const list = async (headers: Record<string, string> = owner) => {
    const response = await node.request("/v1/projects/acme/keys", { headers });
    return keyList.parse(await response.json()).keys;
  };
  const create = (body: unknown, headers: Record<string, string> = owner) =>
    node.request("/v1/projects/acme/keys", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const revoke = (id: string, headers: Record<string, string> = owner, project = "acme") =>
    node.request(`/v1/projects/${project}/keys/${id}/revoke`, { method: "POST", headers });
  return { node, other, owner, admin, list, create, revoke };
}

test("a key is made, works at once, is listed without its secret, and is revoked", async () => {
  const { node, list, create, revoke } = await openKeys();
  const origins = ["https://docs.example.com"];
  const response = await create({ kind: "assistant", label: "site", expiresInDays: 30, origins });
  const { id, key } = createdKey.parse(await response.json());
  const authorization = `Bearer ${key}`;
  const ask = () => node.ask(question("keys"), "", { authorization, origin: origins[0] ?? "" });
  const asked = await ask();
  expect(asked.status).toBe(200);
  await asked.text();
  const listed = (await list()).find((one) => one.id === id);
  expect(listed).toMatchObject({ domain: "acme", kind: "assistant", label: "site", origins });
  expect(listed).toMatchObject({ state: "active", hint: key.slice(-4) });
  const days = (Date.parse(listed?.expiresAt ?? "") - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect(JSON.stringify(await list())).not.toContain(key);
  expect((await revoke(id)).status).toBe(204);
  expect((await revoke(id)).status).toBe(204);
  expect((await ask()).status).toBe(401);
  expect((await list()).find((one) => one.id === id)?.state).toBe("revoked");
});

test("an admin key manages the keys of its project", async () => {
  const { admin, list, create, revoke } = await openKeys();
  const { id } = createdKey.parse(await (await create({ kind: "admin" }, admin)).json());
  expect((await list(admin)).map((one) => one.id)).toContain(id);
  expect((await revoke(id, admin)).status).toBe(204);
});

test("a key of another project is not there", async () => {
  const { node, other, owner, admin, list, revoke } = await openKeys();
  const keys = await node.db.selectFrom("keys").select(["id", "projectId"]).execute();
  const foreign = keys.find((key) => key.projectId === other.project.id)?.id ?? "";
  for (const headers of [owner, admin])
    for (const id of [foreign, "key_none"]) expect((await revoke(id, headers)).status).toBe(404);
  expect((await list()).some((key) => key.id === foreign)).toBe(false);
  const revoked = await node.db.selectFrom("keys").select("revokedAt").execute();
  expect(revoked.every((key) => key.revokedAt === null)).toBe(true);
});

test.each([
  [{ kind: "owner" }, "kind"],
  [{ kind: "admin", expiresInDays: 0 }, "expiresInDays"],
  [{ kind: "admin", expiresInDays: 1.5 }, "expiresInDays"],
  [{ kind: "admin", expiresInDays: 1e9 }, "expiresInDays"],
  [{ kind: "admin", label: "x".repeat(201) }, "label"],
  [{ kind: "admin", origins: Array(51).fill("https://a.example") }, "origins"],
])("%j is refused with its field named", async (body, path) => {
  const { create } = await openKeys();
  const response = await create(body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ details: [{ path }] });
});

test("what is no origin is refused in a sentence", async () => {
  const { create } = await openKeys();
  const response = await create({ kind: "assistant", origins: ["docs.example.com"] });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: expect.stringContaining("is not an origin"),
  });
});

test("keys are listed in parts, newest first, by state and by words", async () => {
  const { node, list, owner, create, revoke } = await openKeys();
  const ids: string[] = [];
  for (const label of ["Docs site", "CI 100%", "CI nightly", "50_50"]) {
    const made = await create({ kind: "assistant", label, origins: ["https://docs.example.com"] });
    ids.push(createdKey.parse(await made.json()).id);
  }
  await revoke(ids[2] ?? "");
  const page = async (query: string) => {
    const response = await node.request(`/v1/projects/acme/keys?${query}`, { headers: owner });
    return keyList.parse(await response.json());
  };
  const all = (await list()).map(({ id }) => id);
  expect(all).toHaveLength(6);
  const parts: string[] = [];
  let cursor = "";
  do {
    const part = await page(`limit=4&cursor=${cursor}`);
    parts.push(...part.keys.map(({ id }) => id));
    cursor = part.nextCursor;
  } while (cursor !== "");
  expect(parts).toEqual(all);
  const labels = async (query: string) => (await page(query)).keys.map(({ label }) => label).sort();
  expect(await labels("q=ci&state=active")).toEqual(["CI 100%"]);
  expect(await labels("q=ci&state=revoked")).toEqual(["CI nightly"]);
  expect(await labels("q=100%25")).toEqual(["CI 100%"]);
  expect(await labels("q=0_5")).toEqual(["50_50"]);
  expect(await labels("q=docs.example%20site")).toEqual(["Docs site"]);
  expect((await page("q=ci")).counts).toEqual({ active: 5, expired: 0, revoked: 1, all: 6 });
  for (const wrong of [
    "cursor=x",
    "cursor=2030-01-01T00:00:00.000Z.job_1",
    "state=gone",
    "limit=0",
  ])
    expect((await node.request(`/v1/projects/acme/keys?${wrong}`, { headers: owner })).status).toBe(
      400,
    );
});
