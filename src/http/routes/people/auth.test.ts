import { expect, test } from "vitest";
import {
  createTestNode,
  question,
  readEvents,
  type TestNodeOptions,
} from "../../../../test/harness.ts";
import { dashboardHeaders } from "../../../../test/owner.ts";
import { systemClock } from "../../../lib/clock.ts";
import { createLog } from "../../../lib/log.ts";
import { issueSetupLink, resetOwner } from "../../../members/issue-setup-link.ts";

const password = "a long enough password";
const day = 24 * 60 * 60_000;

async function openDashboard(options: TestNodeOptions = {}) {
  let now = Date.now();
  const clock = { now: () => new Date(now) };
  const lines: string[] = [];
  const log = createLog(
    { level: "trace", format: "json" },
    { write: (line) => void lines.push(line) },
  );
  const node = await createTestNode({ clock, log, ...options });
  const issue = async (reset = false) => {
    const issueLink = reset ? resetOwner : issueSetupLink;
    const place = { publicUrl: "http://docent.test" };
    const link = await issueLink({ db: node.db, clock }, { kind: "operator" }, place);
    return link?.split("#")[1] ?? "";
  };
  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    node.request(path, {
      method,
      headers: { "x-docent-dashboard": "1", "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    node,
    lines,
    issue,
    post: (path: string, body: unknown = {}, headers = {}) => send("POST", path, body, headers),
    session: async (headers = {}) =>
      (await send("GET", "/auth/session", undefined, headers)).json(),
    passTime: (ms: number) => {
      now += ms;
    },
  };
}

function tokenIn(response: Response): string {
  return /docent_session=([\w-]+);/.exec(response.headers.get("set-cookie") ?? "")?.[1] ?? "";
}

test("a person sets the password, is logged in, logs out and in again", async () => {
  const { issue, post, session } = await openDashboard();
  expect(await session()).toEqual({
    loggedIn: false,
    needsSetup: true,
    role: null,
    name: "",
    memberId: "",
    asksEmail: false,
    passwordLogin: true,
    singleSignOn: null,
    version: "0.1.0",
  });
  const set = await post("/auth/setup", { token: await issue(), password });
  expect(set.status).toBe(204);
  expect(set.headers.getSetCookie()[0]).toMatch(
    /^docent_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
  );
  const first = dashboardHeaders(tokenIn(set));
  expect(await session(first)).toMatchObject({ loggedIn: true, needsSetup: false });
  const out = await post("/auth/logout", {}, first);
  expect(out.status).toBe(204);
  expect(out.headers.get("set-cookie")).toContain("docent_session=; Path=/");
  expect(await session(first)).toMatchObject({ loggedIn: false, needsSetup: false });
  expect((await post("/auth/logout", {}, first)).status).toBe(204);
  const back = await post("/auth/login", { password });
  expect(back.status).toBe(204);
  expect(await session(dashboardHeaders(tokenIn(back)))).toMatchObject({ loggedIn: true });
});

test("a short password is refused with what to change, and the link stays good", async () => {
  const { issue, post } = await openDashboard();
  const token = await issue();
  const short = await post("/auth/setup", { token, password: "short" });
  expect(short.status).toBe(400);
  expect(await short.json()).toMatchObject({
    details: [{ path: "password", message: "At least 12 characters." }],
  });
  expect((await post("/auth/setup", { token, password })).status).toBe(204);
  expect((await post("/auth/setup", { token, password })).status).toBe(403);
});

test("a wrong password is refused, six a minute are too many, and the right one still waits", async () => {
  const { issue, post } = await openDashboard();
  await post("/auth/setup", { token: await issue(), password });
  for (let count = 0; count < 4; count += 1)
    expect((await post("/auth/login", { password: "wrong" })).status).toBe(401);
  const refused = await post("/auth/login", { password });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("set-cookie")).toBeNull();
});

test("a browser that has logged in before is not kept out by what others at its address do", async () => {
  const { issue, post } = await openDashboard();
  const set = await post("/auth/setup", { token: await issue(), password });
  const [, mark = ""] = set.headers.getSetCookie();
  expect(mark).toMatch(
    /^docent_browser=[\w-]{65}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000$/,
  );
  for (let count = 0; count < 4; count += 1) await post("/auth/login", { password: "wrong" });
  expect((await post("/auth/login", { password })).status).toBe(429);
  const shown = mark.split(";")[0] ?? "";
  const made = `${shown.slice(0, -1)}${shown.endsWith("A") ? "B" : "A"}`;
  expect((await post("/auth/login", { password }, { cookie: made })).status).toBe(429);
  expect((await post("/auth/login", { password }, { cookie: shown })).status).toBe(204);
});

test("a new password makes strangers of all browsers", async () => {
  const { issue, post } = await openDashboard();
  const set = await post("/auth/setup", { token: await issue(), password });
  const cookie = set.headers.getSetCookie()[1]?.split(";")[0] ?? "";
  await post("/auth/setup", { token: await issue(true), password });
  for (let count = 0; count < 3; count += 1) await post("/auth/login", { password: "wrong" });
  expect((await post("/auth/login", { password }, { cookie })).status).toBe(429);
});

test("logging out everywhere takes a session, and ends them all", async () => {
  const { issue, post, session } = await openDashboard();
  const first = dashboardHeaders(
    tokenIn(await post("/auth/setup", { token: await issue(), password })),
  );
  const second = dashboardHeaders(tokenIn(await post("/auth/login", { password })));
  expect((await post("/auth/logout-everywhere")).status).toBe(401);
  expect(await session(first)).toMatchObject({ loggedIn: true });
  expect((await post("/auth/logout-everywhere", {}, second)).status).toBe(204);
  for (const headers of [first, second])
    expect(await session(headers)).toMatchObject({ loggedIn: false });
});

test("a log-in with a session replaces it", async () => {
  const { issue, post, session } = await openDashboard();
  const first = dashboardHeaders(
    tokenIn(await post("/auth/setup", { token: await issue(), password })),
  );
  const second = await post("/auth/login", { password }, first);
  expect(await session(first)).toMatchObject({ loggedIn: false });
  expect(await session(dashboardHeaders(tokenIn(second)))).toMatchObject({ loggedIn: true });
});

test("after a day of use the reply carries a new token, whatever the reply is", async () => {
  for (const path of ["/auth/session", "/v1/projects", "/v1/projects/nowhere/keys"]) {
    const { node, issue, post, passTime, session } = await openDashboard();
    const token = tokenIn(await post("/auth/setup", { token: await issue(), password }));
    passTime(day);
    const response = await node.request(path, { headers: dashboardHeaders(token) });
    const next = tokenIn(response);
    expect(next, path).toMatch(/^[\w-]{43}$/);
    expect(next).not.toBe(token);
    expect(response.headers.get("set-cookie")).toContain("Max-Age=2505600");
    passTime(60_000);
    expect(await session(dashboardHeaders(token))).toMatchObject({ loggedIn: false });
    expect(await session(dashboardHeaders(next))).toMatchObject({ loggedIn: true });
  }
});

test("logging out in the moment of a rotation leaves no cookie behind", async () => {
  const { issue, post, passTime } = await openDashboard();
  const token = tokenIn(await post("/auth/setup", { token: await issue(), password }));
  passTime(day);
  const out = await post("/auth/logout", {}, dashboardHeaders(token));
  expect(out.headers.getSetCookie()).toEqual([
    "docent_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0",
  ]);
});

test("behind TLS the cookie is secure and bound to the host", async () => {
  const { node, issue } = await openDashboard({ settings: { trustedProxies: ["10.0.0.1"] } });
  const request = new Request("http://docent.test/auth/setup", {
    method: "POST",
    headers: {
      "x-docent-dashboard": "1",
      "content-type": "application/json",
      "x-forwarded-proto": "https",
      origin: "https://docent.test",
    },
    body: JSON.stringify({ token: await issue(), password }),
  });
  const peer = { incoming: { socket: { remoteAddress: "10.0.0.1" } } };
  const response = await node.app.fetch(request, peer);
  expect(response.headers.get("set-cookie")).toMatch(/^__Host-docent_session=\S+; .*; Secure; /);
});

test("the owner asks a question of the project in the path", async () => {
  const { node, issue, post } = await openDashboard();
  const headers = dashboardHeaders(
    tokenIn(await post("/auth/setup", { token: await issue(), password })),
  );
  const path = `/discovery/v2/assistant/${node.project.domain}/message`;
  const answer = await post(path, question("How do I create a key?", { fp: "dashboard" }), headers);
  expect(answer.status).toBe(200);
  expect((await readEvents(answer)).at(-1)?.type).toBe("finish");
});

test("no token and no password reaches a log, an address or an error", async () => {
  const { node, lines, issue, post, session } = await openDashboard();
  const setup = await issue();
  const texts: string[] = [];
  const note = async (response: Response) =>
    texts.push(response.url, await response.clone().text());
  await note(await post("/auth/setup", { token: `${setup}x`, password }));
  await note(await post("/auth/setup", { token: setup, password: "short" }));
  const set = await post("/auth/setup", { token: setup, password });
  await note(set);
  const token = tokenIn(set);
  await note(await post("/auth/login", { password: `${password}!` }));
  await note(
    await node.request("/v1/projects", { headers: { cookie: `docent_session=${token}` } }),
  );
  await note(await node.request("/v1/projects/nowhere/keys", { headers: dashboardHeaders(token) }));
  await session(dashboardHeaders(token));
  await node.db.destroy();
  await note(await post("/auth/login", { password }));
  expect(lines.length).toBeGreaterThan(7);
  for (const secret of [setup, token, password])
    for (const text of [...lines, ...texts]) expect(text).not.toContain(secret);
});

test("a store that is away is no reason to say that nobody is logged in", async () => {
  const { node } = await openDashboard({ clock: systemClock });
  await node.db.destroy();
  const response = await node.request("/auth/session", {
    headers: dashboardHeaders("a".repeat(43)),
  });
  expect(response.status).toBe(500);
});
