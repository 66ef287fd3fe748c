import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { addTestProject, noon } from "../../test/store-rows.ts";
import { findKey } from "../store/access/keys.ts";
import { type CreateKeyInput, createKey } from "./create-key.ts";
import { listKeys } from "./list-keys.ts";
import { revokeKey } from "./revoke-key.ts";
import { type Credentials, verifyKey } from "./verify-key.ts";

const operator = { kind: "operator" } as const;

describe.each(storeKinds)("on %s", (kind) => {
  test("a key opens its project, named by id, domain", async () => {
    const { verify, id, projectId } = await openKey(kind);
    const actor = { kind: "assistant", keyId: id, projectId };
    expect(await verify({})).toEqual(actor);
    expect(await verify({ project: projectId })).toEqual(actor);
  });

  test("no key, garbage, a hash and a changed key are all unknown", async () => {
    const { verify, key } = await openKey(kind);
    const unknown = { code: "unauthenticated" };
    const changed = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
    for (const wrong of [undefined, "", "x", "svc_", "svc_dsc_", changed, key.toUpperCase()])
      await expect(verify({ key: wrong })).rejects.toMatchObject(unknown);
    await expect(verify({ key: `svc_${"\0".repeat(9)}` })).rejects.toMatchObject(unknown);
    await expect(verify({ key: `svc_dsc_${"a".repeat(9_999)}` })).rejects.toMatchObject(unknown);
    await expect(verify({ key: `${key} ` })).rejects.toMatchObject(unknown);
  });

  test("a revoked key is refused at once, and revoking twice is no fault", async () => {
    const { deps, verify, id } = await openKey(kind);
    await revokeKey(deps, operator, { id });
    await revokeKey(deps, operator, { id });
    await expect(verify({})).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(revokeKey(deps, operator, { id: "key_none" })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await listKeys(deps, operator, undefined)).toMatchObject([{ id, state: "revoked" }]);
  });

  test("a key works until the moment it expires", async () => {
    const expiresAt = new Date(Date.parse(noon) + 1_000);
    const { deps, verify, advance } = await openKey(kind, { expiresAt });
    advance(999);
    await verify({});
    expect(await listKeys(deps, operator, undefined)).toMatchObject([{ state: "active" }]);
    advance(1);
    await expect(verify({})).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await listKeys(deps, operator, undefined)).toMatchObject([{ state: "expired" }]);
  });

  test("the stored kind decides, whatever the operation takes", async () => {
    const assistant = await openKey(kind);
    await expect(assistant.verify({ kind: "admin" })).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining("This is an assistant key"),
    });
    const admin = await openKey(kind, { kind: "admin" });
    await admin.verify({ kind: "admin" });
    await expect(admin.verify({})).rejects.toMatchObject({ code: "forbidden" });
  });

  test("another project is forbidden", async () => {
    const { verify } = await openKey(kind);
    await expect(verify({ project: "other" })).rejects.toMatchObject({ code: "forbidden" });
  });

  test("a key made for sites is refused elsewhere, and without an origin", async () => {
    const { verify } = await openKey(kind, { origins: ["https://docs.example.com"] });
    await verify({ origin: "https://docs.example.com" });
    for (const origin of [
      undefined,
      "null",
      "https://docs.example.com.evil.example",
      "http://docs.example.com",
    ])
      await expect(verify({ origin })).rejects.toMatchObject({ code: "forbidden" });
  });

  test("the last use is written once a minute at most", async () => {
    const { deps, verify, id, advance } = await openKey(kind);
    const lastUse = async () => (await findKey(deps.db, id))?.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await verify({});
    expect(await lastUse()).toBe(noon);
    advance(59_999);
    await verify({});
    expect(await lastUse()).toBe(noon);
    advance(1);
    await verify({});
    expect(await lastUse()).toBe("2030-01-01T12:01:00.000Z");
  });

  test("a refused request is no use of the key", async () => {
    const { deps, verify, id } = await openKey(kind);
    await expect(verify({ project: "other" })).rejects.toThrow();
    expect((await findKey(deps.db, id))?.lastUsedAt).toBeNull();
  });
});

test("a list shows no hash, and one project's keys to its admin alone", async () => {
  const { deps, projectId, key } = await openKey("sqlite", { label: "site" });
  const admin = { kind: "admin", keyId: "key_1", projectId } as const;
  const listed = await listKeys(deps, admin, projectId);
  expect(listed).toMatchObject([{ label: "site", hint: key.slice(-4), domain: "acme" }]);
  expect(JSON.stringify(listed)).not.toMatch(/[0-9a-f]{64}/);
  const forbidden = { code: "forbidden" };
  await expect(listKeys(deps, admin, "prj_other")).rejects.toMatchObject(forbidden);
  await expect(listKeys(deps, admin, undefined)).rejects.toMatchObject(forbidden);
});

test("an admin key revokes no key of another project", async () => {
  const { deps, id, verify } = await openKey("sqlite");
  const stranger = { kind: "admin", keyId: "key_1", projectId: "prj_other" } as const;
  await expect(revokeKey(deps, stranger, { id })).rejects.toMatchObject({ code: "forbidden" });
  await verify({});
});

async function openKey(store: StoreKind, input: Partial<CreateKeyInput> = {}) {
  const db = await openTestStore(store);
  const projectId = await addTestProject(db);
  let now = Date.parse(noon);
  const deps = { db, clock: { now: () => new Date(now) } };
  const { id, key } = await createKey(deps, operator, {
    projectId,
    kind: "assistant",
    label: "",
    expiresAt: null,
    origins: [],
    ...input,
  });
  const verify = (more: Partial<Credentials>) =>
    verifyKey(deps, { key, kind: "assistant", project: "acme", origin: undefined, ...more });
  const advance = (ms: number) => {
    now += ms;
  };
  return { deps, projectId, id, key, verify, advance };
}
