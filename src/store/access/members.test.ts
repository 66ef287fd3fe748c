import { describe, expect, test } from "vitest";

import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { addMember } from "../../../test/owner.ts";
import { countRows, minutesAfterNoon, noon } from "../../../test/store-rows.ts";
import type { Database } from "../database.ts";
import {
  acceptInvitation,
  findInvitation,
  type InvitationRow,
  insertInvitation,
} from "./invitations.ts";
import {
  deleteEndedSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  type MemberSession,
  markSessionUsed,
  rotateSession,
} from "./member-sessions.ts";
import { finishSetup, restartSetup, startSetup } from "./member-setups.ts";
import {
  changeMember,
  findMember,
  findOldestOwner,
  listMembers,
  updateMember,
  type WaysIn,
} from "./members.ts";
import { insertSignIn, renewSignIn, takeSignIn } from "./sign-ins.ts";
import { bindSubject, replacePassword } from "./ways-in.ts";

const first = "mem_first";
const clock = { now: () => new Date(noon) };
const ofPassword = (passwordHash: string) => ({ passwordHash });

const setup = (hash: string, issuedBy: string | null = null) => ({
  ...{ hash, expiresAt: minutesAfterNoon(10), at: noon, issuedBy },
});
const invitationOf = (inviterId: string | null): InvitationRow => ({
  ...{ id: "inv_1", tokenHash: "hash", role: "viewer", email: null, invitedBy: "Ana", inviterId },
  ...{ createdAt: noon, expiresAt: minutesAfterNoon(10) },
});
const finish = (setupHash: string, passwordHash = "password") => ({
  setupHash,
  passwordHash,
  at: noon,
});

const ways = { password: true, singleSignOn: true };

