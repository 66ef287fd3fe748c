import { expect, test } from "vitest";
import { z } from "zod";
import { memoryOverlay } from "../../../test/memory-overlay.ts";
import { jobTools } from "./job-tools.ts";
import type { ToolContext } from "./tool.ts";

test("the tools are these, and each describes itself and what it takes", () => {
  expect(jobTools.map((tool) => tool.name)).toEqual([
    "list_files",
    "read_file",
    "search_text",
    "search_docs",
    "write_file",
    "edit_file",
    "move_file",
    "delete_file",
    "replace_term",
    "add_page",
    "insert_text",
    "set_front_matter",
    "repair_links",
    "set_todos",
    "check",
    "finish",
  ]);
  for (const tool of jobTools) {
    expect(tool.description.length).toBeGreaterThan(100);
    expect(z.toJSONSchema(tool.input, { io: "input" })).toMatchObject({ type: "object" });
  }
});

test("input that does not fit is refused with every fault named", async () => {
  const context: ToolContext = {
    overlay: memoryOverlay({ "a.md": "a\n" }),
    docsFolder: "",
    check: async () => ({ broken: [], knownBefore: 0, checks: [] }),
    searchDocs: async () => [],
  };
  for (const { name, run } of jobTools) {
    await expect(run(context, "no object"), name).rejects.toMatchObject({
      code: "invalid_request",
    });
  }
  const write = jobTools.find(({ name }) => name === "write_file");
  await expect(write?.run(context, { path: 1 })).rejects.toThrow(/path: .*; content: /);
});
