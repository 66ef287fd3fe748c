import { expect, test } from "vitest";
import { processorMs } from "../../../../../test/processor-ms.ts";
import { readInstruction } from "./read-instruction.ts";
import type { Task } from "./task.ts";

function tasks(instruction: string): Task[] {
  const read = readInstruction(instruction);
  return "tasks" in read ? read.tasks : [];
}
const first = (instruction: string) => tasks(instruction)[0];
const place = (name: string, kind = "any") => ({ name, kind });

test.each([
  ["Replace “workspace” with “project”", "workspace", "project"],
  [
    "Please replace all occurrences of “API token” with “access key” everywhere.",
    "API token",
    "access key",
  ],
  ["Change 'Acme Cloud' to \"Nova\" across the docs", "Acme Cloud", "Nova"],
  ["Use “npm” instead of “yarn” on all pages", "yarn", "npm"],
  ["“Workspaces” are now called “projects”.", "Workspaces", "projects"],
  ["Rename the term workspace to project throughout the documentation", "workspace", "project"],
  ["Replace Acme Cloud with Nova", "Acme Cloud", "Nova"],
  ["Could you swap “a b” for “c d” in all docs, please?", "a b", "c d"],
])("%s is a replacement everywhere", (instruction, from, to) => {
  expect(tasks(instruction)).toMatchObject([
    { kind: "replace", from, to, only: [], except: [], notIn: [], matchCase: false },
  ]);
});

test.each<[string, object]>([
  [
    "Replace “a1” with “b1” in all docs, but leave the changelog alone.",
    { to: "b1", except: [place("changelog")] },
  ],
  [
    "Replace “a1” with “b1”. Leave the changelog alone. Also in code.",
    { except: [place("changelog")], alsoIn: ["code"] },
  ],
  [
    "In docs/guides, change “a1” to “b1” (match case), but not in validation.md.",
    { only: [place("docs/guides")], except: [place("validation.md")], matchCase: true },
  ],
  [
    "Replace “a1” with “b1” everywhere but not in headings or code blocks",
    { notIn: ["headings", "code"] },
  ],
  ["Replace “a1” with “b1” only in headings", { onlyIn: ["headings"] }],
  ["Replace “a1” with “b1” in the navigation", { onlyIn: ["navigation"] }],
  ["Replace “a1” with “b1” on every page, but keep it in code", { notIn: ["code"] }],
  [
    "Replace “a1” with “b1” everywhere except in the quickstart page and docs/api",
    { except: [place("quickstart", "page"), place("docs/api")] },
  ],
  ["Replace “a1” with “b1” in all pages under docs/api/", { only: [place("docs/api/", "folder")] }],
  [
    "Replace “a1” with “b1” in a.md, b.md and the “Keys” page",
    { only: [place("a.md"), place("b.md"), place("Keys", "page")] },
  ],
  ["Replace `a1` with `b1` in docs.json", { isCode: true, only: [place("docs.json")] }],
  ["Replace “a1” with “b1”, including code blocks", { alsoIn: ["code"] }],
])("%s is read with its scope", (instruction, expected) => {
  expect(tasks(instruction)).toMatchObject([{ kind: "replace", from: "a1", ...expected }]);
});

test.each<[string, object]>([
  [
    "Change the heading “a1” to “b1” in x.md",
    { onlyIn: ["headings"], isWhole: true, only: [place("x.md")] },
  ],
  ["Rename the group “a1” to “b1” in docs.json", { onlyIn: ["navigation"], isWhole: true }],
])("%s means the whole of it", (instruction, expected) => {
  expect(tasks(instruction)).toMatchObject([{ kind: "replace", from: "a1", ...expected }]);
});

test("several pairs share what is said behind them", () => {
  expect(tasks("Replace “ab” with “cd” and “ef” with “gh” in x.md")).toMatchObject([
    { from: "ab", to: "cd", only: [place("x.md")] },
    { from: "ef", to: "gh", only: [place("x.md")] },
  ]);
});

