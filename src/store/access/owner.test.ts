import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { countRows, minutesAfterNoon, noon } from "../../../test/store-rows.ts";
import type { Database } from "../database.ts";
import {
  deleteEndedSessions,
  deleteSession,
  deleteSessions,
  findOwner,
  findSession,
  finishSetup,
  insertSession,
  markSessionUsed,
  type OwnerSession,
  restartSetup,
  rotateSession,
  startSetup,
} from "./owner.ts";

const setup = (hash: string) => ({ hash, expiresAt: minutesAfterNoon(10), at: noon });
const finish = (setupHash: string, passwordHash = "password") => ({
  setupHash,
  passwordHash,
  at: noon,
});

describe.each(storeKinds)("on %s", (kind) => {
  test("there is no owner at first, and one row whatever happens", async () => {
    const db = await openTestStore(kind);
    expect(await findOwner(db)).toBeUndefined();
    expect(await startSetup(db, setup("one"))).toBe(true);
    expect(await startSetup(db, setup("two"))).toBe(true);
    expect(await findOwner(db)).toEqual({
      id: "owner",
      passwordHash: null,
      setupHash: "two",
      setupExpiresAt: minutesAfterNoon(10),
      updatedAt: noon,
    });
    expect(await countRows(db, "owner")).toBe(1);
  });

  test("a password is set once, with the newest token alone", async () => {
    const db = await openTestStore(kind);
    expect(await finishSetup(db, finish("one"))).toBe(false);
    await startSetup(db, setup("one"));
    await startSetup(db, setup("two"));
    expect(await finishSetup(db, finish("one"))).toBe(false);
    const attempts = ["a", "b", "c"].map((hash) => finishSetup(db, finish("two", hash)));
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
    expect(await startSetup(db, setup("three"))).toBe(false);
    expect(await findOwner(db)).toMatchObject({ setupHash: null, setupExpiresAt: null });
  });

  test("a new start of the set-up takes the password and the sessions away", async () => {
    const { db } = await storeWithSession(kind);
    await restartSetup(db, setup("again"));
    expect(await findOwner(db)).toMatchObject({ passwordHash: null, setupHash: "again" });
    expect(await countRows(db, "ownerSessions")).toBe(0);
  });

  test("a session of a password that is gone is not stored", async () => {
    const { db, session } = await storeWithSession(kind);
    const late = { ...session, id: "ses_2", tokenHash: "late" };
    expect(await insertSession(db, late, "another password")).toBe(false);
    await restartSetup(db, setup("again"));
    expect(await insertSession(db, late, "password")).toBe(false);
    expect(await findSession(db, "late")).toBeUndefined();
  });

  test("a rotated session is found by both tokens, and of two rotations one wins", async () => {
    const { db, session } = await storeWithSession(kind);
    expect(await findSession(db, "token")).toEqual(session);
    const rotation = { from: "token", at: minutesAfterNoon(1), previousUntil: minutesAfterNoon(2) };
    const won = await Promise.all([
      rotateSession(db, { ...rotation, to: "left" }),
      rotateSession(db, { ...rotation, to: "right" }),
    ]);
    expect(won.filter(Boolean)).toHaveLength(1);
    const rotated = {
      ...session,
      tokenHash: won[0] ? "left" : "right",
      previousHash: "token",
      previousUntil: minutesAfterNoon(2),
      rotatedAt: minutesAfterNoon(1),
      lastUsedAt: minutesAfterNoon(1),
    };
    expect(await findSession(db, "token")).toEqual(rotated);
    expect(await findSession(db, rotated.tokenHash)).toEqual(rotated);
  });

  test("sessions end one by one, all together, or by their age", async () => {
    const { db, session } = await storeWithSession(kind);
    const more = async (id: string, times: Partial<OwnerSession> = {}) =>
      insertSession(db, { ...session, id, tokenHash: id, ...times }, "password");
    await more("ses_2");
    await deleteSession(db, "ses_1");
    expect(await findSession(db, "token")).toBeUndefined();
    await more("ses_3", { expiresAt: minutesAfterNoon(5) });
    await more("ses_4");
    await markSessionUsed(db, "ses_4", minutesAfterNoon(4));
    const ended = { now: minutesAfterNoon(5), unusedSince: minutesAfterNoon(1) };
    await deleteEndedSessions(db, ended);
    expect(await findSession(db, "ses_2")).toBeUndefined();
    expect(await findSession(db, "ses_3")).toBeUndefined();
    expect(await findSession(db, "ses_4")).toMatchObject({ lastUsedAt: minutesAfterNoon(4) });
    await deleteSessions(db);
    expect(await countRows(db, "ownerSessions")).toBe(0);
  });
});

async function storeWithSession(
  kind: "sqlite" | "postgres",
): Promise<{ db: Database; session: OwnerSession }> {
  const db = await openTestStore(kind);
  await startSetup(db, setup("one"));
  await finishSetup(db, finish("one"));
  const session: OwnerSession = {
    id: "ses_1",
    tokenHash: "token",
    previousHash: null,
    previousUntil: null,
    createdAt: noon,
    rotatedAt: noon,
    lastUsedAt: noon,
    expiresAt: minutesAfterNoon(60),
  };
  expect(await insertSession(db, session, "password")).toBe(true);
  return { db, session };
}
