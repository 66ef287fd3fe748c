import { expect, test } from "vitest";
import { summariseTool } from "./summarise-tool.ts";

test("known tools are told in words", () => {
  expect(summariseTool("read_file", { path: "a.md", startLine: 2, endLine: 9 })).toEqual({
    icon: "file",
    verb: "Read",
    object: "a.md:2-9",
  });
  expect(summariseTool("set_todos", { todos: [1] }).object).toBe("1 item");
});

test.each([undefined, null, 3, "x", [], {}, { path: 7 }, { todos: "x" }])(
  "input %j is never a fault",
  (input) => {
    for (const name of ["read_file", "set_todos", "search_text", "constructor", "new_tool"]) {
      expect(summariseTool(name, input).verb).not.toBe("");
    }
  },
);

test("a long input is cut short", () => {
  expect(summariseTool("new_tool", { a: "x".repeat(1_000) }).object).toHaveLength(160);
});
