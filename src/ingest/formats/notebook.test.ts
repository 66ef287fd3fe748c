import { expect, test } from "vitest";
import { readNotebook } from "./notebook.ts";

type Cell = Record<string, unknown>;
const notebook = (cells: Cell[], indent?: number) =>
  JSON.stringify(
    { cells, metadata: { kernelspec: { language: "julia" } }, nbformat: 4 },
    null,
    indent,
  );
const written = (cells: Cell[]) =>
  (readNotebook({ path: "a.ipynb", text: notebook(cells, 1) }).pages[0]?.content ?? "")
    .split("\n")
    .filter((line) => line !== "");
const code = (source: string[], more: Cell = {}) => ({
  cell_type: "code",
  metadata: {},
  source,
  outputs: [],
  ...more,
});

test("text is text, and code has the language of the kernel", () => {
  const cells = [
    { cell_type: "markdown", metadata: {}, source: ["# A\n", "See <<chapter_two>>."] },
    code(["f(x)\n", "`y`"]),
  ];
  expect(written(cells)).toEqual(["# A", "See chapter two.", "```julia", "f(x)", "`y`", "```"]);
});

test("hidden cells and parts are left out", () => {
  expect(
    written([
      code(["#hide\n", "a"]),
      code(["b"], { metadata: { tags: ["remove-cell"] } }),
      code(["c"], { metadata: { jupyter: { source_hidden: true } } }),
      { cell_type: "raw", metadata: {}, source: ["d"] },
      code(["e"], {
        metadata: { tags: ["hide-output"] },
        outputs: [{ name: "stdout", text: ["f"] }],
      }),
    ]),
  ).toEqual(["```julia", "e", "```"]);
});

test("short text outputs stay; pictures, tables and long ones do not", () => {
  const outputs = [
    { output_type: "stream", name: "stdout", text: ["\u001b[31mdone\u001b[0m\n"] },
    { output_type: "stream", name: "stderr", text: ["warning"] },
    { output_type: "execute_result", data: { "text/plain": ["42"] } },
    { output_type: "display_data", data: { "image/png": "AAAA", "text/plain": ["<Figure>"] } },
    {
      output_type: "stream",
      name: "stdout",
      text: Array.from({ length: 40 }, (_, at) => `${at}\n`),
    },
  ];
  expect(written([code(["f()"], { outputs })])).toEqual([
    "```julia",
    "f()",
    "```",
    "```text",
    "done",
    "```",
    "```text",
    "42",
    "```",
  ]);
});

test("a notebook on one line is still read, and what is none says why", () => {
  const cells = [{ cell_type: "markdown", metadata: {}, source: "# A\n\nText." }, code(["f()"])];
  const { pages } = readNotebook({ path: "a.ipynb", text: notebook(cells) });
  expect(pages[0]?.content).toBe("# A\n\nText.\n\n```julia\nf()\n```\n");
  expect(readNotebook({ path: "a.ipynb", text: "{" })).toEqual({
    pages: [],
    reason: "The notebook is not valid JSON.",
  });
  expect(readNotebook({ path: "a.ipynb", text: '{"worksheets": []}' }).reason).toMatch(/version 4/);
});
