import { expect, test } from "vitest";
import { memoryOverlay } from "../../../test/memory-overlay.ts";
import type { CheckReport } from "../../docs/check/finding.ts";
import { checkTool } from "./check-tool.ts";
import { deleteFileTool } from "./delete-file-tool.ts";
import { finishTool } from "./finish-tool.ts";
import { moveFileTool } from "./move-file-tool.ts";
import { setTodosTool } from "./set-todos-tool.ts";
import type { ToolContext } from "./tool.ts";

const nothing: CheckReport = { broken: [], knownBefore: 3, checks: [] };

async function contextOf(
  files: Record<string, string>,
  report: CheckReport = nothing,
): Promise<ToolContext> {
  const overlay = memoryOverlay(files);
  return { overlay, docsFolder: "docs", check: async () => report, searchDocs: async () => [] };
}

test("the check says that nothing is broken, or what is", async () => {
  expect(await checkTool.run(await contextOf({ "a.md": "a" }), {})).toEqual({
    output: { passed: true, message: "Nothing is broken." },
  });
  const finding = {
    check: "link" as const,
    path: "a.md",
    line: 3,
    message: "There is no page /b.",
  };
  const broken = Array.from({ length: 60 }, () => finding);
  const context = await contextOf({ "a.md": "a" }, { ...nothing, broken });
  expect(await checkTool.run(context, {})).toEqual({
    output: { passed: false, broken: Array(50).fill("a.md:3 There is no page /b."), more: 10 },
  });
});

const outcome = { title: "Rename it", summary: "- all", messageToUser: "Done." };

test("the end of a job is told to the loop, with claims and what they rest on", async () => {
  const context = await contextOf({ "docs/a.md": "one\ntwo\n", "src/x.ts": "code" });
  expect(await finishTool.run(context, { ...outcome, title: " Rename it\n" })).toEqual({
    output: { finished: true },
    outcome: { ...outcome, claims: [] },
  });
  context.overlay.write("docs/new.md", "1\n2\n3");
  const claims = [
    { text: "Keys expire.", path: "./docs/a.md", line: 2 },
    { text: "Doors close.", path: "docs/new.md", line: 3 },
    { text: "It is fast." },
  ];
  expect(await finishTool.run(context, { ...outcome, claims })).toMatchObject({
    outcome: {
      claims: [
        { text: "Keys expire.", source: { path: "docs/a.md", line: 2 } },
        { text: "Doors close.", source: { path: "docs/new.md", line: 3 } },
        { text: "It is fast.", source: undefined },
      ],
    },
  });
});

test("claims whose source is not there are refused, each with what to correct", async () => {
  const context = await contextOf({ "docs/a.md": "one\ntwo\n" });
  const claims = [
    { text: "Fine.", path: "docs/a.md", line: 2 },
    { text: "Too far.", path: "docs/a.md", line: 3 },
    { text: "No file.", path: "docs/b.md", line: 1 },
    { text: "No line.", path: "docs/a.md" },
    { text: "No path.", line: 1 },
    { text: "Outside.", path: "/etc/passwd", line: 1 },
  ];
  const error = await finishTool.run(context, { ...outcome, claims }).catch(String);
  for (const part of [
    "claims.1: docs/a.md has 2 lines",
    "claims.2: There is no file",
    "claims.3: name the line of docs/a.md",
    "claims.4: a line needs the path",
    "claims.5: ",
  ]) {
    expect(error).toContain(part);
  }
  expect(error).not.toContain("claims.0");
  const many = Array.from({ length: 31 }, () => ({ text: "x" }));
  await expect(finishTool.run(context, { ...outcome, claims: many })).rejects.toThrow("claims: ");
});

test("todos are told to the loop", async () => {
  const context = await contextOf({ "a.md": "a" });
  const todos = [{ id: "1", content: "Look", status: "pending", priority: "high" }];
  expect(await setTodosTool.run(context, { todos })).toEqual({ output: { count: 1 }, todos });
  const strange = [{ ...todos[0], status: "done" }];
  await expect(setTodosTool.run(context, { todos: strange })).rejects.toThrow(/todos.0.status/);
});

test("a move says what it repaired, what it left, and where the address goes", async () => {
  const context = await contextOf({
    "docs/keys.md": "[x](./nowhere)\n",
    "docs/a.md": "[k](keys.md)\n\n[l](/keys)\n",
    "notes.txt": "see docs/keys.md\n",
  });
  expect(await moveFileTool.run(context, { from: "docs/keys.md", to: "docs/how/keys.md" })).toEqual(
    {
      output: {
        from: "docs/keys.md",
        to: "docs/how/keys.md",
        files: 1,
        repaired: [{ path: "docs/a.md", lines: [1, 3] }],
        notRepaired: [expect.stringMatching(/^docs\/how\/keys\.md:1 "\.\/nowhere"/)],
        stillNamed: ["notes.txt:1 see docs/keys.md"],
        note: expect.stringContaining("from /keys to /how/keys"),
      },
    },
  );
});

test("a deletion says what it repaired, and reports stay short", async () => {
  const pages = Array.from({ length: 250 }, (_, index) => [
    `docs/p${index}.md`,
    `[k](keys.md)\n<Card href="/keys">x</Card>\n${"[k](keys.md)\n".repeat(30)}`,
  ]);
  const context = await contextOf({ "docs/keys.md": "x\n", ...Object.fromEntries(pages) });
  const { output } = await deleteFileTool.run(context, { path: "docs/keys.md" });
  expect(output).toMatchObject({
    path: "docs/keys.md",
    moreRepaired: 50,
    moreNotRepaired: 200,
  });
  expect(output).toHaveProperty("repaired.0", {
    path: "docs/p0.md",
    lines: [1, ...Array.from({ length: 19 }, (_, index) => index + 3), "and 11 more"],
  });
  expect(JSON.stringify(output).length).toBeLessThan(60_000);
});
