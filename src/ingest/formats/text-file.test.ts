import { expect, test } from "vitest";
import { readTextFile } from "./text-file.ts";

const written = (text: string) =>
  readTextFile({ path: "a.txt", text })[0]
    ?.content.split("\n")
    .filter((line) => line !== "");
const prose =
  "This program keeps the kites of a whole school in order, and it tells every child in the morning which kite is whose and where it hangs today.";

test("plain text keeps its paragraphs, titles and commands, and its signs are signs", () => {
  expect(
    written(
      `Kites\n=====\n\n${prose}\n\n    C:\\kites\\run *all*\n\nUse foo_ or \`bar\` with *care*.\n`,
    ),
  ).toEqual([
    "# Kites {#kites}",
    prose,
    "    C:\\kites\\run *all*",
    "Use foo\\_ or \\`bar\\` with \\*care\\*.",
  ]);
});

test("reStructuredText under this ending is read as such", () => {
  expect(written(`${prose}\n\n.. note::\n\n   Mind :ref:\`the wind <wind>\`.\n`)).toEqual([
    prose,
    "**Note:** Mind the wind.",
  ]);
});

test("lists for tools and short remarks are no pages", () => {
  expect(written("a==1.0\nb==2.0\n".repeat(40))).toBeUndefined();
  expect(written("alpha\nbeta\n".repeat(40))).toBeUndefined();
  expect(written("Nothing to see.")).toBeUndefined();
});
