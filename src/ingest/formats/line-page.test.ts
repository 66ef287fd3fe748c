import { expect, test } from "vitest";
import { processorMs } from "../../../test/processor-ms.ts";
import { parsePage } from "../../docs/page/parse-page.ts";
import { chunk } from "../pages/chunk.ts";
import { convertFile } from "../pages/read-file.ts";

const rst = `Title word1
===========

First word2 with \`\`code\`\`
and word3.

.. note::

   Inside word4.

Options word5::

    run word6
    run word7

- item word8
  goes on word9

  .. code-block:: sh
     :caption: Caption word10

     nested word11

+--------+----------+
| Name   | Meaning  |
+========+==========+
| word12 | long     |
|        | text     |
+--------+----------+
| word13 | short    |
+--------+----------+

Last word14.`;

const adoc = `= Title word1
:name: value

First word2 and
word3.

[source,sh]
----
run word4
----

* item word5
+
[source,sh]
----
run word6
----
. number word7

NOTE: Careful word8.

|===
|Name |Meaning

|word9
|long
text

|word10
|short
|===

term word11:: is word12
Last word13.`;

const notebook = JSON.stringify(
  {
    cells: [
      {
        cell_type: "markdown",
        metadata: {},
        source: ["# Title word1\n", "\n", "Text word2.\n", "Text word3."],
      },
      { cell_type: "code", metadata: {}, outputs: [], source: ["run(word4)\n", "run(word5)"] },
      { cell_type: "markdown", metadata: {}, source: ["Last word6."] },
    ],
    metadata: { language_info: { name: "julia" } },
    nbformat: 4,
  },
  null,
  1,
);

const plain = `Title word1
-----------

This text tells people how the thing called word2 is started in the morning, and it says
what people do in the evening when the thing called word3 is stopped and put away again.

    start word4

* item word5`;

test.each([
  ["guide.rst", rst, 14],
  ["guide.adoc", adoc, 13],
  ["guide.ipynb", notebook, 6],
  ["guide.txt", plain, 5],
])("the lines of %s that are cited are the lines of the file", (path, text, count) => {
  const content = convertFile({ path, text }).pages[0]?.content ?? "";
  const parsed = parsePage(content, "md");
  expect(parsed.title).toBe("Title word1");
  expect(parsed.problems).toEqual([]);
  const passages = chunk(parsed, content);
  const source = text.split("\n");
  for (let number = 1; number <= count; number += 1) {
    const word = new RegExp(`word${number}\\b`);
    const line = source.findIndex((each) => word.test(each)) + 1;
    const passage = passages.find((each) => word.test(each.text));
    const at = passage?.content.split("\n").findIndex((each) => word.test(each)) ?? -1;
    expect([number, (passage?.startLine ?? 0) + at]).toEqual([number, line]);
  }
});

test.each([
  [
    "a.adoc",
    "|===\n|Name |Use\n\n|first\n|one\n\n|second\n|two words\nof text\n|===\n\nAfter.\n",
    9,
  ],
  [
    "a.rst",
    "+------+-----+\n| Name | Use |\n+------+-----+\n| one  | two |\n|      | six |\n+------+-----+\n\nAfter.\n",
    5,
  ],
])("a table in %s ends with the last line of its last row", (path, text, line) => {
  const [page] = convertFile({ path, text }).pages;
  const table = parsePage(page?.content ?? "", "md").blocks.find(({ kind }) => kind === "table");
  expect(table?.endLine).toBe(line);
});

const long = 200_000;
const signs = [
  "`",
  "``",
  "*",
  "**",
  "_",
  "|",
  "\\",
  "<",
  "[",
  "{",
  "(",
  "+",
  "#",
  ":",
  "::",
  ".. ",
  "- ",
  "* ",
  ">>> ",
];
const shapes = [
  ...signs.flatMap((sign) => [sign.repeat(long / sign.length), `${sign}a `.repeat(long / 4)]),
  ...signs.map((sign) => `${sign}a\n`.repeat(long / 4)),
  "xref:[".repeat(long / 6),
  " -xref:a".repeat(long / 8),
  "{a}[".repeat(long / 4),
  "`a <".repeat(long / 4),
  ":a:`b".repeat(long / 5),
  "|a|b\n".repeat(long / 5),
  `+${"-+".repeat(long / 2)}\n|a\n`,
  `${"= ".repeat(long / 2)}=\n`,
  ".. note::\n ".repeat(long / 10),
  Array.from({ length: 600 }, (_, depth) => `${" ".repeat(depth)}- a`).join("\n"),
  "====\n".repeat(long / 5),
  "a::\n".repeat(long / 4),
  `.. |a| replace:: ${"b".repeat(900)}\n\n${"|a| ".repeat(long / 4)}`,
  `:a: ${"b".repeat(400)}\n\n${"{a} ".repeat(long / 4)}`,
  `${"[".repeat(long)}`,
  " ".repeat(long),
  "a\n b\n".repeat(long / 5),
  `+${"-+".repeat(long / 4)}\n${"|\n+\n".repeat(long / 8)}`,
  `${"= ".repeat(long / 4)}=\n${"a\n".repeat(long / 4)}`,
  `= =\n${"a\n".repeat(long)}`,
  `+--+\n${"|aa|\n".repeat(long)}`,
  `.. list-table::\n\n   * - a\n${"       b\n".repeat(long)}`,
  `----\n${`${" ".repeat(9)}<1>`.repeat(9)}x>\n----\n`,
  `${"<< ".repeat(long)}>>`,
  `,===\n${",a".repeat(long / 4)}\n${"a\n".repeat(long / 4)},===\n`,
  `[cols=50*]\n|===\n${"50*|a\n".repeat(long / 6)}|===\n`,
  "====\n* a\n+\n```x\n====\n".repeat(long / 10),
];

test.each(["a.rst", "a.adoc", "a.txt", "a.ipynb"])(
  "text of any kind in %s is read in time",
  (path) => {
    for (const text of shapes) {
      const spent = processorMs();
      const { pages } = convertFile({ path, text });
      expect([text.slice(0, 20), spent() < 3_000]).toEqual([text.slice(0, 20), true]);
      expect((pages[0]?.content.length ?? 0) < 5 * Math.max(text.length, 400_000)).toBe(true);
    }
  },
);
