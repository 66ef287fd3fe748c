import { expect, test } from "vitest";
import { z } from "zod";
import { overlayOf } from "../../../test/overlay-of.ts";
import { allTools } from "./all-tools.ts";
import type { FoundPassage, ToolContext } from "./tool.ts";

const files = {
  "docs/keys.md": "# Keys\r\n\r\nA key opens a door.\r\nA key closes it.\r\n",
  "docs/install.md": "# Install\n\nRun it.",
  "README.md": "Read the docs.\n",
};

async function setUp(pages: Record<string, string> = files) {
  const asked: unknown[] = [];
  const passage: FoundPassage = {
    path: "docs/keys.md",
    title: "Keys",
    heading: "",
    startLine: 1,
    endLine: 3,
    content: "A key opens a door.",
  };
  const context: ToolContext = {
    overlay: await overlayOf(pages),
    searchDocs: async (...query) => {
      asked.push(query);
      return [passage];
    },
  };
  const call = async (name: string, input: unknown) => {
    const tool = allTools.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return tool.run(context, input);
  };
  return { ...context, call, asked, passage };
}

test("the tools are these, and each describes itself and what it takes", () => {
  expect(allTools.map((tool) => tool.name)).toEqual([
    "list_files",
    "read_file",
    "search_text",
    "search_docs",
    "write_file",
    "edit_file",
    "move_file",
    "delete_file",
    "set_todos",
    "finish",
  ]);
  for (const tool of allTools) {
    expect(tool.description.length).toBeGreaterThan(40);
    expect(z.toJSONSchema(tool.input, { io: "input" })).toMatchObject({ type: "object" });
  }
});

test("input that does not fit is refused with every fault named", async () => {
  const { call } = await setUp();
  for (const { name } of allTools) {
    await expect(call(name, "no object"), name).rejects.toMatchObject({ code: "invalid_request" });
  }
  await expect(call("edit_file", { path: 1, old: "" })).rejects.toThrow(/path: .*; old: .*; new: /);
});

test("files are listed whole or below a folder", async () => {
  const { call } = await setUp();
  const all = ["README.md", "docs/install.md", "docs/keys.md"];
  expect(await call("list_files", {})).toEqual({ output: { files: all, truncated: false } });
  const docs = { files: all.slice(1), truncated: false };
  expect(await call("list_files", { folder: "docs/" })).toEqual({ output: docs });
  await expect(call("list_files", { folder: "../etc" })).rejects.toMatchObject({
    code: "invalid_request",
  });
});

