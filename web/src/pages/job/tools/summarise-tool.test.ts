import { expect, test } from "vitest";
import { summariseTool } from "./summarise-tool.ts";

test("known tools are told in words", () => {
  expect(summariseTool("read_file", { path: "a.md", startLine: 2, endLine: 9 })).toEqual({
    icon: "file",
    verb: "Read",
    object: "a.md:2-9",
  });
  expect(summariseTool("set_todos", { todos: [1] }).object).toBe("1 item");
  expect(summariseTool("check", {}).verb).toBe("Check");
});

test("an edit and a finish say how many pieces they have", () => {
  expect(summariseTool("edit_file", { path: "a.md", edits: [1, 2] }).object).toBe("a.md (2 edits)");
  expect(summariseTool("edit_file", { path: "a.md", old: "x", new: "y" }).object).toBe("a.md");
  expect(summariseTool("finish", { title: "Add keys", claims: [1] }).object).toBe(
    "Add keys (1 claim)",
  );
  expect(summariseTool("finish", { title: "Add keys", claims: [] }).object).toBe("Add keys");
});

test.each([undefined, null, 3, "x", [], {}, { path: 7 }, { todos: "x" }])(
  "input %j is never a fault",
  (input) => {
    for (const name of [
      "read_file",
      "set_todos",
      "search_text",
      "edit_file",
      "finish",
      "constructor",
      "new_tool",
    ]) {
      expect(summariseTool(name, input).verb).not.toBe("");
    }
  },
);

test("a long input is cut short", () => {
  expect(summariseTool("new_tool", { a: "x".repeat(1_000) }).object).toHaveLength(160);
});
