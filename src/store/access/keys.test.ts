import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { addTestProject, minutesAfterNoon, noon } from "../../../test/store-rows.ts";
import {
  findKey,
  findKeyByHash,
  insertKey,
  listKeys,
  listLiveKeysOfTokens,
  markKeyRevoked,
  markKeyUsed,
  type NewKey,
  restoreKey,
} from "./keys.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("a key is found by hash and by id, with its project's domain", async () => {
    const { db, key } = await storeWithKey(kind, { origins: ["https://a.example"], label: "é" });
    const expected = {
      ...key,
      branches: false,
      domain: "acme",
      revokedAt: null,
      lastUsedAt: null,
      usedOn: "",
      tokenId: "",
    };
    expect(await findKeyByHash(db, key.hash)).toEqual(expected);
    expect(await findKey(db, key.id)).toEqual(expected);
    expect(await findKeyByHash(db, "other")).toBeUndefined();
    expect(await findKey(db, "other")).toBeUndefined();
  });

  test("the first time of revocation stays, and a restored key has none", async () => {
    const { db, key } = await storeWithKey(kind);
    await markKeyRevoked(db, key.id, noon);
    await markKeyRevoked(db, key.id, minutesAfterNoon(5));
    expect(await findKey(db, key.id)).toMatchObject({ revokedAt: noon });
    await restoreKey(db, key.id);
    expect(await findKey(db, key.id)).toMatchObject({ revokedAt: null });
  });

  test("the last use is kept", async () => {
    const { db, key } = await storeWithKey(kind);
    await markKeyUsed(db, key.id, minutesAfterNoon(1));
    expect(await findKey(db, key.id)).toMatchObject({ lastUsedAt: minutesAfterNoon(1) });
  });

  test("keys are listed oldest first, of one project or of all", async () => {
    const { db, key } = await storeWithKey(kind);
    const other = await addTestProject(db, "other");
    await insertKey(db, { ...key, id: "key_3", hash: "3", createdAt: minutesAfterNoon(2) });
    await insertKey(db, { ...key, id: "key_2", hash: "2", createdAt: minutesAfterNoon(1) });
    await insertKey(db, { ...key, id: "key_4", hash: "4", projectId: other });
    expect((await listKeys(db, key.projectId)).map((one) => one.id)).toEqual([
      "key_1",
      "key_2",
      "key_3",
    ]);
    expect(await listKeys(db)).toHaveLength(4);
  });

  test("keys that go back to tokens are listed while they work", async () => {
    const { db, key } = await storeWithKey(kind);
    const made = (id: string, more: Partial<NewKey>) =>
      insertKey(db, { ...key, id, hash: id, tokenId: "tok_1", ...more });
    await made("key_2", { expiresAt: minutesAfterNoon(1) });
    await made("key_3", { expiresAt: minutesAfterNoon(3) });
    await made("key_4", { expiresAt: null });
    await made("key_5", { expiresAt: null });
    await markKeyRevoked(db, "key_5", minutesAfterNoon(1));
    const live = await listLiveKeysOfTokens(db, minutesAfterNoon(2));
    expect(live.map(({ id }) => id)).toEqual(["key_3", "key_4"]);
  });

  test("a hash is stored once, and the first row stays", async () => {
    const { db, key } = await storeWithKey(kind);
    await insertKey(db, { ...key, id: "key_2", label: "second" });
    expect((await listKeys(db)).map((one) => one.id)).toEqual([key.id]);
  });

  test("a key of a project that is not there is refused", async () => {
    const { db, key } = await storeWithKey(kind);
    const stray = { ...key, id: "key_2", hash: "2", projectId: "prj_none" };
    await expect(insertKey(db, stray)).rejects.toThrow(/foreign key/i);
  });
});

async function storeWithKey(kind: "sqlite" | "postgres", more: Partial<NewKey> = {}) {
  const db = await openTestStore(kind);
  const key: NewKey = {
    id: "key_1",
    projectId: await addTestProject(db),
    kind: "assistant",
    label: "",
    hash: "1",
    hint: "abcd",
    providedBy: "generated",
    origins: [],
    createdAt: noon,
    expiresAt: null,
    ...more,
  };
  await insertKey(db, key);
  return { db, key };
}
