import { expect, test } from "vitest";
import { z } from "zod";
import { makeRepository } from "../../../test/make-repository.ts";
import { overlayOf } from "../../../test/overlay-of.ts";
import { type Overlay, openOverlay } from "../../git/overlay/overlay.ts";
import { branchCommit } from "../../git/read/resolve-commit.ts";
import { listFilesTool } from "./list-files-tool.ts";
import { readFileTool } from "./read-file-tool.ts";
import { searchDocsTool } from "./search-docs-tool.ts";
import { searchTextTool } from "./search-text-tool.ts";
import type { FoundPassage, Tool, ToolContext } from "./tool.ts";

const files = {
  "docs/keys.md": "# Keys\r\n\r\nA key opens a door.\r\nA key closes it.\r\n",
  "docs/install.md": "# Install\n\nRun it.",
  "README.md": "Read the docs.\n",
};

async function call(tool: Tool, overlay: Overlay, input: unknown, found: FoundPassage[] = []) {
  const context: ToolContext = {
    overlay,
    docsFolder: "docs",
    check: async () => ({ broken: [], knownBefore: 0, checks: [] }),
    searchDocs: async (_query, limit) => found.slice(0, limit),
  };
  return (await tool.run(context, input)).output;
}

test("files are listed whole, below a folder, or by a glob", async () => {
  const overlay = await overlayOf(files);
  const all = ["README.md", "docs/install.md", "docs/keys.md"];
  const list = (input: unknown) => call(listFilesTool, overlay, input);
  expect(await list({})).toEqual({ files: all, truncated: false });
  expect(await list({ folder: "docs/" })).toEqual({ files: all.slice(1), truncated: false });
  expect(await list({ glob: "**/*s.md" })).toEqual({ files: ["docs/keys.md"], truncated: false });
  expect(await list({ glob: "*.md" })).toMatchObject({ files: ["README.md"] });
  expect(await list({ folder: "docs", glob: "nothing" })).toMatchObject({ files: [] });
  await expect(list({ folder: "../etc" })).rejects.toMatchObject({ code: "invalid_request" });
});

test("a list that was cut says how much is left, and where", async () => {
  const overlay = await overlayOf({ "a/1": "x", "a/2": "x", "b/1": "x", "b/c/2": "x", z: "x" });
  expect(await call(listFilesTool, overlay, { limit: 1 })).toEqual({
    files: ["a/1"],
    truncated: true,
    more: 4,
    folders: ["b: 2", ".: 1", "a: 1"],
  });
  expect(await call(listFilesTool, overlay, { folder: "b", limit: 1 })).toMatchObject({
    more: 1,
    folders: ["b/c: 1"],
  });
});

test("a file is read whole or by its lines, with its line ends as they are", async () => {
  const overlay = await overlayOf(files);
  const path = "docs/keys.md";
  const read = (input: object) => call(readFileTool, overlay, { path, ...input });
  const whole = { path, startLine: 1, endLine: 4, totalLines: 4 };
  expect(await read({})).toEqual({ ...whole, content: files[path] });
  const third = { ...whole, startLine: 3, endLine: 3, content: "A key opens a door.\r\n" };
  expect(await read({ startLine: 3, endLine: 3 })).toEqual(third);
  expect(await read({ startLine: 4, endLine: 99 })).toMatchObject({
    startLine: 4,
    endLine: 4,
    content: "A key closes it.\r\n",
  });
  await expect(read({ startLine: 5 })).rejects.toThrow(/4 lines/);
  await expect(read({ path: "docs/key.md" })).rejects.toMatchObject({ code: "not_found" });
});

test("a long file comes in parts that are the file again", async () => {
  const lines = Array.from({ length: 9_000 }, (_, line) => `Line ${line} of a long page.\n`);
  const text = `${lines.join("")}The end`;
  const overlay = await overlayOf({ "long.md": text, "empty.md": "" });
  const part = z.object({ content: z.string().max(50_000), nextLine: z.int().optional() });
  let read = "";
  let parts = 0;
  for (let startLine: number | undefined = 1; startLine !== undefined; parts += 1) {
    const next = part.parse(await call(readFileTool, overlay, { path: "long.md", startLine }));
    read += next.content;
    startLine = next.nextLine;
  }
  expect(parts).toBeGreaterThan(3);
  expect(read).toBe(text);
  expect(await call(readFileTool, overlay, { path: "empty.md" })).toMatchObject({
    startLine: 1,
    endLine: 0,
    totalLines: 0,
    content: "",
  });
});

