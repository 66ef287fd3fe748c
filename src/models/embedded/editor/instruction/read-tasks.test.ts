import { expect, test } from "vitest";
import { readTasks } from "./read-tasks.ts";

const kinds = (instruction: string) => readTasks(instruction).tasks.map((task) => task.kind);
const first = (instruction: string) => readTasks(instruction).tasks[0];

test.each([
  ["Replace workspace with project", "workspace", "project"],
  ["Replace data folder with data directory everywhere", "data folder", "data directory"],
  [
    "Please replace all occurrences of “API token” with “access key” everywhere.",
    "API token",
    "access key",
  ],
  ["Rename the dashboard to console", "dashboard", "console"],
  ["Change 'Acme Cloud' to \"Nova\" across the docs", "Acme Cloud", "Nova"],
  ["Change port 4040 to 4041", "port 4040", "port 4041"],
  ["Use npm instead of yarn", "yarn", "npm"],
  ["Update “Acme” to “Nova” everywhere", "Acme", "Nova"],
  ["Could you update the docs to say token instead of key?", "key", "token"],
  ["Workspaces are now called projects.", "workspaces", "projects"],
  ["Change the product name from Acme to Nova", "Acme", "Nova"],
])("%s is a replacement", (instruction, from, to) => {
  expect(readTasks(instruction).tasks).toEqual([
    { kind: "replace", from, to, isCode: false, inCode: false, except: [] },
  ]);
});

test("a replacement knows its page, its exceptions and code", () => {
  expect(first("Replace `a()` with `b()` in docs/keys.md")).toMatchObject({
    isCode: true,
    inCode: true,
    page: "docs/keys.md",
  });
  expect(first("In the keys page, replace foo with bar, also in code")).toMatchObject({
    page: "the keys page",
    to: "bar",
    inCode: true,
  });
  expect(first("Replace foo with bar except in the changelog. Leave `a.md` alone.")).toMatchObject({
    except: ["the changelog", "a.md"],
  });
});

test("a page that may be part of the new text is kept as both", () => {
  expect(first("Replace log on with sign in here")).toMatchObject({
    to: "sign",
    page: "here",
    wholeTo: "sign in here",
  });
});

test("several pairs in one sentence are several replacements", () => {
  const { tasks } = readTasks('Replace "a" with "b", "c" with "d" and "e" with "f"');
  expect(tasks.map((task) => task.kind === "replace" && [task.from, task.to])).toEqual([
    ["a", "b"],
    ["c", "d"],
    ["e", "f"],
  ]);
});

test.each([
  "Change the default port to 4041",
  "Update the quickstart to use npm",
  "Replace the quickstart with a better one",
  "Change Node to 24",
  "Convert tables to lists",
  "Update Node to the newest version",
  "Rename the page “Keys” to “API keys”",
  "Rename docs/keys.md to docs/api-keys.md",
  "Rewrite everything.",
  "",
])("%s is left to a person", (instruction) => {
  expect(readTasks(instruction).tasks).toEqual([{ kind: "draft", instruction }]);
});

test("a page has a title, a path, a group and a subject", () => {
  expect(
    first('Create a new page about webhooks at guides/webhooks.mdx in the group "Build on it".'),
  ).toEqual({
    kind: "add-page",
    title: "Webhooks",
    path: "guides/webhooks.mdx",
    group: "Build on it",
    topic: "webhooks",
    text: "",
    wishes: [],
  });
  expect(
    first(
      "Add a page called Limits that explains how many requests are allowed in the Reference group",
    ),
  ).toMatchObject({
    title: "Limits",
    group: "Reference",
    topic: "how many requests are allowed",
  });
  expect(first("Add a rate limits page")).toMatchObject({ title: "Rate limits" });
  expect(first("Add a page titled 'Don't panic' about errors")).toMatchObject({
    title: "Don't panic",
  });
});

test("sentences after a page are its text, or wishes for a person", () => {
  expect(
    first("Add a “Limits” page. It should mention status 429. Limits are counted per minute."),
  ).toMatchObject({
    text: "Limits are counted per minute.",
    wishes: ["It should mention status 429."],
  });
});

test("a section has a heading, a page and its text", () => {
  const section = { kind: "add-section", heading: "Expiry", text: "Keys expire after 30 days." };
  for (const instruction of [
    "Add a section called Expiry to the keys page saying that keys expire after 30 days.",
    "Add a section to the keys page called “Expiry”: Keys expire after 30 days.",
    "On the keys page, add an “Expiry” section saying “Keys expire after 30 days.”",
    "Append a section titled Expiry to the end of the keys page. It should say that keys expire after 30 days.",
  ]) {
    expect(first(instruction)).toMatchObject({ ...section, page: "the keys page" });
  }
});

test("code blocks and paragraphs of a section stay as they were written", () => {
  const task = first(
    "Add a section called Run to keys.md:\n\nFirst this.\n\n```sh\nnpm start. Then\n\nwait\n```\n\n- one\n- two",
  );
  expect(task).toMatchObject({
    text: "First this.\n\n```sh\nnpm start. Then\n\nwait\n```\n- one\n- two",
  });
});

test.each([
  ["Fix broken links", ["fix-links"]],
  ["Please find and repair all dead links in the docs.", ["fix-links"]],
  ["Add missing front matter", ["front-matter"]],
  ["Fill in missing titles and descriptions", ["front-matter"]],
  [
    "Replace foo with bar and fix the broken links, then add missing titles",
    ["replace", "fix-links", "front-matter"],
  ],
  [
    "1. Replace foo with bar\n2. Shorten the quickstart\n3. Fix broken links",
    ["replace", "draft", "fix-links"],
  ],
])("%s is %j", (instruction, expected) => {
  expect(kinds(instruction)).toEqual(expected);
});

test("only the fields that are named are filled", () => {
  expect(first("Add descriptions to all pages that lack one")).toMatchObject({
    fields: ["description"],
  });
  expect(first("Add front matter to keys.md")).toMatchObject({
    fields: ["title", "description"],
    page: "keys.md",
  });
});

test("sentences that led to nothing are named, thanks are not", () => {
  const { leftOver } = readTasks("We have news. Replace foo with bar. The moon is round. Thanks!");
  expect(leftOver).toEqual(["The moon is round."]);
});

test("quoted words are never taken for the instruction", () => {
  expect(readTasks('Replace "fix broken links. Add a page" with "x"').tasks).toHaveLength(1);
});

test("hostile instructions are read in linear time", () => {
  for (const part of [
    "' a",
    '"',
    "`",
    "a with ",
    " in the",
    "and add ",
    "[",
    "; Add",
    " from ",
    "x, ",
    "to ",
    "\n- ",
  ]) {
    for (const start of ["", "Replace x with ", "Add a page about ", "Add a section ", "Fix "]) {
      readTasks(start + part.repeat(20_000));
    }
  }
});
