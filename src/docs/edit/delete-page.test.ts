import { describe, expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { overlayOf } from "../../../test/overlay-of.ts";
import { deletePage } from "./delete-page.ts";

const docsJson = `{
  "navigation": {
    "tabs": [
      {
        "tab": "Keys",
        "root": "guides/keys",
        "groups": [
          {
            "group": "Start",
            "pages": [
              "index",
              "guides/keys",
              "guides/doors"
            ]
          },
          { "group": "Last", "pages": ["guides/doors", "guides/keys"] },
          { "group": "Only", "pages": [ "guides/keys" ] },
          { "group": "Both", "pages": ["guides/keys", "guides/keys", "index"] }
        ]
      },
      { "tab": "Link", "href": "/guides/keys" }
    ]
  },
  "navbar": { "primary": { "label": "Keys", "href": "/guides/keys" } },
  "redirects": [{ "source": "/old", "destination": "/guides/keys" }]
}
`;
const files = {
  "docs/docs.json": docsJson,
  "docs/index.mdx": `# Home

Read [about \`keys\` [x]](/guides/keys "Keys") or [ref][k], [K][], [k]; ![door](guides/keys.mdx) [![i](a.png)](guides/keys#x).
<a href="/guides/keys" class="b">*the* page</a>, <Link to='guides/keys'>it</Link>, <Card title="C" href="/guides/keys">c</Card>

[k]: guides/keys.mdx#make
[other]: guides/doors.mdx

\`[code](/guides/keys)\` [doors](guides/doors)
`,
  "docs/guides/keys.mdx": "# Keys\n\n[self](keys.mdx)\n",
  "docs/guides/doors.mdx": "import K from './keys.mdx'\r\n\r\n[keys](keys)\r\n",
};
const path = "docs/guides/keys.mdx";

describe("a deleted page without a replacement", () => {
  test("leaves the text of the links to it", async () => {
    const overlay = memoryFiles(files);
    await deletePage(overlay, { docsFolder: "docs", path, replacement: undefined });
    expect(await overlay.read("docs/index.mdx")).toBe(`# Home

Read about \`keys\` [x] or ref, K, k; door ![i](a.png).
*the* page, it, <Card title="C" href="/guides/keys">c</Card>

[other]: guides/doors.mdx

\`[code](/guides/keys)\` [doors](guides/doors)
`);
    expect(await overlay.read("docs/guides/doors.mdx")).toBe(
      "import K from './keys.mdx'\r\n\r\nkeys\r\n",
    );
    expect(overlay.has(path)).toBe(false);
  });

  test("loses its entries in the navigation, whose groups stay", async () => {
    const overlay = memoryFiles(files);
    await deletePage(overlay, { docsFolder: "docs", path, replacement: undefined });
    const text = await overlay.read("docs/docs.json");
    expect(text).toBe(
      docsJson
        .replace('        "root": "guides/keys",\n', "")
        .replace('              "guides/keys",\n', "")
        .replace('["guides/doors", "guides/keys"]', '["guides/doors"]')
        .replace('[ "guides/keys" ]', "[]")
        .replace('["guides/keys", "guides/keys", "index"]', '["index"]')
        .replace(',\n      { "tab": "Link", "href": "/guides/keys" }', ""),
    );
    expect(() => JSON.parse(text)).not.toThrow();
  });

  test("is reported where a person has to decide", async () => {
    const overlay = memoryFiles(files);
    const { problems, mentions } = await deletePage(overlay, {
      docsFolder: "docs",
      path,
      replacement: undefined,
    });
    expect(problems).toEqual([
      { path: "docs/docs.json", line: 21, reason: expect.stringContaining("/guides/keys") },
      { path: "docs/docs.json", line: 22, reason: expect.stringContaining("/guides/keys") },
      { path: "docs/guides/doors.mdx", line: 1, reason: expect.stringContaining("imported") },
      { path: "docs/index.mdx", line: 4, reason: expect.stringContaining("<Card>") },
    ]);
    expect(mentions).toEqual([expect.stringMatching(/^docs\/index\.mdx:8 `\[code\]/)]);
  });
});

describe("a deleted page with a replacement", () => {
  test.each(["docs/guides/doors.mdx", "/guides/doors"])(
    "hands its links over to %s, without their anchors",
    async (replacement) => {
      const overlay = memoryFiles(files);
      const { problems } = await deletePage(overlay, { docsFolder: "docs", path, replacement });
      expect(await overlay.read("docs/index.mdx")).toBe(
        files["docs/index.mdx"]
          .replaceAll("](/guides/keys ", "](/guides/doors ")
          .replaceAll('"/guides/keys"', '"/guides/doors"')
          .replace("'guides/keys'", "'guides/doors'")
          .replace("](guides/keys.mdx)", "](guides/doors.mdx)")
          .replace("](guides/keys#x)", "](guides/doors)")
          .replace("guides/keys.mdx#make", "guides/doors.mdx"),
      );
      expect(await overlay.read("docs/guides/doors.mdx")).toBe(
        "import K from './doors.mdx'\r\n\r\n[keys](doors)\r\n",
      );
      const navigation = JSON.parse(await overlay.read("docs/docs.json"));
      expect(navigation.navbar.primary.href).toBe("/guides/doors");
      expect(navigation.navigation.tabs[1].href).toBe("/guides/doors");
      expect(navigation.navigation.tabs[0].groups[0].pages).toEqual(["index", "guides/doors"]);
      expect(problems).toEqual([]);
    },
  );

  test("hands them over to an address elsewhere", async () => {
    const overlay = memoryFiles({ "a.md": "[x](b.md#y) [z][b]\n\n[b]: b.md\n", "b.md": "b\n" });
    await deletePage(overlay, {
      docsFolder: "",
      path: "b.md",
      replacement: "https://example.com/b",
    });
    expect(await overlay.read("a.md")).toBe(
      "[x](https://example.com/b) [z][b]\n\n[b]: https://example.com/b\n",
    );
  });

  test.each([path, "/nowhere", "docs/none.mdx", "javascript:alert(1)", "https://a.b/ c"])(
    "refuses %j, and nothing has changed",
    async (replacement) => {
      const overlay = memoryFiles(files);
      await expect(deletePage(overlay, { docsFolder: "docs", path, replacement })).rejects.toThrow(
        "Give another",
      );
      expect(overlay.changes()).toEqual([]);
    },
  );
});

test("a sidebar of Docusaurus loses the entry, and keeps its comments", async () => {
  const overlay = memoryFiles({
    "docusaurus.config.js": "export default { presets: [['classic', {}]] }\n",
    "sidebars.js": `module.exports = {
  docs: [
    'intro',
    'keys', // the keys
    // doors come next
    'doors',
    { type: 'category', label: 'Keys', link: { type: 'doc', id: 'keys' }, items: ['keys'] },
    { type: "doc", id: "keys" },
  ],
};
`,
    "docs/intro.md": "x\n",
    "docs/keys.md": "x\n",
    "docs/doors.md": "x\n",
  });
  const { problems } = await deletePage(overlay, {
    docsFolder: "docs",
    path: "docs/keys.md",
    replacement: undefined,
  });
  expect(await overlay.read("sidebars.js")).toBe(`module.exports = {
  docs: [
    'intro',
    // the keys
    // doors come next
    'doors',
    { type: 'category', label: 'Keys', link: { type: 'doc', id: 'keys' }, items: [] },
  ],
};
`);
  expect(problems).toMatchObject([{ path: "sidebars.js", line: 7 }]);
});

test("sidebars of VitePress and Starlight lose the entry", async () => {
  const vitepress = memoryFiles({
    "docs/.vitepress/config.ts": `export default {
  themeConfig: {
    sidebar: [
      { text: 'Keys', link: '/keys' },
      { text: 'More', items: [{ text: 'D', link: '/doors' }, { text: 'K', link: '/keys' }] },
    ],
  },
}
`,
    "docs/keys.md": "x\n",
    "docs/doors.md": "x\n",
  });
  const input = { docsFolder: "docs", path: "docs/keys.md", replacement: "docs/doors.md" };
  await deletePage(vitepress, input);
  expect(await vitepress.read("docs/.vitepress/config.ts")).toBe(`export default {
  themeConfig: {
    sidebar: [
      { text: 'More', items: [{ text: 'D', link: '/doors' }] },
    ],
  },
}
`);
  const starlight = memoryFiles({
    "astro.config.mjs":
      "export default defineConfig({ integrations: [starlight({ sidebar: ['doors', 'keys', { label: 'K', slug: 'keys' }] })] })\n",
    "src/content/docs/keys.md": "x\n",
    "src/content/docs/doors.md": "x\n",
  });
  const path = "src/content/docs/keys.md";
  await deletePage(starlight, { docsFolder: "", path, replacement: undefined });
  expect(await starlight.read("astro.config.mjs")).toContain("sidebar: ['doors'] }");
});

test.each(["\n", "\r\n"])(
  "mkdocs.yml loses lines that end with %j, and keeps empty groups",
  async (end) => {
    const nav = `nav:
  - Home: index.md # home
  - Keys: keys.md # gone
  - Only:
      # a remark
      - keys.md
  - "Flow": [index.md, keys.md]
  - A: keys.md
    B: index.md
theme: x
`.replaceAll("\n", end);
    const overlay = memoryFiles({
      "mkdocs.yml": nav,
      "docs/index.md": "x\n",
      "docs/keys.md": "x\n",
    });
    const { problems } = await deletePage(overlay, {
      docsFolder: "docs",
      path: "docs/keys.md",
      replacement: undefined,
    });
    const lines = [`  - Keys: keys.md # gone${end}`, `      - keys.md${end}`];
    expect(await overlay.read("mkdocs.yml")).toBe(
      nav
        .replace(lines[0] ?? "", "")
        .replace(lines[1] ?? "", "")
        .replace("Only:", "Only: []")
        .replace(", keys.md]", "]"),
    );
    expect(problems).toMatchObject([{ path: "mkdocs.yml", line: 6 }]);
  },
);

test("a folder, and a path that is no file, are refused with what to do", async () => {
  const overlay = await overlayOf(files);
  const remove = (gone: string) =>
    deletePage(overlay, { docsFolder: "docs", path: gone, replacement: undefined });
  await expect(remove("docs/guides")).rejects.toThrow("one by one");
  await expect(remove("docs/key.mdx")).rejects.toThrow("There is no file");
  await expect(remove("../x")).rejects.toMatchObject({ code: "invalid_request" });
  expect(overlay.changes()).toEqual([]);
});
