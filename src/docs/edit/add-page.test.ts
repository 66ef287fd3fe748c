import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { addPage } from "./add-page.ts";

const docs = {
  "docs.json":
    '{\n  "navigation": { "groups": [\n    { "group": "Start", "pages": ["index"] },\n    { "group": "Guides", "pages": [\n      "guides/a"\n    ] }\n  ] }\n}\n',
  "index.mdx": "---\ntitle: Home\n---\n",
  "guides/a.mdx": "---\ntitle: A\n---\n",
};
const page = { docsFolder: "", path: "guides/b.mdx", title: "B: one", text: "Some text." };

test("a page has its text and title as its neighbours do, and stands behind them in the navigation", async () => {
  const overlay = memoryFiles(docs);
  expect(await addPage(overlay, page)).toEqual({ path: "guides/b.mdx", listedIn: "docs.json" });
  expect(await overlay.read("guides/b.mdx")).toBe('---\ntitle: "B: one"\n---\n\nSome text.\n');
  expect(await overlay.read("docs.json")).toBe(
    docs["docs.json"].replace('"guides/a"', '"guides/a",\n      "guides/b"'),
  );
});

test("a group that is named lists it, whatever its case", async () => {
  const overlay = memoryFiles(docs);
  await addPage(overlay, { ...page, group: "start" });
  expect(await overlay.read("docs.json")).toContain('["index", "guides/b"]');
});

test("titles are headings where the pages have them so", async () => {
  const overlay = memoryFiles({
    "mkdocs.yml": "site_name: A\nnav:\n  - Home: index.md\n  - Guides:\n      - A: guides/a.md\n",
    "docs/index.md": "# Home\n",
    "docs/guides/a.md": "# A\n",
  });
  await addPage(overlay, { ...page, path: "docs/guides/b.md", title: "B" });
  expect(await overlay.read("docs/guides/b.md")).toBe("# B\n\nSome text.\n");
  expect(await overlay.read("mkdocs.yml")).toContain(
    "      - A: guides/a.md\n      - B: guides/b.md\n",
  );
});

test("a list in a script gets an item like those beside it", async () => {
  const config = `export default { themeConfig: { sidebar: [
    { text: 'Guides', items: [
      { text: 'A', link: '/guides/a' },
      {
        text: 'It\\'s B',
        link: '/guides/b',
      },
    ] },
    { text: 'Other', items: [{ text: 'X', link: '/x' }] },
  ] } }`;
  const files = {
    ".vitepress/config.ts": config,
    "guides/a.md": "# A\n",
    "guides/b.md": "# B\n",
    "x.md": "# X\n",
  };
  const added = { docsFolder: "", path: "guides/c.md", title: "What's C", text: "Some text." };
  const overlay = memoryFiles(files);
  expect(await addPage(overlay, added)).toMatchObject({ listedIn: ".vitepress/config.ts" });
  expect(await overlay.read(".vitepress/config.ts")).toBe(
    config.replace(
      "'/guides/b',\n      },",
      "'/guides/b',\n      },\n      {\n        text: 'What\\'s C',\n        link: '/guides/c',\n      },",
    ),
  );
  const other = memoryFiles(files);
  await addPage(other, { ...added, group: "other" });
  expect(await other.read(".vitepress/config.ts")).toContain(
    "{ text: 'X', link: '/x' }, { text: 'What\\'s C', link: '/guides/c' }]",
  );
});

test.each([
  ["a page that is there", { path: "guides/a.mdx" }, /already/],
  ["a file that is no page", { path: "guides/b.txt" }, /ending/],
  ["a group that is not there", { group: "Other" }, /no group/],
  ["a way out", { path: "../b.md" }, /./],
  ["a hidden folder", { path: ".git/b.md" }, /./],
])("%s is refused, and nothing is written", async (_, given, message) => {
  const overlay = memoryFiles(docs);
  await expect(addPage(overlay, { ...page, ...given })).rejects.toThrow(message);
  expect(overlay.changes()).toEqual([]);
});

test("an entry in a script is written like one of the same kind, and never like one that is put together", async () => {
  const put = "{ text: `From v$" + "{old}`, link: '/guide/b' },";
  const entries = ["{ text: 'A', link: '/guide/a' },", put, "{ text: 'More', link: '/more/' },"];
  const overlay = memoryFiles({
    ".vitepress/config.ts": `const old = 1;\nexport default { themeConfig: { sidebar: [\n  { text: 'Guide', items: [\n    ${entries.join("\n    ")}\n  ] },\n] } };\n`,
    "guide/a.md": "# A\n",
    "guide/b.md": "# B\n",
    "more/index.md": "# More\n",
  });
  const added = { docsFolder: "", path: "guide/c.md", title: "C", text: "x", group: "Guide" };
  expect(await addPage(overlay, added)).toMatchObject({ listedIn: ".vitepress/config.ts" });
  expect(await overlay.read(".vitepress/config.ts")).toMatch(
    /'\/more\/' \},\s+\{ text: 'C', link: '\/guide\/c' \}/,
  );
});
