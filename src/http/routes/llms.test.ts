import { expect, test } from "vitest";
import { createTestNode } from "../../../test/harness.ts";
import { systemClock } from "../../lib/clock.ts";
import { addProject, updateProject } from "../../projects/change-projects.ts";

const files = ["/docs/acme/llms.txt", "/docs/acme/llms-full.txt"];

test.each(files)("%s is plain text that need not be sent twice", async (path) => {
  const node = await createTestNode();
  const first = await node.request(path);
  expect(first.status).toBe(200);
  expect(first.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(first.headers.get("cache-control")).toBe("no-cache");
  expect(await first.text()).toContain("Install");
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  const again = await node.request(path, { headers });
  expect(again.status).toBe(304);
  await updateProject(node, { kind: "operator" }, { ...node.project, name: "New" });
  expect((await node.request(path, { headers })).status).toBe(200);
});

test("before its first sync a project has both files, without a page", async () => {
  const node = await createTestNode();
  await addProject(
    { db: node.db, clock: systemClock },
    { kind: "operator" },
    {
      domain: "new",
      name: "New",
      visibility: "public",
      baseUrl: "",
      source: { kind: "folder", location: node.docs, branch: "", subfolder: "" },
    },
  );
  const read = async (file: string) => {
    const response = await node.request(`/docs/new/${file}`);
    return [response.status, await response.text()];
  };
  expect(await read("llms.txt")).toEqual([200, "# New\n\n> The documentation of New.\n"]);
  expect(await read("llms-full.txt")).toEqual([200, ""]);
});

test("both files have tags of their own", async () => {
  const node = await createTestNode();
  const responses = await Promise.all(files.map((path) => node.request(path)));
  expect(new Set(responses.map((response) => response.headers.get("etag"))).size).toBe(2);
});

test("all pages are in the one file, each once", async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`p${index}.md`, `# Page ${index}\n\nText ${index}.`]),
  );
  const node = await createTestNode({ pages });
  const text = await (await node.request("/docs/acme/llms-full.txt")).text();
  for (let index = 0; index < 30; index += 1)
    expect(text.split(`# Page ${index}\nSource: `)).toHaveLength(2);
});

test("a private project needs its key", async () => {
  const node = await createTestNode();
  await updateProject(node, { kind: "operator" }, { ...node.project, visibility: "private" });
  const headers = { authorization: `Bearer ${node.keys.assistant}` };
  for (const path of files) {
    expect((await node.request(path)).status).toBe(401);
    expect((await node.request(path, { headers })).status).toBe(200);
  }
});

test("a reader that leaves, or asks for the head alone, holds nothing up", async () => {
  const node = await createTestNode();
  const response = await node.request("/docs/acme/llms-full.txt");
  const reader = response.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
  const head = await node.request("/docs/acme/llms-full.txt", { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(await head.text()).toBe("");
});
