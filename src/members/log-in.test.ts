import { describe, expect, onTestFinished, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { addMember, member, openMemberSession, openOwnerSession } from "../../test/owner.ts";
import { makePasswordsCheap, makePasswordsReal } from "../../test/password-costs.ts";
import { countRows, noon } from "../../test/store-rows.ts";
import type { Actor } from "../lib/actor.ts";
import { findMember } from "../store/access/members.ts";
import { isBrowserMark, makeBrowserMark } from "./browser-mark.ts";
import { endSession, logOutEverywhere } from "./end-session.ts";
import { issueSetupLink, resetOwner } from "./issue-setup-link.ts";
import { findNamed, logIn } from "./log-in.ts";
import { needsSetup, setPassword as setPasswordIn } from "./set-password.ts";
import { verifySession } from "./verify-session.ts";

const operator: Actor = { kind: "operator" };
const password = "a long enough password";
const minute = 60_000;
const day = 24 * 60 * minute;

type Own = { sessionId: string; memberId: string };
type Deps = Parameters<typeof logIn>[0];

async function setPassword(deps: Deps, input: { token: string; password: string }) {
  return (await setPasswordIn(deps, { ...input, browser: "" })).session;
}

async function enter(deps: Deps, typed = password, more: { email?: string; replaces?: Own } = {}) {
  const { email = "", replaces } = more;
  const member = await findNamed(deps, email);
  return logIn(deps, { member, password: typed, browser: "", replaces, isByEmail: email !== "" });
}

async function own(deps: Deps, token: string): Promise<Own> {
  const { sessionId, member } = await verifySession(deps, token);
  return { sessionId, memberId: member.memberId };
}

async function openOwner(kind: StoreKind = "sqlite") {
  const db = await openTestStore(kind);
  let now = Date.parse(noon);
  const deps = { db, clock: { now: () => new Date(now) } };
  const place = { publicUrl: "https://docs.example.com" };
  const link = async (reset = false) =>
    reset ? resetOwner(deps, operator, place) : issueSetupLink(deps, operator, place);
  const token = async (reset = false) => (await link(reset))?.split("#")[1] ?? "";
  const passTime = (ms: number) => {
    now += ms;
  };
  return { db, deps, link, token, passTime };
}

describe.each(storeKinds)("on %s", (kind) => {
  test("a link sets the password once and logs in", async () => {
    const { db, deps, link, token } = await openOwner(kind);
    expect(await needsSetup(deps)).toBe(true);
    expect(await link()).toMatch(/^https:\/\/docs\.example\.com\/dashboard\/setup#[\w-]{43}$/);
    const secret = await token();
    const attempts = await Promise.allSettled(
      [1, 2].map(() => setPassword(deps, { token: secret, password })),
    );
    expect(attempts.map((attempt) => attempt.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await needsSetup(deps)).toBe(false);
    expect(await countRows(db, "memberSessions")).toBe(1);
    expect(await link()).toBeUndefined();
    const again = setPassword(deps, { token: secret, password: "another password" });
    await expect(again).rejects.toMatchObject({ code: "forbidden" });
    await enter(deps);
  });

  test("neither token nor password is stored", async () => {
    const { db, deps, token } = await openOwner(kind);
    const secret = await token();
    const stored = async () =>
      JSON.stringify([
        await db.selectFrom("members").selectAll().execute(),
        await db.selectFrom("memberSessions").selectAll().execute(),
      ]);
    expect(await stored()).not.toContain(secret);
    const session = await setPassword(deps, { token: secret, password });
    expect(await stored()).not.toContain(session.token);
    expect(await stored()).not.toContain(password);
  });
});

test("a link is good for 24 hours, and the next link ends it", async () => {
  const { deps, token, passTime } = await openOwner();
  const first = await token();
  const second = await token();
  const forbidden = { code: "forbidden" };
  await expect(setPassword(deps, { token: first, password })).rejects.toMatchObject(forbidden);
  passTime(day);
  await expect(setPassword(deps, { token: second, password })).rejects.toMatchObject(forbidden);
  const third = await token();
  passTime(day - 1);
  await setPassword(deps, { token: third, password });
});

test("a made-up token says nothing about the real one", async () => {
  const { deps, token } = await openOwner();
  const secret = await token();
  for (const wrong of ["", "x", `${secret}x`, secret.slice(1), "\0"]) {
    const refused = setPassword(deps, { token: wrong, password });
    await expect(refused).rejects.toMatchObject({
      code: "forbidden",
      message: expect.not.stringContaining(secret),
    });
  }
});

test("a reset ends the password and every session, and only the operator may do it", async () => {
  const { db, deps, token } = await openOwner();
  await setPassword(deps, { token: await token(), password });
  const link = resetOwner(deps, member("owner"), { publicUrl: "" });
  await expect(link).rejects.toMatchObject({ code: "forbidden" });
  const secret = await token(true);
  expect(await countRows(db, "memberSessions")).toBe(0);
  expect(await needsSetup(deps)).toBe(true);
  await expect(enter(deps)).rejects.toMatchObject({
    code: "unauthenticated",
  });
  await setPassword(deps, { token: secret, password: "the next password" });
  await enter(deps, "the next password");
});

test("a wrong password and a missing one are refused alike, in words and in time", async () => {
  makePasswordsReal();
  onTestFinished(makePasswordsCheap);
  const { deps, token } = await openOwner();
  const timed = async () => {
    const times: number[] = [];
    let error: unknown;
    while (times.length < 3) {
      const started = performance.now();
      const attempt = enter(deps, "a wrong password");
      error = await attempt.catch((reason) => ({ code: reason.code, said: reason.message }));
      times.push(performance.now() - started);
    }
    return { error, ms: Math.min(...times) };
  };
  const missing = await timed();
  await setPassword(deps, { token: await token(), password });
  const wrong = await timed();
  expect(missing.error).toEqual({ code: "unauthenticated", said: "This password is not right." });
  expect(wrong.error).toEqual(missing.error);
  expect(missing.ms).toBeGreaterThan(wrong.ms / 4);
  expect(missing.ms).toBeLessThan(wrong.ms * 4);
});

test("a log-in ends the session it replaces, and sessions that are over", async () => {
  const { db, deps, token, passTime } = await openOwner();
  await setPassword(deps, { token: await token(), password });
  passTime(7 * day);
  const first = await enter(deps);
  expect(await countRows(db, "memberSessions")).toBe(1);
  const replaces = await own(deps, first.token);
  const second = await enter(deps, password, { replaces });
  expect(second.token).not.toBe(first.token);
  await expect(verifySession(deps, first.token)).rejects.toMatchObject({ code: "unauthenticated" });
  await verifySession(deps, second.token);
});

test("a session ends after seven days without use and after thirty in any case", async () => {
  const ended = { code: "unauthenticated" };
  const idle = await openOwner();
  const unused = await openOwnerSession(idle.deps);
  idle.passTime(7 * day);
  await expect(verifySession(idle.deps, unused)).rejects.toMatchObject(ended);

  const { deps, passTime } = await openOwner();
  let token = await openOwnerSession(deps);
  for (let week = 0; week < 5; week += 1) {
    passTime(6 * day - 1);
    const { renewed } = await verifySession(deps, token);
    expect(renewed?.expiresAt.toISOString()).toBe("2030-01-31T12:00:00.000Z");
    token = renewed?.token ?? "";
  }
  passTime(5);
  await expect(verifySession(deps, token)).rejects.toMatchObject(ended);
});

test("use keeps a session alive", async () => {
  const { deps, passTime } = await openOwner();
  const token = await openOwnerSession(deps);
  passTime(day - 1);
  expect((await verifySession(deps, token)).renewed).toBeUndefined();
  passTime(7 * day - 1);
  expect((await verifySession(deps, token)).renewed).toBeDefined();
});

test("after a day of use the token is another, and the old one works for a minute more", async () => {
  const { deps, passTime } = await openOwner();
  const token = await openOwnerSession(deps);
  const { sessionId } = await verifySession(deps, token);
  passTime(day);
  const parallel = await Promise.all([1, 2, 3].map(() => verifySession(deps, token)));
  const renewed = parallel.flatMap((one) => one.renewed ?? []);
  expect(renewed).toHaveLength(1);
  expect(new Set(parallel.map((one) => one.sessionId))).toEqual(new Set([sessionId]));
  passTime(minute - 1);
  expect(await verifySession(deps, token)).toMatchObject({ sessionId, renewed: undefined });
  passTime(1);
  await expect(verifySession(deps, token)).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await verifySession(deps, renewed[0]?.token ?? "")).toMatchObject({ sessionId });
});

test("the last use is written once a minute", async () => {
  const { db, deps, passTime } = await openOwner();
  const token = await openOwnerSession(deps);
  const used = async () =>
    (await db.selectFrom("memberSessions").select("lastUsedAt").executeTakeFirst())?.lastUsedAt;
  passTime(minute - 1);
  await verifySession(deps, token);
  expect(await used()).toBe(noon);
  passTime(1);
  await verifySession(deps, token);
  expect(await used()).toBe("2030-01-01T12:01:00.000Z");
});

test("logging out ends one session, logging out everywhere all of them", async () => {
  const { deps } = await openOwner();
  const tokens = [];
  for (let count = 0; count < 3; count += 1) tokens.push(await openOwnerSession(deps));
  const [first = "", second = "", third = ""] = tokens;
  await endSession(deps, await own(deps, first));
  const ended = { code: "unauthenticated" };
  await expect(verifySession(deps, first)).rejects.toMatchObject(ended);
  await verifySession(deps, second);
  const other = await openMemberSession(deps, "viewer");
  await logOutEverywhere(deps, await own(deps, second));
  await verifySession(deps, other);
  for (const token of [second, third])
    await expect(verifySession(deps, token)).rejects.toMatchObject(ended);
});

test("of several members each logs in by email, and nobody is told which of the two was wrong", async () => {
  const { deps, token } = await openOwner();
  await setPassword(deps, { token: await token(), password });
  const passwordHash = (await findNamed(deps, ""))?.passwordHash ?? "";
  const ana = await addMember(deps, "editor", { email: "ana@example.com", passwordHash });
  const gone = { email: "gone@example.com", passwordHash, disabledAt: noon };
  await addMember(deps, "owner", gone);
  const { member: entered } = await verifySession(
    deps,
    (await enter(deps, password, { email: " Ana@Example.com " })).token,
  );
  expect(entered).toEqual({ memberId: ana.id, role: "editor", name: "Some editor" });
  const said = { code: "unauthenticated", message: "This email or this password is not right." };
  for (const email of ["nobody@example.com", "gone@example.com", "\0"])
    await expect(enter(deps, password, { email })).rejects.toMatchObject(said);
  await expect(enter(deps, "a wrong password", { email: "ana@example.com" })).rejects.toMatchObject(
    said,
  );
  await enter(deps);
});

test("the mark of one member's browser is none of another's", async () => {
  const { deps } = await openOwner();
  const [ana, ben] = [await addMember(deps, "viewer"), await addMember(deps, "owner")];
  const mark = makeBrowserMark(ana) ?? "";
  expect(isBrowserMark(ana, mark)).toBe(true);
  expect(isBrowserMark(ben, mark)).toBe(false);
  expect(isBrowserMark({ ...ana, passwordHash: "another" }, mark)).toBe(false);
  expect(makeBrowserMark({ ...ana, passwordHash: null })).toBeUndefined();
});

test("a reset names its owner, and nobody becomes one by it", async () => {
  const { deps, link, token } = await openOwner();
  await setPassword(deps, { token: await token(), password });
  const ana = await addMember(deps, "viewer", { email: "ana@example.com" });
  const ben = await addMember(deps, "owner", { email: "ben@example.com" });
  const reset = (email: string) => resetOwner(deps, operator, { publicUrl: "", email });
  await expect(reset("ana@example.com")).rejects.toMatchObject({ code: "not_found" });
  const secret = (await reset("ben@example.com")).split("#")[1] ?? "";
  expect(await needsSetup(deps)).toBe(false);
  expect(await link()).toBeUndefined();
  const { token: session } = await setPassword(deps, { token: secret, password });
  expect((await verifySession(deps, session)).member.memberId).toBe(ben.id);
  expect(await findMember(deps.db, ana.id)).toEqual(ana);
});
