import { expect, test } from "vitest";
import { createTestNode, type TestNode } from "../../../../test/harness.ts";
import { dashboardHeaders, openMemberSession, openOwnerSession } from "../../../../test/owner.ts";
import { madeReaderLink } from "../../../contract/reader/reader-links.ts";
import { readerPass } from "../../../contract/reader/reader-pass.ts";
import { systemClock } from "../../../lib/clock.ts";
import { updateProject } from "../../../projects/change-projects.ts";
import { setOwnSettings } from "../../../store/docs/projects.ts";

const operator = { kind: "operator" } as const;
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const pages = {
  "index.md": "# Home\n\nWelcome to [the keys](keys.md).",
  "keys.md": "# Keys\n\nRun `acme keys create` to make a key.",
  "plans/secret.md": "# Secret plans\n\nA rocket.",
};

async function setUp() {
  let now = Date.now();
  const clock = { ...systemClock, now: () => new Date(now) };
  const node = await createTestNode({ pages, clock });
  const passTime = (ms: number) => {
    now += ms;
  };
  return { node, clock, passTime };
}

async function passOf(node: TestNode, headers: Record<string, string> = {}) {
  const asked = { ...headers, accept: "application/json" };
  const response = await node.request("/docs/acme/-/pass", { headers: asked });
  expect(response.status).toBe(200);
  return readerPass.parse(await response.json());
}

function post(node: TestNode, path: string, authorization: string, body: unknown) {
  const headers = { authorization, "content-type": "application/json" };
  return node.request(path, { method: "POST", headers, body: JSON.stringify(body) });
}

const question = {
  fp: "anonymous",
  messages: [{ id: "1", role: "user", parts: [{ type: "text", text: "How do I make a key?" }] }],
  threadId: null,
};

test("a pass takes questions in the reader, and they are recorded as readers'", async () => {
  const { node } = await setUp();
  const { pass, mayAsk } = await passOf(node);
  expect(mayAsk).toBe(true);
  const asked = await post(
    node,
    "/discovery/v2/assistant/acme/message",
    `Bearer ${pass}`,
    question,
  );
  expect(asked.status).toBe(200);
  expect(await asked.text()).toContain("acme keys create");
  const [answer] = await node.db.selectFrom("answers").select("keyId").execute();
  expect(answer?.keyId).toBe(node.project.id.replace("prj_", "rdr_"));
});

test("a pass that was changed, has ended, or is for another project is none", async () => {
  const { node, passTime } = await setUp();
  const { pass } = await passOf(node);
  const ask = async (token: string, domain = "acme") =>
    (await post(node, `/discovery/v2/assistant/${domain}/message`, `Bearer ${token}`, question))
      .status;
  const [said = "", signature = ""] = pass.slice(4).split(".");
  const claims = JSON.parse(Buffer.from(said, "base64url").toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, until: 9e15 })).toString("base64url");
  for (const token of [
    `rdr_${forged}.${signature}`,
    `rdr_${said}.`,
    `rdr_${said}`,
    "rdr_",
    `rdr_.${signature}`,
    `${pass}x`,
    pass.slice(0, -1),
    `rdr_${"a".repeat(5_000)}.b`,
  ])
    expect(await ask(token), token.slice(0, 40)).toBe(401);
  expect(await ask(pass, "other")).toBe(403);
  passTime(60 * 60_000 + 1);
  expect(await ask(pass)).toBe(401);
});

test("a pass opens nothing but what the reader does, and never a branch", async () => {
  const { node } = await setUp();
  const { pass } = await passOf(node);
  const headers = { authorization: `Bearer ${pass}` };
  for (const path of [
    "/docs/acme/keys",
    "/docs/acme/llms.txt",
    `/v1/projects/${node.project.id}/reader-links`,
    "/v1/projects",
    `/v1/analytics/${node.project.id}/pages`,
  ])
    expect((await node.request(path, { headers })).status, path).toBe(403);
  for (const path of ["/mcp/acme", "/discovery/v1/page/acme", `/v1/agent/${node.project.id}/job`])
    expect((await post(node, path, headers.authorization, {})).status, path).toBe(403);
  const search = { query: "keys", filter: { ref: "main" } };
  const branch = await post(node, "/discovery/v1/search/acme", headers.authorization, search);
  expect(branch.status).toBe(403);
});

