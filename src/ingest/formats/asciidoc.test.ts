import { expect, test } from "vitest";
import { parsePage } from "../../docs/page/parse-page.ts";
import { readAsciiDoc } from "./asciidoc.ts";

const page = (text: string, values: Record<string, string> = {}) =>
  readAsciiDoc({ path: "guide.adoc", text, values: new Map(Object.entries(values)) })[0]?.content ??
  "";
const written = (text: string, values?: Record<string, string>) =>
  page(text, values)
    .split("\n")
    .filter((line) => line !== "");
const blocks = (text: string) =>
  parsePage(page(text), "md").blocks.map(({ kind, text: words }) => [kind, words]);

test("sections have the anchors that are written or made, and the header is not text", () => {
  const text =
    "= Guide\nJane Doe <jane@example.com>\nv1.0, 2024\n:toc:\n\n== First `steps`, now!\n\n[[own]]\n=== Deep\n\n[#other]\n=== Deep\n\n== First steps now\n";
  expect(written(text)).toEqual([
    "# Guide {#_guide}",
    "## First `steps`, now\\! {#_first_steps_now}",
    "### Deep {#own}",
    "### Deep {#other}",
    "## First steps now {#_first_steps_now_2}",
  ]);
  expect(written(":idprefix:\n:idseparator: -\n\n== First steps\n")).toEqual([
    "## First steps {#first-steps}",
  ]);
});

test("marks inside lines leave their words", () => {
  const text = [
    "*Strong words*, _weak_, `code`, `+{lit}+`, #mark#, [.path]_a_b.rb_, H~2~O, \\*stars*, C++ and {plus}.",
    "See xref:a:b.adoc#c[the page], xref:run-it.adoc[], <<own,here>>, <<own>>, link:https://x.example[Site^],",
    "https://y.example[Other,role=x], kbd:[Ctrl+C], menu:File[Save], image:a.png[A kite], Word.footnote:[Small.]",
    "{url-known}/x[known], {url-unknown}/x[unknown], ((term)) (((index))) and {name}.",
    "",
    "[#own]",
    "== The right place",
  ].join("\n");
  expect(written(text, { "url-known": "https://k.example", name: "a value" })).toEqual([
    "**Strong words**, weak, `code`, `{lit}`, mark, a_b.rb, H2O, \\*stars\\*, C++ and +.",
    "See the page, run it, here, The right place, [Site](https://x.example),",
    "[Other](https://y.example), `Ctrl+C`, File > Save, A kite, Word. (Small.)",
    "[known](https://k.example/x), unknown, term  and a value.",
    "## The right place {#own}",
  ]);
});

test("code keeps its language and loses the marks of notes; names are filled in where asked", () => {
  const text =
    "[source,ruby]\n----\nputs 1 # <1>\n:not: an attribute\n----\n<1> Prints.\n\n[source,sh,subs=attributes]\n----\nrun {v}\n----\n\n....\nraw {v}\n....\n\n[source,sh]\n$ short\n\n $ literal\n";
  expect(page(text, { v: "3" })).toContain("```ruby\nputs 1\n:not: an attribute\n```\n1. Prints.");
  expect(
    blocks(text)
      .filter(([kind]) => kind === "code")
      .map(([, code]) => code),
  ).toEqual(["puts 1\n:not: an attribute", "run {v}", "raw {v}", "$ short", "$ literal"]);
  expect(page(text, { v: "3" })).toContain("```sh\nrun 3\n```");
});

test("notes begin with their name, and containers are transparent", () => {
  const text =
    "NOTE: Short.\n\n[WARNING]\n====\nLong one.\n\n* item\n====\n\n****\nAside.\n****\n\n.Title\n[example]\n====\nInside.\n====\n\n////\nnot seen\n////\n// nor this\n";
  expect(blocks(text)).toEqual([
    ["paragraph", "Note: Short."],
    ["paragraph", "Warning: Long one."],
    ["list", "item"],
    ["paragraph", "Aside."],
    ["paragraph", "Title"],
    ["paragraph", "Inside."],
  ]);
});

test("lists nest by their marks, and what a plus ties to an item belongs to it", () => {
  const text =
    "* one\n** inner\n* two\n+\n----\ncode\n----\n+\nMore.\n\n//-\n\n. first\n. second\n.. deep\n\n//-\n\nterm:: what it is\nother::\n  the other\n\nEnd.\n";
  expect(written(text)).toEqual([
    "- one",
    "  - inner",
    "- two",
    "  ```",
    "  code",
    "  ```",
    "  More.",
    "1. first",
    "2. second",
    "   1. deep",
    "- **term**: what it is",
    "- **other**:",
    "  the other",
    "End.",
  ]);
});

test("tables have their cells, on one line or many", () => {
  const text =
    '|===\n|A |B\n\n|1\n|two\nmore\n|3 |x {vbar} y\n|===\n\n[cols="1,a"]\n|===\n|k\n|v\n|===\n';
  expect(blocks(text)).toEqual([
    ["table", "A\tB\n1\ttwo more\n3\tx | y"],
    ["table", "k\tv"],
  ]);
});

test("conditions keep what holds", () => {
  const text =
    ":here:\n\nifdef::here[]\nShown.\nendif::[]\nifdef::there[]\nHidden.\nifdef::here[]\nToo.\nendif::[]\nendif::[]\nifndef::there[Also shown.]\n";
  expect(written(text)).toEqual(["Shown.", "Also shown."]);
  const compared =
    ':state: new\n\nifeval::["{state}" == "new"]\nNew.\nendif::[]\nifeval::["{state}" == "old"]\nOld.\nendif::[]\nifeval::["{unknown}" != ""]\nNone.\nendif::[]\n';
  expect(written(compared)).toEqual(["New."]);
});
