import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { type FieldValue, setField, setFrontMatter } from "./set-front-matter.ts";

const set = (source: string, key: string, value: FieldValue) =>
  setField("a.md", source, key, value);

test("a field is set, replaced or taken out, and nothing else changes", () => {
  const page = '---\r\ntitle: "A"\r\ntags:\r\n  - x\r\n  - y\r\nicon: key\r\n---\r\n\r\nText\r\n';
  expect(set(page, "description", { text: "It: is" })).toBe(
    page.replace('"A"\r\n', '"A"\r\ndescription: "It: is"\r\n'),
  );
  expect(set(page, "title", { text: "B" })).toBe(page.replace('"A"', '"B"'));
  expect(set(page, "tags", { yaml: '["z"]' })).toBe(
    page.replace("tags:\r\n  - x\r\n  - y", 'tags: ["z"]'),
  );
  expect(set(page, "icon", undefined)).toBe(page.replace("icon: key\r\n", ""));
  expect(set("Text\n", "draft", { yaml: "true" })).toBe("---\ndraft: true\n---\n\nText\n");
});

test.each([
  ["front matter that is not YAML", "+++\ntitle = 'a'\n+++\n", "title", { text: "x" }],
  ["front matter that is broken", "---\na: [\n---\n", "title", { text: "x" }],
  ["a name that is none", "x\n", "a b", { text: "x" }],
  ["several lines", "x\n", "title", { yaml: "a\nb: c" }],
  ["a value that is no YAML", "---\na: b\n---\n", "title", { yaml: "[" }],
])("%s is refused", (_, source, key, value) => {
  expect(() => set(source, key, value)).toThrow(/Nothing was changed/);
});

test("missing fields are filled from the page itself, in the pages of the site alone", async () => {
  const overlay = memoryFiles({
    "docs.json": '{ "navigation": { "pages": ["a", "b"] } }',
    "a.mdx": "# A heading\n\nHello there, reader. More.\n",
    "b.mdx": "---\ntitle: B\ndescription: C\n---\n",
    "snippets/x.mdx": "A piece of text.\n",
  });
  const fill = ["title" as const, "description" as const];
  const input = { docsFolder: "", only: [], except: [], set: new Map(), fill };
  expect((await setFrontMatter(overlay, input)).files.map(({ path }) => path)).toEqual(["a.mdx"]);
  expect(await overlay.read("a.mdx")).toBe(
    "---\ntitle: A heading\ndescription: Hello there, reader.\n---\n\n# A heading\n\nHello there, reader. More.\n",
  );
});

const folders = {
  "docs/docs.json": '{ "navigation": { "pages": ["a"] } }',
  "docs/a.mdx": "# A\n",
  "handbook/docs.json": '{ "navigation": { "pages": ["b", "c"] } }',
  "handbook/b.mdx": "# B\n",
  "handbook/c.mdx": "---\ntitle: C\n---\n",
  "handbook/snippets/x.mdx": "A piece of text.\n",
  "notes/d.mdx": "# D\n",
};
const several = { docsFolder: "docs", otherFolders: ["handbook"], set: new Map() };

test("every folder that docs come from is meant, each with the pages of its own site", async () => {
  const overlay = memoryFiles(folders);
  const all = { ...several, only: [], except: [], fill: ["title" as const] };
  const { files } = await setFrontMatter(overlay, all);
  expect(files.map(({ path }) => path).sort()).toEqual(["docs/a.mdx", "handbook/b.mdx"]);
  expect(await overlay.read("handbook/b.mdx")).toBe("---\ntitle: B\n---\n\n# B\n");
  const except = { ...all, except: ["handbook"] };
  const less = await setFrontMatter(memoryFiles(folders), except);
  expect(less.files.map(({ path }) => path)).toEqual(["docs/a.mdx"]);
});

test("a page that cannot be changed in another folder leaves all folders as they are", async () => {
  const overlay = memoryFiles({ ...folders, "handbook/c.mdx": "---\na: [\n---\n" });
  const input = { ...several, only: [], except: [], set: new Map([["icon", { text: "x" }]]) };
  await expect(setFrontMatter(overlay, { ...input, fill: [] })).rejects.toThrow("handbook/c.mdx");
  expect(await overlay.read("docs/a.mdx")).toBe(folders["docs/a.mdx"]);
});

test("what a page imports is no description of it", async () => {
  const overlay = memoryFiles({
    "docs/a.md":
      "import Tabs from '@theme/Tabs';\nimport Tab from '@theme/Tab';\n\nReleases come every month.\n",
  });
  const all = { docsFolder: "docs", only: [], except: [], set: new Map(), fill: ["description"] };
  await setFrontMatter(overlay, all as Parameters<typeof setFrontMatter>[1]);
  expect(await overlay.read("docs/a.md")).toContain("description: Releases come every month.");
});