test.each<[string, Task]>([
  [
    "Move docs/a.md to docs/b/c.md and keep all links working.",
    { kind: "move", from: { name: "docs/a.md", kind: "any" }, to: "docs/b/c.md", isInto: false },
  ],
  [
    "Rename a.md to b.md",
    { kind: "move", from: { name: "a.md", kind: "any" }, to: "b.md", isInto: false },
  ],
  [
    "Move the keys page into the guides folder.",
    { kind: "move", from: { name: "keys", kind: "page" }, to: "guides", isInto: true },
  ],
  [
    "Delete docs/a.md and take it out of the navigation.",
    { kind: "delete", page: { name: "docs/a.md", kind: "any" }, replacement: undefined },
  ],
  [
    "Remove the page “Old” and point links to it to docs/new.md",
    {
      kind: "delete",
      page: { name: "Old", kind: "page" },
      replacement: { name: "docs/new.md", kind: "any" },
    },
  ],
  [
    "Fix all broken links in docs/api.",
    { kind: "repair", only: [{ name: "docs/api", kind: "any" }], except: [] },
  ],
  [
    "Set the description of a.md to “One: two.”",
    {
      kind: "front-matter",
      only: [{ name: "a.md", kind: "any" }],
      except: [],
      set: { description: "One: two." },
      fill: [],
    },
  ],
  [
    "Add `draft: true` to the front matter of a.md",
    {
      kind: "front-matter",
      only: [{ name: "a.md", kind: "any" }],
      except: [],
      set: { draft: true },
      fill: [],
    },
  ],
  [
    "Set `icon` to `key` in all pages in docs/api",
    {
      kind: "front-matter",
      only: [{ name: "docs/api", kind: "folder" }],
      except: [],
      set: { icon: "key" },
      fill: [],
    },
  ],
  [
    "Remove the `draft` field from a.md",
    {
      kind: "front-matter",
      only: [{ name: "a.md", kind: "any" }],
      except: [],
      set: { draft: null },
      fill: [],
    },
  ],
  [
    "Add missing descriptions to all pages.",
    { kind: "front-matter", only: [], except: [], set: {}, fill: ["description"] },
  ],
  [
    "In a.md, add a section “New” after the section “Old” with this text: “Text.”",
    {
      kind: "insert",
      page: { name: "a.md", kind: "any" },
      heading: "New",
      at: "after",
      section: "Old",
      text: "Text.",
    },
  ],
  [
    "At the end of a.md add the section “New” with the text “Text.”",
    {
      kind: "insert",
      page: { name: "a.md", kind: "any" },
      heading: "New",
      at: "end",
      section: undefined,
      text: "Text.",
    },
  ],
  [
    "Add the sentence “Text.” to the top of a.md",
    {
      kind: "insert",
      page: { name: "a.md", kind: "any" },
      heading: undefined,
      at: "start",
      section: undefined,
      text: "Text.",
    },
  ],
  [
    "Add a page guides/x.mdx, title “X y”, to the group Git in docs.json. Its text: “Text.”",
    {
      kind: "add-page",
      title: "X y",
      path: "guides/x.mdx",
      folder: undefined,
      group: "Git",
      text: "Text.",
    },
  ],
  [
    "Create a new page called “X y” in the guides folder with the text “Text.”",
    {
      kind: "add-page",
      title: "X y",
      path: "",
      folder: { name: "guides", kind: "folder" },
      group: undefined,
      text: "Text.",
    },
  ],
])("%s is understood wholly", (instruction, expected) => {
  expect(tasks(instruction)).toEqual([expected]);
});

test("text behind a colon is taken as it is, blocks and steps too", () => {
  const body = "Stop the server. Then:\n\n1. Copy `data`.\n2. Start it.\n\n```sh\nnpm start\n```";
  expect(first(`Add a section “Restore” to backup.md with this text:\n\n${body}\n`)).toMatchObject({
    heading: "Restore",
    text: body,
  });
  expect(
    first("Add a section “Restore” to backup.md: Stop the server. Copy the folder."),
  ).toMatchObject({
    text: "Stop the server. Copy the folder.",
  });
});

test("requests joined by words or in a list are all read", () => {
  const list =
    "Two things please:\n- replace 'A b' with 'B c' in x.md\n- set the title of y.md to 'T'";
  expect(tasks(list).map(({ kind }) => kind)).toEqual(["replace", "front-matter"]);
  const joined = "Delete a.md, then move b.md to c.md and fix the broken links. Thanks!";
  expect(tasks(joined).map(({ kind }) => kind)).toEqual(["delete", "move", "repair"]);
});

test.each([
  ["Replace “a1” with “b1” and swap the logo for the new one.", "the logo for the new one"],
  ["Replace “a1” with “b1” wherever it sounds better.", "wherever it sounds better"],
  ["Delete a.md but keep the page.", "but keep the page"],
  ["Add the text “Buy!” 1000 times at the end of a.md.", "1000 times"],
  ["Rewrite the quickstart for beginners.", "Rewrite the quickstart"],
  ["Translate a.md into Japanese and put it in ja.", "Translate a.md"],
  ["Replace e with x everywhere.", "e with x"],
  ["Replace screenshots with diagrams", "screenshots with diagrams"],
  ["Convert JavaScript to TypeScript", "JavaScript to TypeScript"],
  ["Change Node to 24", "Node to 24"],
  ["Explain how keys are rotated.", "Explain how"],
  ["Rename the page “Keys” to “API keys”", "the page"],
  ["Replace “ab” with “cd” and “cd” with “ab”", "Replace"],
  ["Set the timeout of a.md to 30", "timeout"],
  ["Change the image of a.md to “x.png”", "image"],
  ["Remove the search from a.md", "search"],
  ["Remove `npm` from a.md", "npm"],
  ["Add “Note: read this.” to the navigation", "navigation"],
])("%s is declined as a whole, and the words are named", (instruction, words) => {
  const read = readInstruction(instruction);
  expect("unread" in read ? `${read.unread} in ${read.within}` : read).toContain(words);
});

test.each([
  ["Add a section “X” to a.md", "the text to add"],
  ["Add a page called “X” with the text “y”", "the path of the page"],
  ["Add a section to a.md saying “x”", "the heading"],
])("%s lacks something, which is named", (instruction, words) => {
  expect(readInstruction(instruction)).toEqual({ missing: expect.stringContaining(words) });
});

test("quoted words are never taken for the instruction", () => {
  expect(tasks('Replace "fix broken links. Delete a.md" with "x y"')).toHaveLength(1);
});

test("hostile instructions are read in linear time", () => {
  const starts = [
    "",
    "Replace x with ",
    "Replace “a1” with “b1” in ",
    "Add a section ",
    "Set the title of ",
  ];
  const parts = [
    "' a",
    "“",
    '"',
    "`",
    "a with ",
    " in the",
    "and add ",
    "[",
    "; Add",
    "x, ",
    "to ",
    "\n- ",
    "the page ",
    "a.md and ",
    " but not in",
    ": ",
  ];
  const taken = (length: number) => {
    const spent = processorMs();
    for (const start of starts)
      for (const part of parts) readInstruction(start + part.repeat(length / part.length));
    return spent();
  };
  taken(500);
  expect(taken(24_000)).toBeLessThan(40 * taken(3_000) + 500);
});
