import { expect, test } from "vitest";
import { createKey } from "../src/keys/create-key.ts";
import { revokeKey } from "../src/keys/revoke-key.ts";
import { systemClock } from "../src/lib/clock.ts";
import { addProject } from "../src/projects/change-projects.ts";
import { updateSourcePlace } from "../src/store/docs/sources.ts";
import { createTestNode, question, readEvents, samplePages } from "./harness.ts";
import { makeRepository } from "./make-repository.ts";
import { dashboardHeaders, openMemberSession, openOwnerSession } from "./owner.ts";
import { countRows } from "./store-rows.ts";

const operator = { kind: "operator" } as const;
const site = "https://docs.example.com";
const unmerged =
  "# Quotas\n\nSee [keys](keys.md).\n\n## How many topics may an account have?\n\nAn account has 4711 topics at most.\n";
const asked = "How many topics may an account have?";

async function setUp(visibility: "public" | "private") {
  const node = await createTestNode({
    settings: { keyRequestsPerMinute: 1_000_000, addressRequestsPerMinute: 1_000_000 },
  });
  const { db } = node;
  const repository = await makeRepository(samplePages);
  const tip = await repository.commit("docs/next", { "quotas.md": unmerged }, "main");
  const place = { kind: "git", location: repository.path, branch: "main", subfolder: "" } as const;
  await updateSourcePlace(db, node.source.id, place);
  await db.updateTable("projects").set({ visibility }).execute();
  return { ...node, repository, tip };
}

type Node = Awaited<ReturnType<typeof setUp>>;
type Headers = Record<string, string>;
type Operation = (ref: string, more?: Headers) => { path: string; init: RequestInit };

const json = { "content-type": "application/json" };

function posted(path: string, body: unknown, headers: Headers = {}) {
  return {
    path,
    init: { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) },
  };
}

const read =
  (path: string): Operation =>
  (ref, headers = {}) => ({
    path: `${path}?ref=${encodeURIComponent(ref)}`,
    init: { headers },
  });

/** Every operation that takes a ref; a new one is to be added here. */
const operations: Record<string, Operation> = {
  message: (ref, headers) =>
    posted("/discovery/v2/assistant/acme/message", question(asked, { filter: { ref } }), headers),
  search: (ref, headers) =>
    posted("/discovery/v1/search/acme", { query: asked, filter: { ref } }, headers),
  page: (ref, headers) =>
    posted("/discovery/v1/page/acme", { path: "quotas.md", filter: { ref } }, headers),
  "page by its address": (ref, headers) =>
    posted(
      `/discovery/v1/page/acme?ref=${encodeURIComponent(ref)}`,
      { path: "quotas.md" },
      headers,
    ),
  mcp: (ref, headers) => {
    const params = { name: "search", arguments: { query: asked } };
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    return posted(`/mcp/acme?ref=${encodeURIComponent(ref)}`, call, headers);
  },
  "view of a page": read("/docs/acme/quotas"),
  "view of the docs": read("/docs/acme"),
  "Markdown of a page": read("/docs/acme/quotas.md"),
  "llms.txt": read("/docs/acme/llms.txt"),
  "llms-full.txt": read("/docs/acme/llms-full.txt"),
};