test("other sites get no pass, and an owner decides whether the reader takes questions", async () => {
  const { node } = await setUp();
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
  expect((await node.request("/docs/acme/-/pass", { headers: foreign })).status).toBe(403);
  await setOwnSettings(node.db, node.project.id, { reader: "read" });
  const { pass, mayAsk } = await passOf(node);
  expect(mayAsk).toBe(false);
  const asked = await post(
    node,
    "/discovery/v2/assistant/acme/message",
    `Bearer ${pass}`,
    question,
  );
  expect(asked.status).toBe(403);
  await setOwnSettings(node.db, node.project.id, { reader: "off" });
  expect((await node.request("/docs/acme/keys", { headers: browser })).status).toBe(404);
  expect((await node.request("/docs/acme/keys.md")).status).toBe(200);
  for (const part of ["search?q=key", "navigation", "pass"])
    expect((await node.request(`/docs/acme/-/${part}`)).status, part).toBe(404);
  await updateProject(node, operator, { ...node.project, baseUrl: "https://docs.acme.example" });
  const away = await node.request("/docs/acme/keys", { headers: browser });
  expect([away.status, away.headers.get("location")]).toEqual([
    302,
    "https://docs.acme.example/keys",
  ]);
});

test("a pass ends with what it was given for: a public project, a reader that takes questions, a member's session", async () => {
  const { node, clock } = await setUp();
  const send = async (pass: string, path: string, body: unknown) =>
    (await post(node, path, `Bearer ${pass}`, body)).status;
  const ask = (pass: string) => send(pass, "/discovery/v2/assistant/acme/message", question);
  const search = (pass: string) => send(pass, "/discovery/v1/search/acme", { query: "rocket" });
  const { pass } = await passOf(node);
  const session = await openMemberSession({ db: node.db, clock }, "viewer");
  const { pass: ofMember } = await passOf(node, dashboardHeaders(session));
  await setOwnSettings(node.db, node.project.id, { reader: "read" });
  expect([await ask(pass), await search(pass)]).toEqual([403, 200]);
  await updateProject(node, operator, { ...node.project, visibility: "private" });
  await setOwnSettings(node.db, node.project.id, { reader: "ask" });
  expect([await ask(pass), await search(pass)]).toEqual([401, 401]);
  expect([await ask(ofMember), await search(ofMember)]).toEqual([200, 200]);
  await node.db.deleteFrom("memberSessions").execute();
  expect([await ask(ofMember), await search(ofMember)]).toEqual([401, 401]);
});

test("a page is rated without a name, again under the same id, and only pages are", async () => {
  const { node } = await setUp();
  const rate = async (body: object) =>
    (await post(node, "/docs/acme/-/feedback", `Bearer ${(await passOf(node)).pass}`, body)).status;
  const id = "a1b2c3d4e5";
  expect(await rate({ path: "keys.md", rating: "up", id })).toBe(200);
  expect(await rate({ path: "keys.md", rating: "down", comment: " Old. ", id })).toBe(200);
  expect(await rate({ path: "nowhere.md", rating: "up" })).toBe(404);
  expect(await rate({ path: "keys.md", rating: "sideways" })).toBe(400);
  const rows = await node.db.selectFrom("pageRatings").selectAll().execute();
  expect(rows).toMatchObject([{ path: "keys.md", rating: "down", comment: "Old." }]);
});

