import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { addMember } from "../../../test/owner.ts";
import { noon } from "../../../test/store-rows.ts";
import { changeMember } from "./members.ts";
import { findLiveToken, insertToken, listTokens, markTokenRevoked } from "./owner-tokens.ts";

const later = "2090-01-01T00:00:00.000Z";
const ways = { password: true, singleSignOn: true };
const clock = { now: () => new Date(noon) };
const rules = { most: 2, endedBefore: "2000-01-01T00:00:00.000Z" };

describe.each(storeKinds)("on %s", (kind) => {
  async function open() {
    const db = await openTestStore(kind);
    await addMember({ db, clock }, "owner");
    const { id: memberId } = await addMember({ db, clock }, "owner");
    const insert = (id: string, more: object = {}, rule: object = {}) =>
      insertToken(
        db,
        {
          ...{ id, memberId, label: id, scope: "write", hash: id, hint: "", createdAt: noon },
          ...{ expiresAt: null, lastUsedAt: null, revokedAt: null, ...more },
        },
        { ...rules, ...rule },
      );
    const isLive = async (hash: string, now = noon) =>
      (await findLiveToken(db, hash, now)) !== undefined;
    return { db, memberId, insert, isLive };
  }

  test("a token works until it expires or is revoked, and keeps when that was", async () => {
    const { db, insert, isLive } = await open();
    expect(await insert("one", { expiresAt: later })).toBe("done");
    expect(await isLive("one")).toBe(true);
    expect(await isLive("one", later)).toBe(false);
    expect(await isLive("other")).toBe(false);
    expect(await markTokenRevoked(db, "one", noon)).toBe(true);
    expect(await markTokenRevoked(db, "one", later)).toBe(true);
    expect(await markTokenRevoked(db, "none", later)).toBe(false);
    expect(await isLive("one")).toBe(false);
    expect(await listTokens(db)).toMatchObject([
      { id: "one", revokedAt: noon, name: "Some owner" },
    ]);
  });

  test("an owner has so many that work, and what ended long ago is forgotten", async () => {
    const { db, insert } = await open();
    expect(await insert("one", { expiresAt: noon })).toBe("done");
    expect(await insert("two")).toBe("done");
    expect(await insert("three")).toBe("done");
    expect(await insert("four")).toBe("too many");
    await markTokenRevoked(db, "two", noon);
    expect(await insert("four", {}, { endedBefore: later })).toBe("done");
    expect((await listTokens(db)).map(({ id }) => id).sort()).toEqual(["four", "three"]);
    expect(await insert("five", {}, { most: 9, sessionId: "ses_none" })).toBe("no owner");
  });

  test("tokens go with the role and do not come back", async () => {
    const { db, memberId, insert, isLive } = await open();
    await insert("one");
    await changeMember(db, { id: memberId, change: { role: "editor" }, ways });
    expect(await isLive("one")).toBe(false);
    expect(await insert("two")).toBe("no owner");
    await changeMember(db, { id: memberId, change: { role: "owner" }, ways });
    expect(await isLive("one")).toBe(false);
  });
});
