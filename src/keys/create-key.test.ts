import { expect, test } from "vitest";
import { openTestStore } from "../../test/harness.ts";
import { member } from "../../test/owner.ts";
import { addTestProject, countRows, noon } from "../../test/store-rows.ts";
import type { Actor } from "../lib/actor.ts";
import { findKey } from "../store/access/keys.ts";
import { type CreateKeyInput, createKey, hashKey } from "./create-key.ts";

const operator: Actor = { kind: "operator" };

test("a key is its kind's prefix and 256 random bits in hexadecimal", async () => {
  const { create } = await openKeys();
  const { key: assistant } = await create({ kind: "assistant" });
  const { key: admin } = await create({ kind: "admin" });
  expect(assistant).toMatch(/^svc_dsc_[0-9a-f]{64}$/);
  expect(admin).toMatch(/^svc_[0-9a-f]{64}$/);
  expect((await create({})).key).not.toBe(assistant);
});

test("only the hash is stored, with the last four characters", async () => {
  const { db, create } = await openKeys();
  const { id, key } = await create({ label: "site" });
  expect(await findKey(db, id)).toMatchObject({
    hash: hashKey(key),
    hint: key.slice(-4),
    label: "site",
    providedBy: "generated",
  });
  const rows = await db.selectFrom("keys").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(key.slice("svc_dsc_".length));
});

test("origins are stored as a browser sends them", async () => {
  const { db, create } = await openKeys();
  const { id } = await create({
    origins: ["HTTPS://Docs.Example.com:443/", "http://localhost:3000", "https://bücher.example"],
  });
  expect((await findKey(db, id))?.origins).toEqual([
    "https://docs.example.com",
    "http://localhost:3000",
    "https://xn--bcher-kva.example",
  ]);
});

test.each([
  "docs.example.com",
  "*",
  "null",
  "https://docs.example.com/path",
  "https://docs.example.com/?q",
  "https://docs.example.com/#top",
  "https://user@docs.example.com",
  "https://:secret@docs.example.com",
  "ftp://docs.example.com",
  "javascript:alert(1)",
  "",
])("%j is no origin, and no key is made", async (origin) => {
  const { db, create } = await openKeys();
  await expect(create({ origins: [origin] })).rejects.toMatchObject({ code: "invalid_request" });
  expect(await countRows(db, "keys")).toBe(0);
});

test("a key that would already have expired is not made", async () => {
  const { db, create } = await openKeys();
  const late = create({ expiresAt: new Date(noon) });
  await expect(late).rejects.toMatchObject({ code: "invalid_request" });
  const { id } = await create({ expiresAt: new Date(Date.parse(noon) + 1) });
  expect((await findKey(db, id))?.expiresAt).toBe("2030-01-01T12:00:00.001Z");
});

test("an admin key makes keys of its own project alone, an assistant key none", async () => {
  const { projectId, create } = await openKeys();
  const admin: Actor = { kind: "admin", keyId: "key_1", projectId };
  await create({}, admin);
  const forbidden = { code: "forbidden" };
  await expect(create({ projectId: "prj_2" }, admin)).rejects.toMatchObject(forbidden);
  const assistant: Actor = { kind: "assistant", keyId: "key_1", projectId };
  await expect(create({}, assistant)).rejects.toMatchObject(forbidden);
});

test("branch access is for assistant keys, is off unless asked for, and takes an owner", async () => {
  const { db, create } = await openKeys();
  expect((await findKey(db, (await create({})).id))?.branches).toBe(false);
  const { id } = await create({ branches: true });
  expect((await findKey(db, id))?.branches).toBe(true);
  const admin = create({ kind: "admin", branches: true });
  await expect(admin).rejects.toMatchObject({ code: "invalid_request" });
  const secret = create({ branches: true }, member("editor"));
  await expect(secret).rejects.toMatchObject({ code: "forbidden" });
  await create({ branches: true }, member("owner"));
});

async function openKeys() {
  const db = await openTestStore("sqlite");
  const projectId = await addTestProject(db);
  const clock = { now: () => new Date(noon) };
  const create = (input: Partial<CreateKeyInput>, actor = operator) =>
    createKey({ db, clock }, actor, {
      projectId,
      kind: "assistant",
      label: "",
      expiresAt: null,
      origins: [],
      ...input,
    });
  return { db, projectId, create };
}
