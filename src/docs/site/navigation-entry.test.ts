import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { applyEdits } from "../edit/text-edit.ts";
import { jsonEntries } from "./json-entries.ts";
import { yamlEntries } from "./mkdocs/mkdocs-navigation.ts";
import { type NavigationEntries, removeItems } from "./navigation-entry.ts";
import { scriptEntries } from "./script-entries.ts";

const names = ["a.md", "b.md", "c.md", "d.md"];
const subsets = Array.from({ length: 15 }, (_, index) =>
  names.filter((_name, bit) => (index + 1) & (1 << bit)),
);

function without(text: string, read: NavigationEntries, gone: string[]): string {
  if ("problem" in read) throw new Error(read.problem);
  const listed = read.entries.filter(({ value }) => names.includes(value));
  const list = listed[0]?.slot?.list;
  if (list === undefined) throw new Error("the list was not found");
  const indexes = listed.flatMap(({ value, slot }) =>
    slot && gone.includes(value) ? [slot.index] : [],
  );
  const edits = removeItems(text, list, new Set(indexes));
  if (edits === undefined) throw new Error("it could not be removed");
  return applyEdits(text, edits);
}

describe.each([
  ["in one line", '{"navigation": {"pages": ["a.md", "b.md","c.md" , "d.md"]}}'],
  [
    "in lines",
    '{\n  "navigation": {\n    "pages": [\n      "a.md",\n      "b.md",\n      "c.md",\n      "d.md"\n    ]\n  }\n}\n',
  ],
  [
    "with line ends of Windows",
    '{"navigation": {"pages": [\r\n\t"a.md",\r\n\t"b.md",\r\n\t"c.md",\r\n\t"d.md"]}}',
  ],
])("JSON %s", (_name, text) => {
  test.each(subsets.map((gone) => [gone.join(" "), gone] as const))("without %s", (_gone, gone) => {
    const kept = names.filter((name) => !gone.includes(name));
    const after = without(
      text,
      jsonEntries(text, { roleOf: () => "page", isListing: () => true }),
      gone,
    );
    expect(JSON.parse(after)).toEqual({ navigation: { pages: kept } });
    expect(after).not.toMatch(/\n\s*\n/);
  });
});

describe.each([
  ["as a block", "nav:\n  - a.md\n  - B: b.md # b\n  - 'c.md'\n  - D: \"d.md\"\nx: 1\n"],
  ["as a flow", "nav: [a.md, B: b.md, 'c.md', {D: d.md}]\nx: 1\n"],
  ["without a final line break", "x: 1\nnav:\n- a.md\n- B: b.md\n- c.md\n- D: d.md"],
])("YAML %s", (_name, text) => {
  test.each(subsets.map((gone) => [gone.join(" "), gone] as const))("without %s", (_gone, gone) => {
    const all = ["a.md", { B: "b.md" }, "c.md", { D: "d.md" }];
    const kept = all.filter((_item, index) => !gone.includes(names[index] ?? ""));
    const after = parse(without(text, yamlEntries(text), gone));
    expect(after).toEqual({ nav: kept, x: 1 });
  });
});

describe.each([
  [
    "with a comma at the end",
    "x = {\n  docs: [\n    'a.md',\n    { id: 'b.md' },\n    \"c.md\",\n    'd.md',\n  ],\n}",
  ],
  ["in one line", "x = { docs: ['a.md', { type: 'doc', id: \"b.md\" }, 'c.md', 'd.md'] }"],
  [
    "with comments",
    "x = { docs: [ // all\n  'a.md', // a\n  { id: 'b.md' }, /* b */\n  // c\n  'c.md',\n  'd.md' // d\n] }",
  ],
])("a script %s", (_name, text) => {
  test.each(subsets.map((gone) => [gone.join(" "), gone] as const))("without %s", (_gone, gone) => {
    const read = scriptEntries(text, { items: "id", path: "sidebars.js" });
    const after = without(text, read, gone);
    const again = scriptEntries(after, { items: "id", path: "sidebars.js" });
    const kept = names.filter((name) => !gone.includes(name));
    expect("entries" in again && again.entries.map(({ value }) => value)).toEqual(kept);
    expect(after.match(/\/[/*] ?\w+/g)).toEqual(text.match(/\/[/*] ?\w+/g));
    expect(after).not.toMatch(/,\s*,|\[\s*,/);
  });
});
