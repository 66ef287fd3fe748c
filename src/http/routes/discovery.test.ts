import { expect, test } from "vitest";
import { createTestNode, type TestNode } from "../../../test/harness.ts";
import { pageResult, searchResults } from "../../contract/discovery.ts";
import { errorBody } from "../../contract/error.ts";

test("a search answers with a list of passages, the best first", async () => {
  const node = await createTestNode();
  const response = await post(node, "search", { query: "  install Acme  ", pageSize: 3 });
  expect(response.status).toBe(200);
  const results = searchResults.parse(await response.json());
  expect(results[0]?.path).toBe("install.md");
  expect(results.length).toBeLessThanOrEqual(3);
});

test("null stands for what is left out", async () => {
  const node = await createTestNode();
  const all = await (await post(node, "search", { query: "key" })).json();
  const body = { query: "key", pageSize: null, scoreThreshold: null, filter: null, other: 1 };
  expect(await (await post(node, "search", body)).json()).toEqual(all);
});

test.each([
  ["query", {}],
  ["query", { query: "" }],
  ["query", { query: " \n\t " }],
  ["query", { query: "x".repeat(8_001) }],
  ["query", { query: ["key"] }],
  ["query", { query: "a\0b" }],
  ["pageSize", { query: "key", pageSize: 51 }],
  ["pageSize", { query: "key", pageSize: 0 }],
  ["pageSize", { query: "key", pageSize: 1.5 }],
  ["pageSize", { query: "key", pageSize: "10" }],
  ["scoreThreshold", { query: "key", scoreThreshold: 1.01 }],
  ["scoreThreshold", { query: "key", scoreThreshold: -1 }],
  ["filter", { query: "key", filter: "audience" }],
  ["filter.a", { query: "key", filter: { a: { b: 1 } } }],
  ["filter", { query: "key", filter: Object.fromEntries(numbered(21).map((key) => [key, 1])) }],
  ["filter", { query: "key", filter: { a: numbered(60), b: numbered(41) } }],
])("a fault in %s is named", async (path, body) => {
  const node = await createTestNode();
  const response = await post(node, "search", body);
  expect(response.status).toBe(400);
  const { details } = errorBody.strict().parse(await response.json());
  expect(details.map((detail) => detail.path)).toContain(path);
});

test("hostile filters and half characters are searched for like any other text", async () => {
  const node = await createTestNode();
  expect((await post(node, "search", '{"query":"key","filter":{"__proto__":"x"}}')).status).toBe(
    400,
  );
  for (const key of ["constructor", "prototype", "a".repeat(200)]) {
    const response = await post(node, "search", { query: "key", filter: { [key]: "x" } });
    expect(await response.json()).toEqual([]);
  }
  for (const query of ["key \ud800", "😀", "\u202e", "((((", "%s %n", "' OR 1=1 --"])
    expect((await post(node, "search", { query })).status, query).toBe(200);
});

test("a page is given as it is stored, with the path it is stored under", async () => {
  const node = await createTestNode();
  const response = await post(node, "page", { path: "/keys#create-a-key" });
  const page = pageResult.strict().parse(await response.json());
  expect(page.path).toBe("keys.md");
  expect(page.content).toMatch(/^---\ntitle: Keys\n/);
});

test("the longest text and the largest filter are searched for", async () => {
  const node = await createTestNode();
  const filter = Object.fromEntries(numbered(20).map((key) => [key, numbered(5)]));
  const response = await post(node, "search", { query: "key ".repeat(2_000), filter });
  expect([response.status, await response.json()]).toEqual([200, []]);
});

test("a page that is not there is answered with a way on", async () => {
  const node = await createTestNode();
  const response = await post(node, "page", { path: "instal" });
  expect(response.status).toBe(404);
  expect(errorBody.parse(await response.json())).toMatchObject({
    code: "not_found",
    error: "There is no such page here. Did you mean install.md?",
  });
  for (const path of ["", 1, null, "x".repeat(2_001), "keys\0"])
    expect((await post(node, "page", { path })).status, String(path)).toBe(400);
});

test("reading is limited by the address without a key, and by the key with one", async () => {
  for (const settings of [{ addressRequestsPerMinute: 2 }, { keyRequestsPerMinute: 2 }]) {
    const node = await createTestNode({ settings });
    const isPerKey = "keyRequestsPerMinute" in settings;
    const headers: Record<string, string> = isPerKey
      ? { authorization: `Bearer ${node.keys.assistant}` }
      : {};
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await post(node, "page", { path: "keys" }, headers)).status);
    expect(statuses).toEqual([200, 200, 429]);
  }
});

test("replies are not kept by caches", async () => {
  const node = await createTestNode();
  const response = await post(node, "search", { query: "key" });
  expect(response.headers.get("cache-control")).toBe("no-store");
});

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, place) => `name-${place}`);
}

function post(
  node: TestNode,
  what: "search" | "page",
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return node.request(`/discovery/v1/${what}/acme`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}
