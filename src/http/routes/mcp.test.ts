import { expect, test } from "vitest";
import { createTestNode, type TestNode } from "../../../test/harness.ts";
import { updateProject } from "../../projects/change-projects.ts";

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };

test("a message is answered without any handshake before it, as JSON", async () => {
  const node = await createTestNode();
  const response = await post(node, list);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("application/json");
  expect(response.headers.get("mcp-session-id")).toBeNull();
  const body = await response.json();
  expect(body).toMatchObject({
    id: 1,
    result: { tools: [{ name: "search" }, { name: "get_page" }] },
  });
});

test("there is no stream to open and no session to end", async () => {
  const node = await createTestNode();
  for (const method of ["GET", "DELETE", "PUT"]) {
    const response = await node.request("/mcp/acme", { method });
    expect(response.status, method).toBe(405);
    expect(response.headers.get("allow")).toContain("POST");
  }
});

test("a notification is taken without an answer", async () => {
  const node = await createTestNode();
  const response = await post(node, { jsonrpc: "2.0", method: "notifications/initialized" });
  expect(response.status).toBe(202);
  expect(await response.text()).toBe("");
});

const call = (params: unknown) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params });

test.each<[string, unknown]>([
  ["a batch", [list, list]],
  ["an empty batch", []],
  ["no object", "tools/list"],
  ["null", null],
  ["another version", { ...list, jsonrpc: "1.0" }],
  ["no version", { id: 1, method: "tools/list" }],
  ["no method", { jsonrpc: "2.0", id: 1 }],
  ["a method that is no text", { ...list, method: 7 }],
  ["a very long method", { ...list, method: "x".repeat(100_000) }],
  ["an id that is an object", { ...list, id: { a: 1 } }],
  ["an id that is null", { ...list, id: null }],
  ["params that are text", { ...list, params: "x" }],
  ["a NUL", call({ name: "search", arguments: { query: "a\0b" } })],
])("%s is refused", async (_, message) => {
  const node = await createTestNode();
  const response = await post(node, message);
  expect(response.status).toBe(400);
  expect(await response.text()).not.toMatch(/ at |node_modules/);
  expect((await post(node, list)).status).toBe(200);
});

test.each<[string, object]>([
  ["a huge id", { ...list, id: "x".repeat(100_000) }],
  ["a huge number as its id", { ...list, id: 2 ** 53 - 1 }],
  ["an unknown method", { ...list, method: "resources/list" }],
  ["a method of every object", { ...list, method: "__proto__" }],
  ["a tool of every object", call({ name: "__proto__", arguments: {} })],
  ["a tool called constructor", call({ name: "constructor" })],
  ["arguments of the wrong type", call({ name: "search", arguments: [1] })],
  ["no params", call(undefined)],
  ["a task", call({ name: "search", arguments: { query: "key" }, task: { ttl: 1 } })],
  [
    "a progress token",
    call({ name: "search", arguments: { query: "key" }, _meta: { progressToken: 1 } }),
  ],
  [
    "an old protocol",
    {
      ...list,
      method: "initialize",
      params: { protocolVersion: "1", capabilities: {}, clientInfo: { name: "x", version: "1" } },
    },
  ],
  ["a half character", call({ name: "get_page", arguments: { path: "\ud800" } })],
])("%s gets an answer", async (_, message) => {
  const node = await createTestNode();
  const response = await post(node, message);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: { ...list, ...message }.id });
});

test("a client that accepts only JSON, or says nothing, is served", async () => {
  const node = await createTestNode();
  for (const accept of ["application/json", "*/*"])
    expect((await post(node, list, { accept })).status).toBe(200);
});

test("a message larger than the server takes is refused before it is read as one", async () => {
  const node = await createTestNode({ settings: { maxBodyBytes: 1_000 } });
  expect((await post(node, { ...list, id: "x".repeat(2_000) })).status).toBe(413);
  expect((await post(node, list, { "content-type": "text/plain" })).status).toBe(415);
});

test("without a key only pages of our own site and the docs' site may call", async () => {
  const node = await createTestNode();
  const baseUrl = "https://docs.example.com/manual";
  await updateProject(node, { kind: "operator" }, { ...node.project, baseUrl });
  for (const origin of ["http://docent.test", "https://docs.example.com"])
    expect((await post(node, list, { origin })).status, origin).toBe(200);
  for (const origin of ["https://evil.example", "null", "", "http://docent.test.evil.example"])
    expect((await post(node, list, { origin })).status, origin).toBe(403);
  const key = { authorization: `Bearer ${node.keys.assistant}` };
  expect((await post(node, list, { origin: "https://any.example", ...key })).status).toBe(200);
});

function post(
  node: TestNode,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return node.request("/mcp/acme", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(message),
  });
}
