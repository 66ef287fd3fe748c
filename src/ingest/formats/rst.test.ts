import { expect, test } from "vitest";
import { parsePage } from "../../docs/page/parse-page.ts";
import { readRst } from "./rst.ts";

const page = (text: string, values: Record<string, string> = {}) =>
  readRst({ path: "guide.rst", text, values: new Map(Object.entries(values)) })[0]?.content ?? "";
const written = (text: string) =>
  page(text)
    .split("\n")
    .filter((line) => line !== "");
const blocks = (text: string) =>
  parsePage(page(text), "md").blocks.map(({ kind, text: words }) => [kind, words]);

test("titles have the level of their signs' first use, and the anchors of the docs' own tools", () => {
  const text =
    "=====\nGuide\n=====\n\nFirst steps\n-----------\n\nDeep: *a* & b\n~~~~~~~~~~~~~\n\nNext\n----\n";
  expect(written(text)).toEqual([
    "# Guide {#guide}",
    "## First steps {#first-steps}",
    "### Deep: a & b {#deep-a-b}",
    "## Next {#next}",
  ]);
});

test("marks inside lines leave their words", () => {
  const text = [
    "See :ref:`the guide <setup>`, :ref:`setup`, :doc:`/how-to/run-it`, :class:`~a.b.Thing`, :func:`run`,",
    "``--quiet x``, **strong words**, *weak words*, `Site <https://x.example/a>`_, Tool_, [1]_, |release|,",
    ":option:`-q`, :pep:`8`, a\\ b, `code_like`, :class:`the thing <a.B>`, snake_case_name and __init__.",
    "",
    ".. _Tool: https://tool.example",
    "",
    ".. |release| replace:: 3.1",
  ].join("\n");
  expect(written(text)).toEqual([
    "See the guide, setup, [run it](/how-to/run-it), `Thing`, `run()`,",
    "`--quiet x`, **strong words**, weak words, [Site](https://x.example/a), [Tool](https://tool.example), , 3.1,",
    "`-q`, PEP 8, ab, `code_like`, the thing, snake_case_name and \\_\\_init\\_\\_.",
  ]);
});

test("a label stands for the title below it, and the settings give values", () => {
  const text = "About :ref:`here` in |version|.\n\n.. _here:\n\nThe right place\n---------------\n";
  expect(page(text, { version: "9.1" })).toContain(
    "About [The right place](#the-right-place) in 9.1.",
  );
});

test("code keeps its language, and what stands around it stays text", () => {
  const text =
    "Run::\n\n    a  b\n\n    c\n\nor\n\n.. code-block:: sh\n   :linenos:\n\n   $ d\n\nThen:\n\n>>> 1 + 1\n2\n\nEnd.\n";
  expect(blocks(text)).toEqual([
    ["paragraph", "Run:"],
    ["code", "a  b\n\nc"],
    ["paragraph", "or"],
    ["code", "$ d"],
    ["paragraph", "Then:"],
    ["code", ">>> 1 + 1\n2"],
    ["paragraph", "End."],
  ]);
  expect(page(text)).toContain("```sh\n$ d\n```");
});

test("code that nothing parts from the text below it is still code", () => {
  expect(blocks("Run::\n\n    a\nnext\n")).toEqual([
    ["paragraph", "Run:"],
    ["code", "a"],
    ["paragraph", "next"],
  ]);
});

test("notes begin with their name, and versions say what they are", () => {
  const text =
    ".. note:: Short one.\n\n.. warning::\n\n   Long one\n   goes on.\n\n.. versionadded:: 2.0\n   The flag.\n\n.. deprecated:: 3.0\n";
  expect(blocks(text)).toEqual([
    ["paragraph", "Note: Short one."],
    ["paragraph", "Warning: Long one goes on."],
    ["paragraph", "Added in version 2.0: The flag."],
    ["paragraph", "Deprecated since version 3.0."],
  ]);
});

test("what readers do not see is left out", () => {
  const text =
    ":orphan:\n\n.. toctree::\n   :hidden:\n\n   a\n   b\n\n.. a comment\n   of two lines\n\n.. raw:: html\n\n   <b>x</b>\n\n.. image:: a.png\n   :alt: A kite in the air\n\nText.\n";
  expect(blocks(text)).toEqual([
    ["paragraph", "A kite in the air"],
    ["paragraph", "Text."],
  ]);
});

test("lists, fields, options and definitions are lists", () => {
  const text =
    "Title\n=====\n\n* one\n\n  more\n* two\n\n#. first\n#. second\n\n:name: value\n\n-q, --quiet  says less\n\nterm\n   what it is\n";
  expect(written(text)).toEqual([
    "# Title {#title}",
    "- one",
    "  more",
    "- two",
    "1. first",
    "2. second",
    "- **name:** value",
    "- `-q, --quiet`: says less",
    "- **term**:",
    "  what it is",
  ]);
});

test("tables of every kind have their cells", () => {
  const grid = "+---+-----+\n| A | B   |\n+===+=====+\n| 1 | two |\n|   | x|y |\n+---+-----+\n";
  const simple = "==  =====\nA   B\n==  =====\n1   two\n    more\n==  =====\n";
  const list =
    ".. list-table::\n   :header-rows: 1\n\n   * - A\n     - B\n   * - 1\n     - two\n       more\n";
  const csv = '.. csv-table::\n   :header: A, B\n\n   1, "two, more"\n';
  expect(blocks(grid)).toEqual([["table", "A\tB\n1\ttwo x|y"]]);
  expect(blocks(simple)).toEqual([["table", "A\tB\n1\ttwo more"]]);
  expect(blocks(list)).toEqual([["table", "A\tB\n1\ttwo more"]]);
  expect(blocks(csv)).toEqual([["table", "A\tB\n1\ttwo, more"]]);
});

test("an option and a function are sections with anchors of their own", () => {
  const text =
    "Settings\n========\n\n.. confval:: cache_dir\n\n   Where it is kept.\n\n.. option:: --max-fail=NUM\n            -m NUM\n\n   Stops after NUM.\n\n.. py:function:: kite.fly(height)\n\n   Lets it rise.\n\n   :param height: metres\n";
  expect(written(text)).toEqual([
    "# Settings {#settings}",
    "## `cache_dir` {#confval-cache_dir}",
    "Where it is kept.",
    "## `--max-fail=NUM`, `-m NUM` {#cmdoption-max-fail}",
    "Stops after NUM.",
    "## `kite.fly(height)` {#kite.fly}",
    "Lets it rise.",
    "- **param height:** metres",
  ]);
});

test("signs that are nothing to this format are no markup in Markdown either", () => {
  expect(blocks("2. is < 3 & [x] \\*args {{ y }} #1\n")).toEqual([
    ["list", "is < 3 & [x] *args {{ y }} #1"],
  ]);
  expect(blocks("| verse one\n| verse two\n")).toEqual([["paragraph", "verse one\nverse two"]]);
});
