import { expect, test } from "vitest";
import { dashboardPath } from "../../src/http/routes/people/sign-in.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { invite } from "../../src/members/invite.ts";
import { resetMember } from "../../src/members/issue-setup-link.ts";
import { hashPassword } from "../../src/members/password-hash.ts";
import {
  changeMember,
  findMember,
  findMemberBy,
  type MemberRow,
} from "../../src/store/access/members.ts";
import { createTestNode } from "../harness.ts";
import { addMember, dashboardHeaders, openSessionOf } from "../owner.ts";
import { countRows } from "../store-rows.ts";
import { logInAtProvider, startProvider } from "./start-provider.ts";

const publicUrl = "http://docent.test";
const password = "a long enough password";
const clientSecret = "a secret of the client";

const ways = { password: true, singleSignOn: true };

type Rules = { allowedDomains?: string[]; defaultRole?: "viewer" | "editor"; issuer?: string };
type Headers = Record<string, string>;

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
  const owner = await addMember(deps, "owner", { email: "owner@example.com" });
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
  const post = (path: string, body: unknown, headers: Headers = {}) =>
    node.request(path, {
      method: "POST",
      headers: { "x-docent-dashboard": "1", "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const inviter = { kind: "member", memberId: owner.id, role: "owner", name: "" } as const;
  const actions = async () => {
    const acts = deps.db.selectFrom("acts").select(["action", "actorId", "actorName"]);
    return acts.orderBy("at").orderBy("id").execute();
  };
  return { node, deps, lines, inviter, begin, finish, logIn, session, post, actions };
}

function cookieIn(response: Response): string {
  return /docent_sign_in=[\w.-]+/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? "";
}

/** A page for a person, that says this and gives no session. */
async function expectRefused(response: Response, said: RegExp, status = 403) {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toContain("text/html");
  expect(await response.text()).toMatch(said);
  expect(response.headers.get("set-cookie") ?? "").not.toContain("docent_session");
}

test("a member comes in by a verified email, and from then on by the subject", async () => {
  const { deps, begin, logIn, session, actions } = await open();
  const ana = await addMember(deps, "editor", { email: "ana@example.com", name: "" });
  const { response, url } = await begin("?next=/dashboard/acme/jobs");
  expect(response.status).toBe(303);
  expect(response.headers.get("set-cookie")).toMatch(
    /^docent_sign_in=l\.[\w-]{43}\.[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
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
  expect(await actions()).toMatchObject([
    { action: "Connect single sign-on by email", actorId: ana.id },
    { action: "Log in by single sign-on", actorId: ana.id },
  ]);
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
  await expectRefused(await finish(callback, first.cookie), /could not be verified/);
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

test("an invitation opens no domain that single sign-on is closed to", async () => {
  const { deps, inviter, logIn, session, post } = await open({ allowedDomains: ["example.com"] });
  const input = { publicUrl, role: "editor", email: null } as const;
  const invitation = (await invite(deps, inviter, input)).link.split("#")[1] ?? "";
  const prepared = async () => cookieIn(await post("/auth/oidc/prepare", { invitation }));
  const enter = async (email: string) => logIn(email, "?prepared=1", await prepared());
  await expectRefused(await enter("ana@elsewhere.example"), /certain domains/);
  expect(await session(await enter("ana@example.com"))).toMatchObject({ role: "editor" });
});

test("an invitation is accepted by single sign-on, by its link or by its email, once", async () => {
  const { deps, inviter, logIn, session, post } = await open();
  const make = async (email: string | null) => {
    const input = { publicUrl, role: "editor", email } as const;
    return (await invite(deps, inviter, input)).link.split("#")[1] ?? "";
  };
  const prepare = (invitation: string) => post("/auth/oidc/prepare", { invitation });
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

async function openConnecting() {
  const opened = await open();
  const { deps, post } = opened;
  const passwordHash = await hashPassword(password);
  const ana = await addMember(deps, "viewer", { email: "ana@example.com", passwordHash });
  const own = dashboardHeaders(await openSessionOf(deps, ana));
  const prepare = (current = password) => post("/auth/oidc/prepare", { current }, own);
  const subject = async () => (await findMember(deps.db, ana.id))?.oidcSubject ?? null;
  return { ...opened, ana, own, prepare, subject };
}

test("somebody who is logged in binds the provider to the own account, and nobody else's", async () => {
  const { deps, ana, begin, logIn, prepare, subject, actions } = await openConnecting();
  const response = await logIn("any@example.com", "?prepared=1", cookieIn(await prepare()));
  expect(response.status).toBe(303);
  expect(await subject()).toMatch(/ any@example.com$/);
  expect(await actions()).toMatchObject([{ action: "Connect single sign-on", actorId: ana.id }]);
  await addMember(deps, "viewer", { email: "ben@example.com" });
  await logIn("ben@example.com");
  await expectRefused(
    await logIn("ben@example.com", "?prepared=1", cookieIn(await prepare())),
    /belongs to another member/,
  );
  const made = `docent_sign_in=p.${"x".repeat(43)}.`;
  for (const kept of [made, "docent_sign_in=made-up"])
    await expectRefused((await begin("?prepared=1", kept)).response, /too long/);
});

test("connecting takes the password, or a fresh log-in where there is none", async () => {
  const { deps, ana, prepare } = await openConnecting();
  expect((await prepare("a wrong password")).status).toBe(403);
  expect((await prepare()).status).toBe(204);
  const change = (values: Partial<MemberRow>) =>
    deps.db.updateTable("members").set(values).where("id", "=", ana.id).execute();
  await change({ passwordHash: null, oidcSubject: "another" });
  expect((await prepare("")).status).toBe(204);
  const createdAt = new Date(Date.now() - 11 * 60_000).toISOString();
  await deps.db.updateTable("memberSessions").set({ createdAt }).execute();
  expect((await prepare("")).status).toBe(403);
});

test("a connection under way ends with a reset and with a log-out", async () => {
  for (const end of ["reset", "log out"]) {
    const { deps, ana, own, inviter, begin, finish, post, prepare, subject } =
      await openConnecting();
    const { url, cookie } = await begin("?prepared=1", cookieIn(await prepare()));
    const callback = await logInAtProvider(url, "evil@example.com");
    if (end === "reset")
      await resetMember({ ...deps, ways }, inviter, { publicUrl, memberId: ana.id });
    else await post("/auth/logout-everywhere", {}, own);
    await expectRefused(await finish(callback, cookie), /too long/);
    expect(await subject()).toBeNull();
  }
});

test("a member disconnects the provider, and keeps the password", async () => {
  const { deps, ana, own, logIn, post, prepare, subject } = await openConnecting();
  await logIn("any@example.com", "?prepared=1", cookieIn(await prepare()));
  const path = "/v1/account/single-sign-on/disconnect";
  expect((await post(path, { current: "a wrong password" }, own)).status).toBe(403);
  expect((await post(path, { current: password }, own)).status).toBe(204);
  expect(await subject()).toBeNull();
  const sessions = await deps.db.selectFrom("memberSessions").select("memberId").execute();
  expect(sessions).toEqual([{ memberId: ana.id }]);
});

test("an email that a member only claims lets nobody in by single sign-on", async () => {
  const { deps, own, inviter, logIn, post, actions } = await openConnecting();
  const claim = (email: string) => post("/v1/account", { name: "Boss", email }, own);
  await invite(deps, inviter, { publicUrl, role: "owner", email: "boss@example.com" });
  expect((await claim("boss@example.com")).status).toBe(409);
  expect((await claim("chief@example.com")).status).toBe(204);
  await expectRefused(await logIn("chief@example.com"), /without proof/);
  expect((await actions()).at(-1)).toMatchObject({
    action: "Refused single sign-on",
    actorName: "chief@example.com",
  });
});

test("whoever is recognised by email is alone in the account from then on", async () => {
  const { node, deps, ana, own, logIn } = await openConnecting();
  expect((await logIn("ana@example.com")).status).toBe(303);
  expect((await node.request("/v1/account", { headers: own })).status).toBe(401);
  expect(await findMember(deps.db, ana.id)).toMatchObject({ passwordHash: null });
});

test("a member whose ways in were taken away comes in by the link alone", async () => {
  const { deps, ana, inviter, logIn, post } = await openConnecting();
  const input = { publicUrl, memberId: ana.id };
  const { link } = await resetMember({ ...deps, ways }, inviter, input);
  await expectRefused(await logIn("ana@example.com"), /was reset/);
  await changeMember(deps.db, {
    id: ana.id,
    change: { disabledAt: new Date().toISOString() },
    ways,
  });
  await expectRefused(await logIn("ana@example.com"), /taken away/);
  const set = () => post("/auth/setup", { token: link.split("#")[1], password });
  expect((await set()).status).toBe(403);
  await changeMember(deps.db, { id: ana.id, change: { disabledAt: null }, ways });
  expect((await set()).status).toBe(204);
});

test("strangers who begin to log in take nobody's place", async () => {
  const { deps, begin, finish, prepare } = await openConnecting();
  const prepared = await begin("?prepared=1", cookieIn(await prepare()));
  const plain = await begin();
  const waiting = await countRows(deps.db, "signIns");
  for (let count = 0; count < 5; count += 1) await begin();
  expect(await countRows(deps.db, "signIns")).toBe(waiting);
  for (const { url, cookie } of [prepared, plain]) {
    const back = await finish(await logInAtProvider(url, "ana@example.com"), cookie);
    expect(back.status).toBe(303);
  }
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