async function openPrivate() {
  const set = await setUp();
  const { node } = set;
  await updateProject(node, operator, { ...node.project, visibility: "private" });
  const session = dashboardHeaders(
    await openMemberSession({ db: node.db, clock: set.clock }, "editor"),
  );
  const share = async (body: object, headers: Record<string, string> = session) => {
    const response = await node.request(`/v1/projects/${node.project.id}/reader-links`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return response;
  };
  const open = async (body: object) => madeReaderLink.parse(await (await share(body)).json());
  /** As a browser does: goes there, keeps the cookie. */
  const arrive = async (url: string) => {
    const response = await node.request(url.slice("http://docent.test".length), {
      headers: browser,
    });
    const cookie = response.headers.get("set-cookie") ?? "";
    return { response, cookie, headers: { ...browser, cookie: cookie.split(";")[0] ?? "" } };
  };
  return { ...set, session, share, open, arrive };
}

test("a link opens private docs: it becomes a cookie of the project's pages, and the address is clean", async () => {
  const { node, open, arrive } = await openPrivate();
  const link = await open({ hours: 24 });
  const { response, cookie, headers } = await arrive(link.url);
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/docs/acme");
  expect(cookie).toMatch(
    /^docent_reader=rdr_[\w-]{43}; Path=\/docs\/acme; HttpOnly; SameSite=Lax;/,
  );
  for (const path of [
    "/docs/acme/keys",
    "/docs/acme/plans/secret",
    "/docs/acme/-/search?q=rocket",
  ]) {
    const shown = await node.request(path, { headers });
    expect(shown.status, path).toBe(200);
    expect(shown.headers.get("cache-control"), path).toBe("no-store");
    expect(shown.headers.get("access-control-allow-origin"), path).toBeNull();
  }
  const stored = JSON.stringify(await node.db.selectFrom("readerLinks").selectAll().execute());
  expect(stored).not.toContain(link.url.split("pass=")[1]);
  const outside = ["/v1/projects", `/v1/projects/${node.project.id}/reader-links`];
  for (const path of outside) expect((await node.request(path, { headers })).status).toBe(401);
  expect((await node.request("/docs/acme/keys?ref=main", { headers })).status).toBe(403);
});

test("a link for one page opens that one alone, and shows nothing of the others", async () => {
  const { node, open, arrive } = await openPrivate();
  const { url } = await open({ path: "keys.md", hours: 1 });
  const { headers } = await arrive(url);
  const page = await node.request("/docs/acme/keys", { headers });
  expect(page.status).toBe(200);
  expect(await page.text()).not.toContain("Secret plans");
  for (const path of [
    "",
    "/plans/secret",
    "/nowhere",
    "/llms.txt",
    "/llms-full.txt",
    "/sitemap.xml",
  ])
    expect((await node.request(`/docs/acme${path}`, { headers })).status, path).toBe(403);
  for (const path of ["/-/search?q=rocket", "/-/navigation", "/plans/secret.md"])
    expect((await node.request(`/docs/acme${path}`, { headers })).status, path).toBe(403);
  const { pass, mayAsk } = await passOf(node, headers);
  expect(mayAsk).toBe(false);
  const search = await post(node, "/discovery/v1/search/acme", `Bearer ${pass}`, {
    query: "rocket",
  });
  expect(search.status).toBe(403);
  const rate = { path: "plans/secret.md", rating: "up" };
  expect((await post(node, "/docs/acme/-/feedback", `Bearer ${pass}`, rate)).status).toBe(403);
});

test("a link that has ended or was taken back opens nothing, also for those inside", async () => {
  const { node, open, arrive, session, passTime } = await openPrivate();
  const short = await open({ hours: 1 });
  const taken = await open({ hours: 720 });
  const first = await arrive(short.url);
  const second = await arrive(taken.url);
  const { pass } = await passOf(node, second.headers);
  const revoke = await node.request(
    `/v1/projects/${node.project.id}/reader-links/${taken.id}/revoke`,
    { method: "POST", headers: session },
  );
  expect(revoke.status).toBe(200);
  passTime(60 * 60_000);
  for (const { headers } of [first, second]) {
    const response = await node.request("/docs/acme/keys", { headers });
    expect(response.status).toBe(401);
  }
  const again = await arrive(short.url);
  expect(again.response.status).toBe(401);
  const html = await again.response.text();
  expect(html).toContain("expired or was taken back");
  expect(html).not.toContain("rdr_");
  const search = await post(node, "/discovery/v1/search/acme", `Bearer ${pass}`, { query: "key" });
  expect(search.status).toBe(401);
  const acts = await node.db.selectFrom("acts").select("action").execute();
  expect(acts.map(({ action }) => action)).toContain("Share docs by a link");
});

test("viewers and assistant keys share nothing, and only pages and whole projects are shared", async () => {
  const { node, share, clock } = await openPrivate();
  const viewer = dashboardHeaders(await openMemberSession({ db: node.db, clock }, "viewer"));
  expect((await share({ hours: 1 }, viewer)).status).toBe(403);
  const key = { authorization: `Bearer ${node.keys.assistant}` };
  expect((await share({ hours: 1 }, key)).status).toBe(403);
  expect((await share({ hours: 2 })).status).toBe(400);
  expect((await share({ hours: 1, path: "nowhere.md" })).status).toBe(404);
});

test("somebody whose session is over still reads by the link, and a session reads without it", async () => {
  const { node, open, arrive, clock } = await openPrivate();
  const { headers } = await arrive((await open({ hours: 1 })).url);
  const both = { ...headers, cookie: `${headers.cookie}; docent_session=${"a".repeat(43)}` };
  expect((await node.request("/docs/acme/keys", { headers: both })).status).toBe(200);
  const owner = await openOwnerSession({ db: node.db, clock });
  const member = { ...browser, cookie: `docent_reader=rdr_gone; docent_session=${owner}` };
  expect((await node.request("/docs/acme/keys", { headers: member })).status).toBe(200);
});

test("the dashboard's preview of the widget may ask also where readers may not", async () => {
  const { node, clock } = await setUp();
  await updateProject(node, operator, { ...node.project, visibility: "private" });
  const session = dashboardHeaders(await openOwnerSession({ db: node.db, clock }));
  const { pass, mayAsk } = await passOf(node, session);
  expect(mayAsk).toBe(true);
  const headers = { authorization: `Bearer ${pass}`, origin: "null" };
  const suggested = await node.request("/discovery/v1/suggestions/acme?path=/keys", { headers });
  expect(suggested.status).toBe(200);
});
