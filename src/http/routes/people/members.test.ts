import { expect, test } from "vitest";
import { createTestNode, type TestNodeOptions } from "../../../../test/harness.ts";
import {
  addMember,
  dashboardHeaders,
  openMemberSession,
  openOwnerSession,
} from "../../../../test/owner.ts";
import { actList } from "../../../contract/acts.ts";
import { account, memberList, oneTimeLink, type Role } from "../../../contract/members.ts";

const password = "a long enough password";

async function open(options: TestNodeOptions = {}) {
  let now = Date.now();
  // Every look at the clock is a moment later, as the order of things counts here.
  const clock = {
    now: () => {
      now += 1;
      return new Date(now);
    },
  };
  const node = await createTestNode({ clock, ...options });
  const deps = { db: node.db, clock };
  const as = async (role: Role) => dashboardHeaders(await openMemberSession(deps, role));
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    node.request(path, {
      method: "POST",
      headers: { "x-docent-dashboard": "1", "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const owner = await as("owner");
  const listed = async () =>
    memberList.parse(await (await node.request("/v1/members", { headers: owner })).json());
  const invited = async (body: { role: Role; email?: string }) =>
    oneTimeLink.parse(await (await post("/v1/invitations", body, owner)).json()).link;
  return {
    ...{ node, deps, as, post, owner, listed, invited },
    passTime: (ms: number) => {
      now += ms;
    },
  };
}

function headersOf(response: Response): Record<string, string> {
  const token = /docent_session=([\w-]+);/.exec(response.headers.get("set-cookie") ?? "")?.[1];
  return dashboardHeaders(token ?? "");
}

const tokenOf = (link: string) => link.split("#")[1] ?? "";
const ana = { name: "Ana", email: "Ana@Example.com", password };

test("an invitation makes one member with its role, who logs in by email", async () => {
  const { node, post, listed, invited } = await open();
  const link = await invited({ role: "viewer" });
  expect(link).toMatch(/^http:\/\/docent\.test\/dashboard\/invite#[\w-]{43}$/);
  const token = tokenOf(link);
  expect(await (await post("/auth/invitation", { token })).json()).toEqual({
    role: "viewer",
    email: null,
  });
  expect((await listed()).invitations).toMatchObject([{ role: "viewer", invitedBy: "Some owner" }]);
  const joined = await post("/auth/join", { ...ana, token });
  expect(joined.status).toBe(204);
  const session = await node.request("/auth/session", { headers: headersOf(joined) });
  expect(await session.json()).toMatchObject({ role: "viewer", name: "Ana", asksEmail: true });
  expect((await post("/auth/join", { ...ana, token, email: "b@example.com" })).status).toBe(403);
  expect((await post("/auth/invitation", { token })).status).toBe(403);
  expect((await post("/auth/login", { email: "ANA@example.com", password })).status).toBe(204);
  expect((await post("/auth/login", { password })).status).toBe(401);
  expect(JSON.stringify(await node.db.selectFrom("members").selectAll().execute())).not.toContain(
    password,
  );
});

test("an invitation ends after a week, when it is revoked, and is for its email alone", async () => {
  const { post, owner, listed, invited, passTime } = await open();
  const bound = tokenOf(await invited({ role: "editor", email: "ben@example.com" }));
  const wrong = await post("/auth/join", { ...ana, token: bound });
  expect(wrong.status).toBe(403);
  expect(await wrong.json()).toMatchObject({ details: [{ path: "email" }] });
  const [only] = (await listed()).invitations;
  expect((await post(`/v1/invitations/${only?.id}/revoke`, {}, owner)).status).toBe(204);
  const ben = { ...ana, email: "ben@example.com" };
  expect((await post("/auth/join", { ...ben, token: bound })).status).toBe(403);
  const late = tokenOf(await invited({ role: "editor" }));
  passTime(7 * 24 * 60 * 60_000);
  expect((await post("/auth/join", { ...ana, token: late })).status).toBe(403);
});

test("whoever has no email gets one before others are invited", async () => {
  const { node, deps, post } = await open();
  await node.db.deleteFrom("members").execute();
  await addMember(deps, "owner", { email: null });
  const token = dashboardHeaders(await openOwnerSession(deps));
  const refused = await post("/v1/invitations", { role: "viewer" }, token);
  expect(refused.status).toBe(409);
  const self = { name: "Olga", email: "olga@example.com" };
  expect((await post("/v1/account", self, token)).status).toBe(204);
  expect((await post("/v1/invitations", { role: "viewer" }, token)).status).toBe(200);
});

test("an owner who is removed comes back by no link made before", async () => {
  const { as, post, owner, listed } = await open();
  const rogue = await as("owner");
  await as("viewer");
  const [, self, other] = (await listed()).members;
  const made = await post("/v1/invitations", { role: "owner" }, rogue);
  const { link } = oneTimeLink.parse(await made.json());
  const reset = await post(`/v1/members/${other?.id}/reset`, {}, rogue);
  const setup = oneTimeLink.parse(await reset.json()).link;
  expect((await post(`/v1/members/${self?.id}/remove`, {}, owner)).status).toBe(204);
  expect((await listed()).invitations).toEqual([]);
  expect((await post("/auth/join", { ...ana, token: tokenOf(link) })).status).toBe(403);
  expect((await post("/auth/setup", { token: tokenOf(setup), password })).status).toBe(403);
});

test("nobody takes the email of somebody who is invited by it", async () => {
  const { post, invited } = await open();
  await invited({ role: "owner", email: "ana@example.com" });
  const token = tokenOf(await invited({ role: "viewer" }));
  const taken = await post("/auth/join", { ...ana, token });
  expect(taken.status).toBe(409);
  expect(await taken.json()).toMatchObject({ details: [{ path: "email" }] });
  expect((await post("/auth/join", { ...ana, token, email: "b@example.com" })).status).toBe(204);
});

test("where passwords are switched off an invitation is accepted by single sign-on alone", async () => {
  const { post, invited } = await open({
    settings: { signIn: { passwordLogin: false, oidc: undefined } },
  });
  const token = tokenOf(await invited({ role: "owner" }));
  const joined = await post("/auth/join", { ...ana, token });
  expect(joined.status).toBe(403);
  expect(await joined.text()).toContain("use single sign-on");
});

test("a role counts from the next request on, and the last owner keeps it", async () => {
  const { node, as, post, owner, listed } = await open();
  const viewer = await as("viewer");
  const [self, other] = (await listed()).members;
  const sync = () => post("/v1/projects/acme/sync", {}, viewer);
  expect((await sync()).status).toBe(403);
  expect((await post(`/v1/members/${other?.id}/role`, { role: "editor" }, owner)).status).toBe(204);
  expect((await sync()).status).not.toBe(403);
  for (const [path, body] of [
    ["role", { role: "editor" }],
    ["disable", {}],
    ["remove", {}],
    ["reset", {}],
  ])
    expect((await post(`/v1/members/${self?.id}/${path}`, body, owner)).status, String(path)).toBe(
      409,
    );
  expect((await post("/v1/members/mem_none/remove", {}, owner)).status).toBe(404);
  expect((await post(`/v1/members/${other?.id}/disable`, {}, owner)).status).toBe(204);
  expect((await node.request("/v1/projects", { headers: viewer })).status).toBe(401);
  expect((await listed()).members[1]).toMatchObject({ state: "disabled" });
  expect((await post(`/v1/members/${other?.id}/enable`, {}, owner)).status).toBe(204);
});

test("a reset takes a member's ways in, and its link sets a new password", async () => {
  const { node, as, post, owner, listed } = await open();
  const editor = await as("editor");
  const id = (await listed()).members[1]?.id;
  const reset = await post(`/v1/members/${id}/reset`, {}, owner);
  const { link } = oneTimeLink.parse(await reset.json());
  expect((await node.request("/v1/projects", { headers: editor })).status).toBe(401);
  expect((await listed()).members[1]).toMatchObject({ state: "locked", hasPassword: false });
  const set = await post("/auth/setup", { token: tokenOf(link), password });
  expect(set.status).toBe(204);
  expect((await node.request("/v1/projects", { headers: headersOf(set) })).status).toBe(200);
  expect((await post("/auth/setup", { token: tokenOf(link), password })).status).toBe(403);
});

test("a member changes name, email and password, and ends sessions", async () => {
  const { node, post, invited } = await open();
  const joined = await post("/auth/join", {
    ...ana,
    token: tokenOf(await invited({ role: "viewer" })),
  });
  const first = headersOf(joined);
  const login = { email: "ana@example.com", password };
  const second = headersOf(await post("/auth/login", login));
  const shown = async () =>
    account.parse(await (await node.request("/v1/account", { headers: first })).json());
  expect((await shown()).sessions.map((one) => one.isCurrent).sort()).toEqual([false, true]);
  const others = node.db.selectFrom("members").select("email").where("role", "=", "owner");
  const taken = (await others.executeTakeFirst())?.email;
  expect((await post("/v1/account", { name: "Ana B", email: taken }, first)).status).toBe(409);
  expect((await post("/v1/account", { name: "Ana B" }, first)).status).toBe(400);
  const next = { name: "Ana B", email: "ana.b@example.com" };
  expect((await post("/v1/account", next, first)).status).toBe(204);
  expect((await shown()).member).toMatchObject(next);
  const change = (current: string) =>
    post("/v1/account/password", { current, password: "the next password" }, first);
  expect((await change("wrong")).status).toBe(403);
  expect((await change(password)).status).toBe(204);
  expect((await node.request("/v1/account", { headers: second })).status).toBe(401);
  const other = (await shown()).sessions[0]?.id;
  expect((await post("/v1/account/sessions/ses_none/end", {}, first)).status).toBe(404);
  expect((await post(`/v1/account/sessions/${other}/end`, {}, first)).status).toBe(204);
});

test("the activity names to whom and to what something was done, and keeps no password typed for an email", async () => {
  const { node, as, post, owner, listed } = await open();
  const viewer = await as("viewer");
  const id = (await listed()).members[1]?.id;
  await post("/v1/invitations", { role: "owner", email: "Eva@example.com" }, owner);
  await post(`/v1/members/${id}/role`, { role: "editor" }, owner);
  await post("/v1/projects/acme/keys", { kind: "assistant", label: "for the site" }, owner);
  await post("/auth/login", { email: password, password: "" });
  await post("/auth/logout", {}, viewer);
  await post("/auth/logout-everywhere", {}, owner);
  const acts = node.db.selectFrom("acts").select(["actorName", "action", "target"]);
  const rows = await acts.orderBy("at").execute();
  expect(rows.map((row) => Object.values(row))).toEqual([
    ["Some owner", "Invite somebody", "owner eva@example.com"],
    ["Some owner", "Change a member's role", `${id} editor`],
    ["Some owner", "Create a key", "assistant for the site"],
    ["", "Failed log-in", ""],
    ["Some viewer", "Log out", ""],
    ["Some owner", "Log out everywhere", ""],
  ]);
});

test("the activity tells who did what, can be searched, parted and exported, and holds no secret", async () => {
  const { node, post, owner, invited } = await open();
  const token = tokenOf(await invited({ role: "editor" }));
  const joined = headersOf(await post("/auth/join", { ...ana, name: "=Ana", token }));
  await post("/v1/projects/acme/keys", { kind: "assistant", label: "x" }, joined);
  await post("/auth/login", { email: "who@example.com", password: "wrong password" });
  const read = async (query: string) => {
    const response = await node.request(`/v1/audit?${query}`, { headers: owner });
    return actList.parse(await response.json());
  };
  const { acts } = await read("");
  expect(acts.map((act) => [act.actor.kind, act.actor.name, act.action, act.domain])).toEqual([
    ["unknown", "who@example.com", "Failed log-in", ""],
    ["member", "=Ana", "Create a key", "acme"],
    ["member", "=Ana", "Accept an invitation", ""],
    ["member", "Some owner", "Invite somebody", ""],
  ]);
  expect((await read("q=KEY%20acme")).acts).toHaveLength(1);
  expect((await read("q=100%25")).acts).toHaveLength(0);
  expect((await read("project=acme")).acts).toHaveLength(1);
  expect((await read(`actor=${acts[1]?.actor.id}`)).acts).toHaveLength(2);
  const first = await read("limit=3");
  const rest = await read(`limit=3&cursor=${encodeURIComponent(first.nextCursor)}`);
  expect([...first.acts, ...rest.acts]).toEqual(acts);
  expect(rest.nextCursor).toBe("");
  const csv = await (await node.request("/v1/audit?format=csv", { headers: owner })).text();
  expect(csv.split("\r\n")).toHaveLength(6);
  expect(csv).toContain(",'=Ana,");
  for (const secret of [token, password]) expect(csv + JSON.stringify(acts)).not.toContain(secret);
  expect((await node.request("/v1/audit?cursor=x", { headers: owner })).status).toBe(400);
});

test("invitations and links that let nobody in stand in the activity", async () => {
  const { node, post, owner, invited } = await open();
  const token = tokenOf(await invited({ role: "editor", email: "ben@example.com" }));
  expect((await post("/auth/join", { ...ana, token })).status).toBe(403);
  for (const _ of [1, 2])
    expect((await post("/auth/join", { ...ana, token: "x" })).status).toBe(403);
  expect((await post("/auth/setup", { token: "x", password })).status).toBe(403);
  const { acts } = actList.parse(
    await (await node.request("/v1/audit", { headers: owner })).json(),
  );
  expect(acts.map(({ actor, action }) => [actor.kind, actor.name, action])).toEqual([
    ["unknown", "", "Failed to set a password by link"],
    ["unknown", "ana@example.com", "Failed to accept an invitation"],
    ["member", "Some owner", "Invite somebody"],
  ]);
});

test("whoever tries passwords leaves one line a minute for an email and a network", async () => {
  const { node, post, passTime } = await open();
  const attempt = (email: string) => post("/auth/login", { email, password: "wrong password" });
  const failures = async () => {
    const rows = await node.db.selectFrom("acts").select("actorName").orderBy("at").execute();
    return rows.map(({ actorName }) => actorName);
  };
  for (const email of ["a@example.com", "a@example.com", "b@example.com", "a@example.com"])
    expect((await attempt(email)).status).toBe(401);
  expect(await failures()).toEqual(["a@example.com", "b@example.com"]);
  passTime(61_000);
  await attempt("a@example.com");
  expect(await failures()).toEqual(["a@example.com", "b@example.com", "a@example.com"]);
});
