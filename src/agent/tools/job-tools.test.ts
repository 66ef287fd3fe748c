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

test("tools over many pages reach every folder that the docs come from", async () => {
  const overlay = memoryOverlay({
    "docs/a.md": "# A\n\nA widget.\n",
    "handbook/b.md": "# B\n\nA widget, see [it](lon-name.md).\n",
    "handbook/long-name.md": "# Long name\n\nText.\n",
  });
  const context: ToolContext = {
    ...{ overlay, docsFolder: "docs", otherFolders: ["handbook"] },
    check: async () => ({ broken: [], knownBefore: 0, checks: [] }),
    searchDocs: async () => [],
  };
  const run = (name: string, input: object) =>
    jobTools.find((tool) => tool.name === name)?.run(context, input);
  await run("replace_term", { from: "widget", to: "gadget" });
  await run("repair_links", {});
  await run("set_front_matter", { set: { icon: "key" } });
  expect(await overlay.read("handbook/b.md")).toBe(
    "---\nicon: key\n---\n\n# B\n\nA gadget, see [it](long-name.md).\n",
  );
});
