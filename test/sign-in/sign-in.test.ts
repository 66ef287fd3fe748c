import { expect, test } from "vitest";
import { dashboardPath } from "../../src/http/routes/people/sign-in.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { invite } from "../../src/members/invite.ts";
import type { MemberRow } from "../../src/store/access/members.ts";
import { findMember, findMemberBy } from "../../src/store/access/members.ts";
import { createTestNode } from "../harness.ts";
import { addMember, dashboardHeaders, member, openMemberSession } from "../owner.ts";
import { logInAtProvider, startProvider } from "./start-provider.ts";

const publicUrl = "http://docent.test";
const clientSecret = "a secret of the client";

type Rules = { allowedDomains?: string[]; defaultRole?: "viewer" | "editor"; issuer?: string };

async function open(rules: Rules = {}) {
  const issuer = rules.issuer ?? (await startProvider(publicUrl));
  const lines: string[] = [];
  const log = createLog(
    { level: "trace", format: "json" },
    { write: (line) => void lines.push(line) },
  );
  const oidc = {
    ...{ issuer, clientId: "docent", clientSecret, name: "Acme" },
    ...{ allowedDomains: [], defaultRole: undefined, ...rules },
  };
  const node = await createTestNode({ log, settings: { signIn: { passwordLogin: true, oidc } } });
  const deps = { db: node.db, clock: systemClock };
  await addMember(deps, "owner", { email: "owner@example.com" });
  const begin = async (query = "", cookie = "") => {
    const response = await node.request(`/auth/oidc/start${query}`, { headers: { cookie } });
    return { response, url: response.headers.get("location") ?? "", cookie: cookieIn(response) };
  };
  const finish = (callback: URL, cookie: string) =>
    node.request(`/auth/oidc/callback${callback.search}`, { headers: { cookie } });
  /** From the button to the answer. */
  const logIn = async (login: string, query = "", kept = "") => {
    const { url, cookie } = await begin(query, kept);
    return finish(await logInAtProvider(url, login), cookie);
  };
  const session = async (response: Response) => {
    const token = /docent_session=([\w-]+);/.exec(response.headers.get("set-cookie") ?? "")?.[1];
    return (await node.request("/auth/session", { headers: dashboardHeaders(token ?? "") })).json();
  };
  return { node, deps, lines, begin, finish, logIn, session };
}

function cookieIn(response: Response): string {
  return /docent_sign_in=[\w-]+/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? "";
}

/** A page for a person, that says this and gives no session. */
async function expectRefused(response: Response, said: RegExp, status = 403) {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toContain("text/html");
  expect(await response.text()).toMatch(said);
  expect(response.headers.get("set-cookie") ?? "").not.toContain("docent_session");
}

test("a member comes in by a verified email, and from then on by the subject", async () => {
  const { deps, begin, logIn, session } = await open();
  const ana = await addMember(deps, "editor", { email: "ana@example.com", name: "" });
  const { response, url } = await begin("?next=/dashboard/acme/jobs");
  expect(response.status).toBe(303);
  expect(response.headers.get("set-cookie")).toMatch(
    /^docent_sign_in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
  );
  const asked = new URL(url).searchParams;
  expect(asked.get("code_challenge_method")).toBe("S256");
  for (const name of ["state", "nonce", "code_challenge"])
    expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
  const back = await logIn("ana@example.com", "?next=/dashboard/acme/jobs");
  expect(back.status).toBe(303);
  expect(back.headers.get("location")).toBe("/dashboard/acme/jobs");
  expect(await session(back)).toMatchObject({ loggedIn: true, role: "editor", name: "ana" });
  await deps.db
    .updateTable("members")
    .set({ email: "new@example.com" })
    .where("id", "=", ana.id)
    .execute();
  expect(await session(await logIn("ana@example.com"))).toMatchObject({ role: "editor" });
  const acts = await deps.db.selectFrom("acts").select(["action", "actorId"]).execute();
  expect(acts).toEqual(Array(2).fill({ action: "Log in by single sign-on", actorId: ana.id }));
});

test("a log-in is good once, in the browser that began it, with its own state", async () => {
  const { deps, begin, finish } = await open();
  await addMember(deps, "viewer", { email: "ana@example.com" });
  const first = await begin();
  const other = await begin();
  const callback = await logInAtProvider(first.url, "ana@example.com");
  const late = /took too long, was used already, or was begun in another browser/;
  await expectRefused(await finish(callback, ""), late);
  await expectRefused(await finish(callback, other.cookie), late);
  const wrong = new URL(callback);
  wrong.searchParams.set("state", "x".repeat(43));
  const spoilt = await begin();
  await expectRefused(await finish(wrong, spoilt.cookie), late);
  expect((await finish(callback, first.cookie)).status).toBe(303);
  await expectRefused(await finish(callback, first.cookie), late);
});

test("a token with another nonce, a foreign code and a denial let nobody in", async () => {
  const { deps, lines, begin, finish } = await open();
  await addMember(deps, "viewer", { email: "ana@example.com" });
  const odd = await begin();
  const asked = new URL(odd.url);
  asked.searchParams.set("nonce", "another");
  const unverified = /could not be verified/;
  await expectRefused(
    await finish(await logInAtProvider(asked.href, "ana@example.com"), odd.cookie),
    unverified,
  );
  const stolen = await logInAtProvider((await begin()).url, "ana@example.com");
  const own = await begin();
  const state = new URL(own.url).searchParams.get("state") ?? "";
  stolen.searchParams.set("state", state);
  await expectRefused(await finish(stolen, own.cookie), unverified);
  const denied = await begin();
  const said = new URL(`${publicUrl}/auth/oidc/callback?error=access_denied`);
  said.searchParams.set("state", new URL(denied.url).searchParams.get("state") ?? "");
  await expectRefused(await finish(said, denied.cookie), unverified);
  for (const line of lines) {
    expect(line).not.toContain(clientSecret);
    expect(line).not.toContain(stolen.searchParams.get("code") ?? "none");
  }
});

