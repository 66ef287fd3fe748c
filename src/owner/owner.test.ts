import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { openOwnerSession } from "../../test/owner.ts";
import { countRows, noon } from "../../test/store-rows.ts";
import type { Actor } from "../lib/actor.ts";
import { issueSetupLink } from "./issue-setup-link.ts";
import { logIn } from "./log-in.ts";
import { logOut, logOutEverywhere } from "./log-out.ts";
import { needsSetup, setPassword } from "./set-password.ts";
import { verifySession } from "./verify-session.ts";

const operator: Actor = { kind: "operator" };
const password = "a long enough password";
const minute = 60_000;
const day = 24 * 60 * minute;

async function openOwner(kind: StoreKind = "sqlite") {
  const db = await openTestStore(kind);
  let now = Date.parse(noon);
  const deps = { db, clock: { now: () => new Date(now) } };
  const link = async (reset = false) =>
    issueSetupLink(deps, operator, { publicUrl: "https://docs.example.com", reset });
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
    expect(await countRows(db, "ownerSessions")).toBe(1);
    expect(await link()).toBeUndefined();
    const again = setPassword(deps, { token: secret, password: "another password" });
    await expect(again).rejects.toMatchObject({ code: "forbidden" });
    await logIn(deps, { password, replaces: undefined });
  });

  test("neither token nor password is stored", async () => {
    const { db, deps, token } = await openOwner(kind);
    const secret = await token();
    const stored = async () =>
      JSON.stringify([
        await db.selectFrom("owner").selectAll().execute(),
        await db.selectFrom("ownerSessions").selectAll().execute(),
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
  const link = issueSetupLink(deps, { kind: "owner" }, { publicUrl: "", reset: true });
  await expect(link).rejects.toMatchObject({ code: "forbidden" });
  const secret = await token(true);
  expect(await countRows(db, "ownerSessions")).toBe(0);
  expect(await needsSetup(deps)).toBe(true);
  await expect(logIn(deps, { password, replaces: undefined })).rejects.toMatchObject({
    code: "unauthenticated",
  });
  await setPassword(deps, { token: secret, password: "the next password" });
  await logIn(deps, { password: "the next password", replaces: undefined });
});

test("a wrong password and a missing one are refused alike, in words and in time", async () => {
  const { deps, token } = await openOwner();
  const timed = async () => {
    const times: number[] = [];
    let error: unknown;
    while (times.length < 3) {
      const started = performance.now();
      const attempt = logIn(deps, { password: "a wrong password", replaces: undefined });
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
  const first = await logIn(deps, { password, replaces: undefined });
  expect(await countRows(db, "ownerSessions")).toBe(1);
  const { sessionId } = await verifySession(deps, first.token);
  const second = await logIn(deps, { password, replaces: sessionId });
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
  expect(await verifySession(deps, token)).toEqual({ sessionId, renewed: undefined });
  passTime(1);
  await expect(verifySession(deps, token)).rejects.toMatchObject({ code: "unauthenticated" });
  expect(await verifySession(deps, renewed[0]?.token ?? "")).toMatchObject({ sessionId });
});

test("the last use is written once a minute", async () => {
  const { db, deps, passTime } = await openOwner();
  const token = await openOwnerSession(deps);
  const used = async () =>
    (await db.selectFrom("ownerSessions").select("lastUsedAt").executeTakeFirst())?.lastUsedAt;
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
  await logOut(deps, (await verifySession(deps, first)).sessionId);
  const ended = { code: "unauthenticated" };
  await expect(verifySession(deps, first)).rejects.toMatchObject(ended);
  await verifySession(deps, second);
  const admin: Actor = { kind: "admin", keyId: "key_1", projectId: "prj_1" };
  await expect(logOutEverywhere(deps, admin)).rejects.toMatchObject({ code: "forbidden" });
  await logOutEverywhere(deps, { kind: "owner" });
  for (const token of [second, third])
    await expect(verifySession(deps, token)).rejects.toMatchObject(ended);
});