async function callersOf({ db, project, keys }: Node) {
  const deps = { db, clock: systemClock };
  const other = await addProject(deps, operator, {
    ...{ domain: "other", name: "Other", visibility: "public", baseUrl: "" },
    source: { kind: "folder", location: "/nowhere", branch: "", subfolder: "" },
  });
  const make = async (more: object = {}) => {
    const input = { projectId: project.id, kind: "assistant", label: "", expiresAt: null } as const;
    return createKey(deps, operator, { ...input, origins: [], branches: true, ...more });
  };
  const bearer = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` });
  const expired = await make();
  const revoked = await make();
  await revokeKey(deps, operator, { id: revoked.id });
  await db
    .updateTable("keys")
    .set({ expiresAt: "2000-01-01T00:00:00.000Z" })
    .where("id", "=", expired.id)
    .execute();
  const ofSite = bearer(await make({ origins: [site] }));
  const viewer = await openMemberSession(deps, "viewer");
  const refused: [string, number, Headers][] = [
    ["nobody", 401, {}],
    ["a made up key", 401, { authorization: `Bearer svc_dsc_${"0".repeat(64)}` }],
    ["an expired key with branches", 401, bearer(expired)],
    ["a revoked key with branches", 401, bearer(revoked)],
    ["a dashboard's page without a session", 401, { "x-docent-dashboard": "1" }],
    ["an assistant key", 403, { authorization: `Bearer ${keys.assistant}` }],
    ["an admin key", 403, { authorization: `Bearer ${keys.admin}` }],
    [
      "another project's admin key",
      403,
      bearer(await make({ projectId: other.project.id, kind: "admin", branches: false })),
    ],
    [
      "another project's key with branches",
      403,
      bearer(await make({ projectId: other.project.id })),
    ],
    ["a key with branches from another site", 403, { ...ofSite, origin: "https://evil.example" }],
    [
      "a member's browser on another site",
      403,
      { ...dashboardHeaders(viewer), origin: "https://evil.example" },
    ],
  ];
  const allowed: [string, Headers][] = [
    ["a key with branches", bearer(await make())],
    ["a key with branches from its site", { ...ofSite, origin: site }],
    ["a viewer", dashboardHeaders(viewer)],
    ["an editor", dashboardHeaders(await openMemberSession(deps, "editor"))],
    ["an owner", dashboardHeaders(await openOwnerSession(deps))],
  ];
  return { refused, allowed };
}

const guesses = (tip: string) => [
  ...["HEAD", "main@{0}", "refs/heads/docs/next", "--upload-pack=touch /tmp/x", "../../etc/passwd"],
  ...[tip.slice(0, 10), "0".repeat(40), "x".repeat(3_000), "", " "],
];

async function outcomeOf(response: Response) {
  const body = await response.text();
  return { status: response.status, body: body.replace(/req_\w+/g, "") };
}

test.each(["public", "private"] as const)(
  "whoever may not name a ref of a %s project is told the same of every ref",
  async (visibility) => {
    const node = await setUp(visibility);
    const { refused } = await callersOf(node);
    for (const [name, status, headers] of refused)
      for (const [operation, requestOf] of Object.entries(operations)) {
        const seen = new Map<string, string>();
        // A body with a NUL is refused whatever it says.
        const isInAddress = requestOf("x").path.includes("ref=");
        const nul = isInAddress ? ["docs/next\0"] : [];
        for (const ref of ["docs/next", node.tip, "no-such", ...guesses(node.tip), ...nul]) {
          const { path, init } = requestOf(ref, headers);
          const outcome = await outcomeOf(await node.request(path, init));
          expect(outcome.status, `${name}, ${operation}, ${ref.slice(0, 60)}`).toBe(status);
          seen.set(outcome.body, ref);
        }
        expect([...seen.values()], `${name}, ${operation}`).toHaveLength(1);
      }
    expect(await countRows(node.db, "refRevisions")).toBe(0);
    expect(await countRows(node.db, "answers")).toBe(0);
  },
  120_000,
);

test.each(["public", "private"] as const)(
  "whoever may sees the unmerged text of a %s project, and is told of a ref that is not there",
  async (visibility) => {
    const node = await setUp(visibility);
    const { allowed } = await callersOf(node);
    for (const [at, [name, headers]] of allowed.entries())
      for (const [operation, requestOf] of Object.entries(operations)) {
        const own = requestOf(at === 0 ? node.tip : "docs/next", headers);
        const reply = await outcomeOf(await node.request(own.path, own.init));
        expect(reply.status, `${name}, ${operation}`).toBe(200);
        const home = ["view of the docs", "llms.txt"].includes(operation);
        expect(reply.body, `${name}, ${operation}`).toContain(home ? "ref=" : "4711");
        if (at > 0) continue;
        const { path, init } = requestOf("no-such", headers);
        const { status, body } = await outcomeOf(await node.request(path, init));
        expect([status, body.includes("full id")], `${name}, ${operation}`).toEqual([404, true]);
      }
    const [, headers] = allowed[0] ?? ["", {}];
    for (const ref of guesses(node.tip)) {
      const { path, init } = operations.search?.(ref, headers) ?? { path: "", init: {} };
      expect((await node.request(path, init)).status, ref.slice(0, 60)).toBe(404);
    }
  },
  120_000,
);

test("citations lead to the page as it is on the branch, and so do the links on it", async () => {
  const node = await setUp("public");
  await node.db.updateTable("projects").set({ baseUrl: "https://docs.acme.example" }).execute();
  const { allowed } = await callersOf(node);
  const [, headers] = allowed[0] ?? ["", {}];
  const { path, init } = operations.message?.("docs/next", headers) ?? { path: "", init: {} };
  const events = await readEvents(await node.request(path, init));
  const cited = events.flatMap((event) => (event.type === "data-citations" ? event.data : []));
  const [url = ""] = cited.map((citation) => citation.url.slice("http://docent.test".length));
  expect(url).toMatch(
    /^\/docs\/acme\/quotas\?ref=docs%2Fnext&lines=7-7&of=[0-9a-f]{8}#how-many-topics-may-an-account-have$/,
  );
  const page = await (await node.request(url, { headers })).text();
  expect(page).toContain('href="/docs/acme/keys?ref=docs%2Fnext"');
  expect(page).toContain("Not merged: these are the docs of <code>docs/next</code>");
});

test("what was asked of a branch is recorded with it, and no way leads readers to it", async () => {
  const node = await setUp("public");
  const { allowed } = await callersOf(node);
  const [, branchKey] = allowed[0] ?? ["", {}];
  const reader = { authorization: `Bearer ${node.keys.assistant}` };
  const chat = { id: "chat-of-everybody-1", fp: "anonymous" };
  const path = "/discovery/v2/assistant/acme/message";
  const ask = async (headers: Headers, more: object = {}) => {
    const { init } = posted(path, question(asked, { ...chat, ...more }), headers);
    const response = await node.request(path, init);
    const text = await response.text();
    return { status: response.status, text, threadId: response.headers.get("x-thread-id") };
  };
  const own = await ask(branchKey, { filter: { ref: "docs/next" } });
  expect(own.text).toContain("4711");
  const [row] = await node.db.selectFrom("answers").selectAll().execute();
  expect(row).toMatchObject({ ref: "docs/next", question: asked });
  expect(JSON.parse(row?.request ?? "{}").filter).toEqual({});

  const resumed = await node.request(`${path}/${chat.id}/stream`, {
    headers: { ...reader, "last-event-id": "0" },
  });
  expect(resumed.status).toBe(204);
  const again = await node.request(`${path}/${chat.id}/stream`, {
    headers: { ...branchKey, "last-event-id": "0" },
  });
  expect(await again.text()).toContain("4711");

  expect((await ask(reader, { threadId: own.threadId })).status).toBe(404);
  const sameChat = await ask(reader);
  expect(sameChat.text).not.toContain("4711");
  expect(sameChat.threadId).not.toBe(own.threadId);
  const back = await ask(branchKey, { threadId: sameChat.threadId, filter: { ref: "docs/next" } });
  expect(back.status).toBe(404);
  const admin = { authorization: `Bearer ${node.keys.admin}` };
  const [, viewer] = allowed[2] ?? ["", {}];
  const id = row?.id ?? "";
  for (const below of [`threads/${own.threadId}`, `answers/${id}/search`]) {
    const at = `/v1/analytics/acme/${below}`;
    expect((await node.request(at, { headers: admin })).status, below).toBe(404);
    expect(await (await node.request(at, { headers: viewer })).text(), below).toContain("4711");
  }
  for (const place of ["llms.txt", "llms-full.txt", "quotas", ""]) {
    const response = await node.request(`/docs/acme/${place}`);
    expect(await response.text(), place).not.toMatch(/4711|quotas\.md/);
  }
});

test("a ref that is no text is refused after its caller is known", async () => {
  const node = await setUp("public");
  const { allowed } = await callersOf(node);
  const [, headers] = allowed[0] ?? ["", {}];
  for (const ref of [["docs/next"], 1, true]) {
    const { path, init } = posted("/discovery/v1/search/acme", { query: "x", filter: { ref } });
    expect((await node.request(path, init)).status).toBe(401);
    const known = { ...init, headers: { ...init.headers, ...headers } };
    expect((await node.request(path, known)).status).toBe(400);
  }
});
