import { expect, test } from "vitest";
import { loadConfig } from "../src/config/read-config.ts";
import { errorBody } from "../src/contract/error.ts";
import { AppError } from "../src/lib/app-error.ts";
import type { Search } from "../src/search/search.ts";
import { createTestNode } from "./harness.ts";
import { countRows } from "./store-rows.ts";

const busy = "There are too many searches from your network under way.";

/** A search that never comes to its end. */
function endless(): Search {
  return {
    search: () => new Promise(() => undefined),
    compose: () => new Promise(() => undefined),
    sizes: () => ({ bytes: 0, indexes: [] }),
    close: async () => undefined,
  };
}

async function openNode(limits: { searches: number; searchesPerNetwork: number }) {
  const known = loadConfig({}, {}, false).limits;
  const settings = { limits: { ...known, ...limits } };
  const node = await createTestNode({ settings, search: endless() });
  const body = JSON.stringify({ query: "key" });
  const headers = { "content-type": "application/json" };
  const search = () => node.request("/discovery/v1/search/acme", { method: "POST", headers, body });
  return { node, search };
}

test("whose share of searches is full is told to wait, and nothing is stored of a question", async () => {
  const { node, search } = await openNode({ searches: 400, searchesPerNetwork: 2 });
  void search();
  const refused = await search();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);
  expect(errorBody.parse(await refused.json()).error).toContain(busy);
  const ask = () => node.ask({ messages: [{ role: "user", content: "How do I revoke a key?" }] });
  const first = await ask();
  expect(first.status).toBe(200);
  await until(async () => (await ask()).status === 429);
  expect(await countRows(node.db, "answers")).toBe(1);
  await first.body?.cancel();
});

test("a server that is full says so", async () => {
  const { search } = await openNode({ searches: 1, searchesPerNetwork: 100 });
  void search();
  const refused = await search();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
});

test("a tool of a program is told the same in words", async () => {
  const { node, search } = await openNode({ searches: 400, searchesPerNetwork: 2 });
  void search();
  await search();
  const params = { name: "search", arguments: { query: "key" } };
  const reply = await node.request("/mcp/acme", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  expect(await reply.text()).toContain(busy);
});

test("a question whose search is refused after its stream began ends with the reason", async () => {
  const search = {
    ...endless(),
    search: () => Promise.reject(new AppError("rate_limited", `${busy} Wait a moment.`)),
  };
  const node = await createTestNode({ search });
  const asked = await node.ask({ messages: [{ role: "user", content: "How?" }] });
  expect(await asked.text()).toContain(`{"type":"error","errorText":"${busy} Wait a moment."}`);
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise(setImmediate);
}
