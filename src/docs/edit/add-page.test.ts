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

test.each([
  ["with a page of its own", `{ label: 'Guides', link: { type: 'doc', id: 'a' }, items: ['a'] }`],
  ["that is a key", `{ "Guides": ["a"] }`],
])("a group of a script %s lists it", async (_, group) => {
  const overlay = memoryFiles({
    "docusaurus.config.js": "module.exports = { presets: [['classic', { docs: {} }]] };\n",
    "sidebars.js": `module.exports = { docs: [{ type: 'category', label: 'Start', items: ['x'] }, ${group}] };\n`,
    "docs/a.md": "# A\n",
    "docs/x.md": "# X\n",
  });
  const added = { docsFolder: "", path: "docs/b.md", title: "B", text: "Some text." };
  await addPage(overlay, { ...added, group: "guides" });
  expect(await overlay.read("sidebars.js")).toMatch(/\[["']a["'], ["']b["']\]/);
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

const barred = {
  "website/docusaurus.config.js": `module.exports = {
  presets: [['classic', { docs: { path: '../docs', sidebarPath: './sidebars.json' } }]],
  themeConfig: { navbar: { items: [
    { label: 'Docs', type: 'doc', docId: 'start', position: 'right' },
    { label: 'API', type: 'doc', docId: 'api', position: 'right' },
  ] } },
};
`,
  "docs/start.md": "---\ntitle: Start\n---\n\nText.\n",
  "docs/api.md": "---\ntitle: API\n---\n\nText.\n",
};
const bun = { docsFolder: "docs", path: "docs/bun.md", title: "Bun", text: "Text." };

test("a page goes to the sidebar that lists its neighbours and to no bar at the top", async () => {
  const overlay = memoryFiles({
    ...barred,
    "website/sidebars.json": '{\n  "docs": { "Guides": [\n    "start",\n    "api"\n  ] }\n}\n',
  });
  expect(await addPage(overlay, bun)).toMatchObject({ listedIn: "website/sidebars.json" });
  expect(await overlay.read("website/sidebars.json")).toContain('"api",\n    "bun"\n');
});

test("a page whose neighbours stand in several lists, and in a bar, is listed nowhere", async () => {
  const overlay = memoryFiles({
    ...barred,
    "website/sidebars.json": '{ "docs": { "Guides": ["start"], "More": ["api"] } }\n',
  });
  expect(await addPage(overlay, bun)).toEqual({ path: "docs/bun.md", listedIn: undefined });
  const bar = "const nav: Items = [\n  { text: 'A', link: '/a' },\n];\n";
  const declared = memoryFiles({
    ".vitepress/config.ts": `${bar}export default { themeConfig: { nav } };\n`,
    "a.md": "# A\n",
  });
  const other = { docsFolder: "", path: "b.md", title: "B", text: "Text." };
  expect(await addPage(declared, other)).toEqual({ path: "b.md", listedIn: undefined });
});

test("a new entry takes over no translations and badges of the one beside it", async () => {
  const beside = "{ label: 'B', slug: 'b', translations: { de: 'B auf Deutsch', id: 'B' } }";
  const overlay = memoryFiles({
    "astro.config.mjs": `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight({ sidebar: [{ label: 'Start', translations: { de: 'Los' }, items: ['a', ${beside}] }] })] };\n`,
    "src/content/docs/a.md": "---\ntitle: A\n---\n",
    "src/content/docs/b.md": "---\ntitle: B\n---\n",
  });
  const path = "src/content/docs/c.md";
  await addPage(overlay, { docsFolder: "", path, title: "C", text: "x", group: "Start" });
  expect(await overlay.read("astro.config.mjs")).toContain(`items: ['a', ${beside}, 'c']`);
});