test("an unverified email, a second subject and whoever is disabled stay outside", async () => {
  const { deps, logIn } = await open();
  const others = ["unverified@example.com", "moved@example.com", "off@example.com"];
  for (const email of others) await addMember(deps, "viewer", { email });
  await expectRefused(await logIn("unverified@example.com"), /has not verified your email/);
  expect((await logIn("moved-1@example.com")).status).toBe(303);
  await expectRefused(await logIn("moved-2@example.com"), /another account of the provider/);
  expect((await logIn("off@example.com")).status).toBe(303);
  const off = await findMemberBy(deps.db, "email", "off@example.com");
  const disabled = { disabledAt: new Date().toISOString() };
  await deps.db
    .updateTable("members")
    .set(disabled)
    .where("id", "=", off?.id ?? "")
    .execute();
  await expectRefused(await logIn("off@example.com"), /taken away/);
});

test("nobody comes in without an invitation unless there is a default role, and nobody from a foreign domain", async () => {
  const closed = await open();
  await expectRefused(await closed.logIn("new@example.com"), /Ask an owner for an invitation/);
  const { logIn, session } = await open({ defaultRole: "viewer", allowedDomains: ["example.com"] });
  expect(await session(await logIn("new@example.com"))).toMatchObject({ role: "viewer" });
  await expectRefused(await logIn("new@example.com.evil.example"), /certain domains/);
  await expectRefused(await logIn("unverified@example.com"), /certain domains/);
});

test("an invitation is accepted by single sign-on, by its link or by its email, once", async () => {
  const { node, deps, logIn, session } = await open();
  const make = async (email: string | null) => {
    const input = { publicUrl, role: "editor", email } as const;
    return (await invite(deps, member("owner"), input)).link.split("#")[1] ?? "";
  };
  const prepare = (invitation: string) =>
    node.request("/auth/oidc/prepare", {
      method: "POST",
      headers: { "x-docent-dashboard": "1", "content-type": "application/json" },
      body: JSON.stringify({ invitation }),
    });
  const token = await make(null);
  const cookie = cookieIn(await prepare(token));
  expect(await session(await logIn("ana@example.com", "?prepared=1", cookie))).toMatchObject({
    role: "editor",
    name: "ana",
  });
  expect((await prepare(token)).status).toBe(403);
  await make("ben@example.com");
  expect(await session(await logIn("ben@example.com"))).toMatchObject({ role: "editor" });
  const bound = cookieIn(await prepare(await make("cleo@example.com")));
  await expectRefused(
    await logIn("dora@example.com", "?prepared=1", bound),
    /for cleo@example.com/,
  );
});

test("somebody who is logged in binds the provider to the own account, and nobody else's", async () => {
  const { node, deps, begin, logIn } = await open();
  const token = await openMemberSession(deps, "viewer");
  const { memberId } = await deps.db
    .selectFrom("memberSessions")
    .select("memberId")
    .executeTakeFirstOrThrow();
  const prepare = async () =>
    cookieIn(
      await node.request("/auth/oidc/prepare", {
        method: "POST",
        headers: { ...dashboardHeaders(token), "content-type": "application/json" },
        body: "{}",
      }),
    );
  const response = await logIn("any@example.com", "?prepared=1", await prepare());
  expect(response.status).toBe(303);
  expect(((await findMember(deps.db, memberId)) as MemberRow).oidcSubject).toMatch(
    / any@example.com$/,
  );
  await addMember(deps, "viewer", { email: "ben@example.com" });
  await logIn("ben@example.com");
  await expectRefused(
    await logIn("ben@example.com", "?prepared=1", await prepare()),
    /belongs to another member/,
  );
  await expectRefused((await begin("?prepared=1", "docent_sign_in=made-up")).response, /too long/);
});

test("a provider that is away is a page that says so, and passwords work on", async () => {
  const { node, begin } = await open({ issuer: "http://127.0.0.1:9" });
  await expectRefused((await begin()).response, /cannot be reached/, 503);
  const login = await node.request("/auth/login", {
    method: "POST",
    headers: { "x-docent-dashboard": "1", "content-type": "application/json" },
    body: JSON.stringify({ email: "nobody@example.com", password: "wrong" }),
  });
  expect(login.status).toBe(401);
});

test("after a log-in nobody is led out of the dashboard", () => {
  const inside = ["/dashboard", "/dashboard/acme/jobs?q=x#top", "/docs/acme/a"];
  for (const path of inside) expect(dashboardPath(path)).toBe(path);
  const outside = [
    ...[null, "", "https://evil.example", "//evil.example", "/dashboard/../docs", "/dashboardx"],
    ...[
      "/dashboard/..//evil.example",
      "\\\\evil.example",
      "/dashboard\\..\\..\\evil",
      "javascript:1",
    ],
  ];
  for (const path of outside) expect(dashboardPath(path)).toBe("/dashboard");
});