describe.each(storeKinds)("on %s", (kind) => {
  test("there is no owner at first, and one row whatever happens", async () => {
    const db = await openTestStore(kind);
    expect(await findOldestOwner(db)).toBeUndefined();
    expect(await startSetup(db, setup("one"))).toBe(true);
    expect(await startSetup(db, setup("two"))).toBe(true);
    expect(await findOldestOwner(db)).toMatchObject({
      ...{ id: first, passwordHash: null, role: "owner", name: "", email: null },
      ...{ setupHash: "two", setupExpiresAt: minutesAfterNoon(10), updatedAt: noon },
    });
    expect(await countRows(db, "members")).toBe(1);
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
    expect(await findOldestOwner(db)).toMatchObject({ setupHash: null, setupExpiresAt: null });
  });

  test("a new start of the set-up takes the password and the sessions away", async () => {
    const { db } = await storeWithSession(kind);
    await restartSetup(db, { memberId: first, setup: setup("again"), ways });
    expect(await findOldestOwner(db)).toMatchObject({ passwordHash: null, setupHash: "again" });
    expect(await countRows(db, "memberSessions")).toBe(0);
  });

  test("a session of a password that is gone is not stored", async () => {
    const { db, session } = await storeWithSession(kind);
    const late = { ...session, id: "ses_2", tokenHash: "late" };
    expect(await insertSession(db, late, ofPassword("another password"))).toBe(false);
    await restartSetup(db, { memberId: first, setup: setup("again"), ways });
    expect(await insertSession(db, late, ofPassword("password"))).toBe(false);
    expect(await findSession(db, "late")).toBeUndefined();
  });

  test("a rotated session is found by both tokens, and of two rotations one wins", async () => {
    const { db, session } = await storeWithSession(kind);
    expect(await findSession(db, "token")).toMatchObject(session);
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
    expect(await findSession(db, "token")).toMatchObject(rotated);
    expect(await findSession(db, rotated.tokenHash)).toMatchObject(rotated);
  });

  test("sessions end one by one, all together, or by their age", async () => {
    const { db, session } = await storeWithSession(kind);
    const more = async (id: string, times: Partial<MemberSession> = {}) =>
      insertSession(db, { ...session, id, tokenHash: id, ...times }, ofPassword("password"));
    await more("ses_2");
    await deleteSession(db, { id: "ses_1", memberId: first });
    expect(await findSession(db, "token")).toBeUndefined();
    await more("ses_3", { expiresAt: minutesAfterNoon(5) });
    await more("ses_4");
    await markSessionUsed(db, { id: "ses_4", memberId: first }, minutesAfterNoon(4));
    const ended = { now: minutesAfterNoon(5), unusedSince: minutesAfterNoon(1) };
    await deleteEndedSessions(db, ended);
    expect(await findSession(db, "ses_2")).toBeUndefined();
    expect(await findSession(db, "ses_3")).toBeUndefined();
    expect(await findSession(db, "ses_4")).toMatchObject({ lastUsedAt: minutesAfterNoon(4) });
    await deleteSessionsOf(db, first);
    expect(await countRows(db, "memberSessions")).toBe(0);
  });

  test("the last owner who can log in is neither demoted, disabled nor removed, not even by two at once", async () => {
    const { db } = await storeWithSession(kind);
    const changes = [{ role: "viewer" as const }, { disabledAt: noon }, "remove" as const];
    await addMember({ db, clock }, "owner", { passwordHash: null });
    await addMember({ db, clock }, "owner", { disabledAt: noon });
    await addMember({ db, clock }, "editor");
    for (const change of changes)
      expect(await changeMember(db, { id: first, change, ways })).toBe(false);
    expect(await findMember(db, first)).toMatchObject({ role: "owner", disabledAt: null });
    const second = await addMember({ db, clock }, "owner");
    const both = await Promise.all([
      changeMember(db, { id: first, change: { role: "viewer" }, ways }),
      changeMember(db, { id: second.id, change: "remove", ways }),
    ]);
    expect(both.filter(Boolean)).toHaveLength(1);
  });

  test("a way in that is switched off makes nobody an owner who can log in", async () => {
    const { db } = await storeWithSession(kind);
    const bySso = { passwordHash: null, oidcSubject: "issuer one" };
    const sso = await addMember({ db, clock }, "owner", bySso);
    const ben = await addMember({ db, clock }, "viewer");
    const ssoAlone = { password: false, singleSignOn: true };
    const remove = (id: string, ways: WaysIn) => changeMember(db, { id, change: "remove", ways });
    expect(await remove(sso.id, ssoAlone)).toBe(false);
    const reset = { memberId: sso.id, setup: setup("one", first), ways: ssoAlone };
    expect(await restartSetup(db, reset)).toBe("last owner");
    expect(await remove(first, { password: true, singleSignOn: false })).toBe(false);
    expect(await remove(first, ssoAlone)).toBe(true);
    const passwordAlone = { password: true, singleSignOn: false };
    expect(await remove(ben.id, passwordAlone)).toBe(true);
    expect(await remove(sso.id, passwordAlone)).toBe(false);
  });

  test("whoever is disabled has no session and gets none", async () => {
    const { db, session } = await storeWithSession(kind);
    await addMember({ db, clock }, "owner");
    expect(await changeMember(db, { id: first, change: { disabledAt: noon }, ways })).toBe(true);
    expect(await findSession(db, "token")).toBeUndefined();
    expect(await insertSession(db, session, ofPassword("password"))).toBe(false);
    await changeMember(db, { id: first, change: { disabledAt: null }, ways });
    expect(await insertSession(db, session, ofPassword("password"))).toBe(true);
    await changeMember(db, { id: first, change: "remove", ways });
    expect(await countRows(db, "memberSessions")).toBe(0);
  });

  test("an email belongs to one member", async () => {
    const { db } = await storeWithSession(kind);
    const other = await addMember({ db, clock }, "viewer", { email: "ana@example.com" });
    const taken = { email: "ana@example.com", updatedAt: noon };
    expect(await updateMember(db, first, taken)).toBe(false);
    expect(await updateMember(db, other.id, taken)).toBe(true);
    await expect(
      db.updateTable("members").set(taken).where("id", "=", first).execute(),
    ).rejects.toThrow(/unique/i);
  });

  test("an invitation makes one member, and is not lost when the email is taken", async () => {
    const { db } = await storeWithSession(kind);
    const invitation = invitationOf(null);
    await insertInvitation(db, invitation);
    const ben = await addMember({ db, clock }, "viewer", { email: "ben@example.com" });
    const invited = { ...ben, id: "mem_new" };
    expect(await acceptInvitation(db, invitation, invited)).toBe("taken");
    expect(await findInvitation(db, "hash")).toEqual(invitation);
    const outcomes = await Promise.all(
      ["a", "b", "c"].map((name) =>
        acceptInvitation(db, invitation, { ...ben, id: `mem_${name}`, email: `${name}@x.example` }),
      ),
    );
    expect(outcomes.sort()).toEqual(["accepted", "used", "used"]);
    expect(await listMembers(db)).toHaveLength(3);
  });

  test("links of an owner end with the ownership, whichever way that ends", async () => {
    const { db } = await storeWithSession(kind);
    const ends = [{ role: "editor" as const }, { disabledAt: noon }, "remove" as const, "reset"];
    for (const end of ends) {
      const rogue = await addMember({ db, clock }, "owner");
      const ben = await addMember({ db, clock }, "viewer");
      expect(await insertInvitation(db, invitationOf(rogue.id))).toBe(true);
      expect(
        await restartSetup(db, { memberId: ben.id, setup: setup(`of ${ben.id}`, rogue.id), ways }),
      ).toBe("done");
      if (end === "reset")
        await restartSetup(db, { memberId: rogue.id, setup: setup(`of ${rogue.id}`), ways });
      else
        expect(await changeMember(db, { id: rogue.id, change: end as "remove", ways })).toBe(true);
      expect(await findInvitation(db, "hash")).toBeUndefined();
      expect(await finishSetup(db, finish(`of ${ben.id}`))).toBe(false);
      if (end === "reset") continue;
      expect(await insertInvitation(db, invitationOf(rogue.id))).toBe(false);
      const late = await restartSetup(db, {
        memberId: ben.id,
        setup: setup("late", rogue.id),
        ways,
      });
      expect(late).toBe("not an owner any more");
    }
  });

  test("a reset by an owner leaves a disabled member disabled, the operator's lets in", async () => {
    const { db } = await storeWithSession(kind);
    const off = await addMember({ db, clock }, "owner", { disabledAt: noon, createdAt: "2000" });
    expect((await findOldestOwner(db))?.id).toBe(first);
    expect(await restartSetup(db, { memberId: off.id, setup: setup("one", first), ways })).toBe(
      "done",
    );
    expect(await findMember(db, off.id)).toMatchObject({ disabledAt: noon });
    expect(await finishSetup(db, finish("one"))).toBe(false);
    expect(await restartSetup(db, { memberId: off.id, setup: setup("two"), ways })).toBe("done");
    expect(await finishSetup(db, finish("two"))).toBe(true);
    expect(
      await restartSetup(db, { memberId: "mem_none", setup: setup("three", first), ways }),
    ).toBe("no such member");
  });

  test("two owners who reset each other at once leave one who can log in", async () => {
    const { db } = await storeWithSession(kind);
    const second = await addMember({ db, clock }, "owner");
    const outcomes = await Promise.all([
      restartSetup(db, { memberId: first, setup: setup("one", second.id), ways }),
      restartSetup(db, { memberId: second.id, setup: setup("two", first), ways }),
    ]);
    expect(outcomes.sort()).toEqual(["done", "last owner"]);
  });

  test("a change of how one logs in that a reset overtakes is not written", async () => {
    const { db } = await storeWithSession(kind);
    const self = { memberId: first, sessionId: "ses_1" };
    const values = { oidcSubject: "s", provenEmail: null, name: "", updatedAt: noon };
    const change = { from: "password", to: "next", at: noon };
    expect(await replacePassword(db, { ...self, sessionId: "ses_2" }, change)).toBe(false);
    await restartSetup(db, { memberId: first, setup: setup("again"), ways });
    expect(await replacePassword(db, self, change)).toBe(false);
    expect(await replacePassword(db, self, { ...change, from: null })).toBe(false);
    for (const by of [{ sessionId: "ses_1" }, { passwordHash: "password" }])
      expect(await bindSubject(db, { memberId: first, values, by })).toBe(false);
    expect(await findMember(db, first)).toMatchObject({ passwordHash: null, oidcSubject: null });
  });

  test("what a single sign-on is for is handed out once, and ends with its session", async () => {
    const { db } = await storeWithSession(kind);
    const add = (browserHash: string, sessionId: string | null) => {
      const times = { expiresAt: minutesAfterNoon(1) };
      return insertSignIn(db, { browserHash, invitationHash: null, sessionId, ...times }, noon);
    };
    await add("one", null);
    const renewal = { from: "one", to: "two", expiresAt: minutesAfterNoon(10) };
    expect(await renewSignIn(db, { ...renewal, now: minutesAfterNoon(1) })).toBe(false);
    expect(await renewSignIn(db, { ...renewal, now: noon })).toBe(true);
    const taken = await Promise.all([1, 2, 3].map(() => takeSignIn(db, "two")));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await add("three", "ses_1");
    await add("four", "ses_1");
    expect(await countRows(db, "signIns")).toBe(1);
    await restartSetup(db, { memberId: first, setup: setup("again"), ways });
    expect(await takeSignIn(db, "four")).toBeUndefined();
  });
});

async function storeWithSession(
  kind: "sqlite" | "postgres",
): Promise<{ db: Database; session: MemberSession }> {
  const db = await openTestStore(kind);
  await startSetup(db, setup("one"));
  await finishSetup(db, finish("one"));
  const session: MemberSession = {
    id: "ses_1",
    memberId: first,
    browser: "",
    tokenHash: "token",
    previousHash: null,
    previousUntil: null,
    createdAt: noon,
    rotatedAt: noon,
    lastUsedAt: noon,
    expiresAt: minutesAfterNoon(60),
  };
  expect(await insertSession(db, session, ofPassword("password"))).toBe(true);
  return { db, session };
}
