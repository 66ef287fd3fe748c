import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { searchResult } from "../src/contract/discovery.ts";
import { updateProject } from "../src/projects/change-projects.ts";
import { createTestNode, type TestNode, type TestNodeOptions } from "./harness.ts";

const operator = { kind: "operator" } as const;
const found = z.object({ results: z.array(searchResult) });

test("a client finds the tools, what they are for and whose docs they read", async () => {
  const { client } = await connected();
  expect(client.getServerVersion()).toMatchObject({ name: "docent", title: "Acme documentation" });
  expect(client.getInstructions()).toContain("documentation of Acme");
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(["search", "get_page"]);
  expect(tools[0]?.inputSchema).toMatchObject({ required: ["query"] });
  for (const tool of tools) {
    expect(tool.annotations).toMatchObject({ readOnlyHint: true });
    expect(tool.description).toMatch(/Use it/);
    expect(tool.outputSchema).toBeDefined();
  }
});

test("a search gives passages with page, heading, lines and link, to read and to compute with", async () => {
  const filler = "It takes effect at once and nobody else is asked. ".repeat(8);
  const page = `# Keys\n\n## Create a key\n\nMake one. ${filler}\n\n## Revoke a key\n\nRun \`acme keys revoke ID\`. ${filler}`;
  const { client } = await connected({ pages: { "keys.md": page } });
  const result = await call(client, "search", { query: "How do I revoke a key?", limit: 2 });
  const { results } = found.parse(result.structuredContent);
  expect(results.length).toBeLessThanOrEqual(2);
  const [first] = results;
  expect(first).toMatchObject({ path: "keys.md", metadata: { heading: "Revoke a key" } });
  expect(first?.metadata.url).toBe("http://docent.test/docs/acme/keys#revoke-a-key");
  expect(result.text).toContain("[1] Keys > Revoke a key\nPath: keys.md, lines ");
  expect(result.text).toContain(first?.metadata.url ?? "none");
  expect(result.text).toContain("acme keys revoke ID");
});

test("a page is read by the path of a search result and by its URL", async () => {
  const { client } = await connected();
  for (const path of ["keys.md", "http://docent.test/docs/acme/keys#revoke-a-key"]) {
    const result = await call(client, "get_page", { path });
    expect(result.structuredContent).toMatchObject({ path: "keys.md", truncated: false });
    expect(result.text).toContain("Run `acme keys create`");
  }
});

test("a very long page is cut, and says so", async () => {
  const { client } = await connected({
    pages: { "long.md": `# Long\n\n${"word ".repeat(50_000)}` },
  });
  const result = await call(client, "get_page", { path: "long" });
  expect(result.structuredContent).toMatchObject({ truncated: true });
  expect(result.text.length).toBeLessThan(101_000);
  expect(result.text).toContain("The page goes on");
});

test("what goes wrong in a tool is told to the model, not thrown at its client", async () => {
  const { client } = await connected();
  const wrong: [string, Record<string, unknown>, string][] = [
    ["get_page", { path: "kesy.md" }, "Did you mean keys.md?"],
    ["get_page", { path: "../../etc/passwd" }, "There is no such page here."],
    ["get_page", { path: 7 }, "Invalid arguments"],
    ["get_page", {}, "Invalid arguments"],
    ["search", { query: "   " }, "Invalid arguments"],
    ["search", { query: "x".repeat(8_001) }, "at most 8,000 are taken"],
    ["search", { query: "key", limit: 1_000 }, "Invalid arguments"],
    ["delete_everything", {}, "not found"],
  ];
  for (const [name, input, sentence] of wrong) {
    const result = await call(client, name, input);
    expect(result.isError, name).toBe(true);
    expect(result.text, name).toContain(sentence);
  }
});

test("a fault of ours is not told in its own words", async () => {
  const { node, client } = await connected();
  await node.db.schema.dropTable("revision_pages").execute();
  const result = await call(client, "get_page", { path: "keys.md" });
  expect(result).toMatchObject({
    isError: true,
    text: "The documentation cannot be read right now. Try again.",
  });
});

test("a private project is served to its assistant key alone", async () => {
  const node = await privateNode();
  const { client } = await connect(node, { authorization: `Bearer ${node.keys.assistant}` });
  expect((await call(client, "get_page", { path: "keys" })).isError).toBeFalsy();
  for (const key of [undefined, "svc_dsc_wrong", node.keys.admin]) {
    const headers: Record<string, string> =
      key === undefined ? {} : { authorization: `Bearer ${key}` };
    await expect(connect(node, headers)).rejects.toThrow();
  }
});

test("a wrong key is refused on a public project too", async () => {
  const node = await createTestNode();
  await expect(connect(node, { authorization: "Bearer svc_dsc_wrong" })).rejects.toThrow();
});

test("a project without docs has nothing to find and nothing to read", async () => {
  const { client } = await connected({ pages: {} });
  const result = await call(client, "search", { query: "key" });
  expect(result).toMatchObject({ structuredContent: { results: [] }, isError: undefined });
  expect((await call(client, "get_page", { path: "keys" })).isError).toBe(true);
});

async function connected(options: TestNodeOptions = {}) {
  const node = await createTestNode(options);
  return { node, ...(await connect(node, {})) };
}

async function connect(node: TestNode, headers: Record<string, string>) {
  const address = new URL(`${await node.listen()}/mcp/acme`);
  const client = new Client({ name: "test", version: "1.0.0" });
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  return { client };
}

async function call(client: Client, name: string, input: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: input });
  const parts = z
    .array(z.object({ type: z.literal("text"), text: z.string() }))
    .parse(result.content);
  const { structuredContent, isError } = result;
  return { structuredContent, isError, text: parts.map((part) => part.text).join("") };
}

async function privateNode(): Promise<TestNode> {
  const node = await createTestNode();
  await updateProject(node, operator, { ...node.project, visibility: "private" });
  return node;
}