test("a line that is too long is cut, and is not told to have been read", async () => {
  const overlay = await overlayOf({ "min.json": `first\n${"x".repeat(200_000)}\nlast\n` });
  const read = (startLine: number) => call(readFileTool, overlay, { path: "min.json", startLine });
  expect(await read(1)).toMatchObject({ endLine: 1, nextLine: 2, content: "first\n" });
  expect(await read(2)).toMatchObject({
    endLine: 1,
    nextLine: 3,
    content: "x".repeat(50_000),
    note: expect.stringContaining("search_text"),
  });
  expect(await read(3)).toMatchObject({ endLine: 3, content: "last\n" });
});

test("binary and huge files are refused with their kind and size", async () => {
  const repository = await makeRepository({
    "door.png": Buffer.alloc(2_500, 0),
    "huge.md": "x\n".repeat(1_500_000),
  });
  const commit = await branchCommit(repository.path, "main");
  const overlay = await openOverlay(repository.path, commit, []);
  await expect(call(readFileTool, overlay, { path: "door.png" })).rejects.toThrow(
    "an image of 3 kB",
  );
  await expect(call(readFileTool, overlay, { path: "huge.md" })).rejects.toThrow("3 MB");
});

test("text is found in any case unless asked otherwise, own changes included", async () => {
  const overlay = await overlayOf(files);
  overlay.write("docs/new.md", "The KEY is new.\n");
  expect(await call(searchTextTool, overlay, { query: "key", folder: "docs" })).toEqual({
    truncated: false,
    matches: [
      { path: "docs/keys.md", line: 1, text: "# Keys" },
      { path: "docs/keys.md", line: 3, text: "A key opens a door." },
      { path: "docs/keys.md", line: 4, text: "A key closes it." },
      { path: "docs/new.md", line: 1, text: "The KEY is new." },
    ],
  });
  const exact = await call(searchTextTool, overlay, { query: "KEY", caseSensitive: true });
  expect(exact).toMatchObject({ matches: [{ path: "docs/new.md" }] });
  expect(
    await call(searchTextTool, overlay, { query: "key.*(door|new)", regex: true }),
  ).toMatchObject({
    matches: [
      { path: "docs/keys.md", line: 3 },
      { path: "docs/new.md", line: 1 },
    ],
  });
  await expect(call(searchTextTool, overlay, { query: "(", regex: true })).rejects.toThrow(
    "backslash",
  );
  expect(await call(searchTextTool, overlay, { query: "k.y" })).toMatchObject({ matches: [] });
});

test("matches are bounded in number and length, and it is said how many are left", async () => {
  const overlay = await overlayOf({ "a.md": `${"x".repeat(250)}\n`.repeat(900) });
  expect(await call(searchTextTool, overlay, { query: "x", limit: 10 })).toMatchObject({
    truncated: true,
    more: 890,
  });
  const output = await call(searchTextTool, overlay, { query: "x" });
  expect(JSON.stringify(output).length).toBeLessThan(100_000);
  const { matches, more } = z
    .object({ matches: z.array(z.unknown()), more: z.int() })
    .parse(output);
  expect(matches.length + more).toBe(900);
});

test("passages of the docs are bounded", async () => {
  const passage = { path: "a.md", title: "A", heading: "", startLine: 1, endLine: 3 };
  const short = { ...passage, content: "A key." };
  const overlay = await overlayOf(files);
  const search = (found: FoundPassage[], limit?: number) =>
    call(searchDocsTool, overlay, { query: "doors", ...(limit && { limit }) }, found);
  expect(await search(Array(20).fill(short))).toEqual({ passages: Array(6).fill(short) });
  const long = { ...passage, content: "x".repeat(100_000) };
  const output = await search(Array(20).fill(long), 20);
  expect(output).toMatchObject({ more: 10 });
  expect(JSON.stringify(output).length).toBeLessThan(50_000);
});