test("a file is read whole or by its lines, with its line ends as they are", async () => {
  const { call } = await setUp();
  const whole = { path: "docs/keys.md", startLine: 1, endLine: 4, totalLines: 4 };
  const path = "docs/keys.md";
  expect(await call("read_file", { path })).toEqual({
    output: { ...whole, content: files["docs/keys.md"] },
  });
  expect(await call("read_file", { path, startLine: 3, endLine: 3 })).toEqual({
    output: { ...whole, startLine: 3, endLine: 3, content: "A key opens a door.\r\n" },
  });
  expect(await call("read_file", { path, startLine: 4, endLine: 99 })).toMatchObject({
    output: { startLine: 4, endLine: 4, content: "A key closes it.\r\n" },
  });
  await expect(call("read_file", { path, startLine: 5 })).rejects.toThrow(/4 lines/);
  await expect(call("read_file", { path: "docs/key.md" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a long file comes in parts that are the file again", async () => {
  const text = Array.from({ length: 9_000 }, (_, line) => `Line ${line} of a long page.\n`).join(
    "",
  );
  const { call } = await setUp({ "long.md": `${text}The end`, "empty.md": "" });
  let startLine = 1;
  let read = "";
  for (let parts = 1; ; parts += 1) {
    const { output } = await call("read_file", { path: "long.md", startLine });
    const part = z
      .object({ content: z.string(), endLine: z.int(), totalLines: z.literal(9_001) })
      .parse(output);
    read += part.content;
    startLine = part.endLine + 1;
    if (part.endLine < part.totalLines) continue;
    expect(parts).toBeGreaterThan(1);
    break;
  }
  expect(read).toBe(`${text}The end`);
  expect(await call("read_file", { path: "empty.md" })).toMatchObject({
    output: { startLine: 1, endLine: 0, totalLines: 0, content: "" },
  });
});

test("text is found in any case unless asked otherwise, own changes included", async () => {
  const { call, overlay } = await setUp();
  overlay.write("docs/new.md", "The KEY is new.\n");
  const { output } = await call("search_text", { query: "key", folder: "docs" });
  expect(output).toEqual({
    truncated: false,
    matches: [
      { path: "docs/keys.md", line: 1, text: expect.stringMatching(/^# Keys/) },
      { path: "docs/keys.md", line: 3, text: expect.stringContaining("opens") },
      { path: "docs/keys.md", line: 4, text: expect.stringContaining("closes") },
      { path: "docs/new.md", line: 1, text: "The KEY is new." },
    ],
  });
  const exact = await call("search_text", { query: "KEY", caseSensitive: true });
  expect(exact.output).toMatchObject({ matches: [{ path: "docs/new.md" }] });
});

test("the docs are searched with the limit that was asked for", async () => {
  const { call, asked, passage } = await setUp();
  expect(await call("search_docs", { query: "doors" })).toEqual({
    output: { passages: [passage] },
  });
  await call("search_docs", { query: "doors", limit: 3 });
  expect(asked).toEqual([
    ["doors", 6],
    ["doors", 3],
  ]);
});

test("an edit replaces exactly one place and leaves the rest alone", async () => {
  const { call, overlay } = await setUp();
  const path = "docs/keys.md";
  await call("edit_file", { path, old: "A key opens", new: "$& key opens" });
  expect(await overlay.read(path)).toBe(files[path].replace("A key opens", () => "$& key opens"));
  await expect(call("edit_file", { path, old: "key", new: "x" })).rejects.toThrow(/more than once/);
  await expect(call("edit_file", { path, old: "kei", new: "x" })).rejects.toThrow(/not in/);
  await call("write_file", { path: "aaa.md", content: "aaa" });
  await expect(call("edit_file", { path: "aaa.md", old: "aa", new: "b" })).rejects.toThrow(
    /more than once/,
  );
});

test("files are written, moved and deleted, and only inside the repository", async () => {
  const { call, overlay } = await setUp();
  expect(await call("write_file", { path: "docs/new.md", content: "# New\n" })).toEqual({
    output: { path: "docs/new.md", created: true },
  });
  expect(await call("write_file", { path: "docs/keys.md", content: "x" })).toMatchObject({
    output: { created: false },
  });
  await call("move_file", { from: "docs/install.md", to: "docs/start.md" });
  await call("delete_file", { path: "README.md" });
  expect(overlay.list().map((file) => file.path)).toEqual([
    "docs/keys.md",
    "docs/new.md",
    "docs/start.md",
  ]);
  const escapes = [
    "../x.md",
    "/etc/passwd",
    ".git/config",
    "docs/../../x",
    ".github/workflows/a.yml",
  ];
  for (const path of escapes) {
    await expect(call("write_file", { path, content: "x" }), path).rejects.toThrow();
    await expect(call("move_file", { from: "docs/new.md", to: path }), path).rejects.toThrow();
  }
});

test("todos and the end of a job are told to the loop", async () => {
  const { call } = await setUp();
  const todos = [{ id: "1", content: "Look", status: "pending", priority: "high" }];
  expect(await call("set_todos", { todos })).toEqual({ output: { count: 1 }, todos });
  const strange = [{ ...todos[0], status: "done" }];
  await expect(call("set_todos", { todos: strange })).rejects.toThrow(/todos.0.status/);
  const outcome = { title: "Rename it", summary: "- all", messageToUser: "Done." };
  expect(await call("finish", { ...outcome, title: " Rename it\n" })).toMatchObject({ outcome });
});
