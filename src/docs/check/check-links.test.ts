import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { checkTree, reportTree } from "./check-tree.ts";

/** What is wrong with one page among others, as `line message`. */
async function linksOf(
  files: Record<string, string>,
  path: string,
  docsFolder = "",
): Promise<string[]> {
  const findings = await checkTree(memoryFiles(files), docsFolder);
  const own = findings.filter((one) => one.path === path);
  return own
    .filter(({ check }) => check === "link" || check === "anchor" || check === "image")
    .map(({ line, message }) => `${line} ${message}`);
}

/** The same without the half that says what is missing. */
async function hintsOf(...page: Parameters<typeof linksOf>): Promise<string[]> {
  return (await linksOf(...page)).map((text) => text.replace(/ [^;]*;/, ""));
}

const plain = {
  "docs/index.md": "# Home\n",
  "docs/guides/keys.md": '# Keys\n\n## Create a key\n\n<a id="own"></a>\n\n> ### Quoted\n',
  "docs/guides/index.mdx": "# Guides\n",
  "docs/images/door.png": "not really",
  "docs/static/logo.svg": "<svg/>",
  "README.md": "# Top\n",
};

test("links of every usual form that lead somewhere pass", async () => {
  const page = `# New

[a](keys.md) [b](./keys) [c](../index.md) [d](/guides/keys) [e](/guides/) [f](/guides/keys.html)
[g](keys.md#create-a-key) [h](#new) [i](/images/door.png) ![j](../images/door.png) [k](/logo.svg)
[l](https://example.com/nowhere) [m](mailto:a@b.c) [n](//cdn.example/x) [o](/) [p](keys?x=1#own)
[q](../../README.md) <a href="/guides/keys">r</a> [s](keys.md#quoted) [t](#top) <img src="/logo.svg"/>
[u](/llms.txt) [v][ref] [w]({variable}) [x](<keys.md>)

[ref]: keys.md

\`[code](nowhere.md)\`
`;
  const files = { ...plain, "docs/guides/new.md": page };
  expect(await linksOf(files, "docs/guides/new.md", "docs")).toEqual([]);
});

test("links to nothing say their line and what would be right", async () => {
  const page = `# New

[a](gone.md)
[b](/guides/api-keys)
[c](keys.md#create-key)
[d](../../../../etc/passwd)
[e](#nowhere)
[f](%ZZ.md)
![g](../images/doors.png)
<img src="/nothing.png"/>
[h](gone.md) again
[i]: /guides/kyes
`;
  const files = { ...plain, "docs/guides/new.md": page };
  const better = "link to a page that is there, or add this one";
  expect(await linksOf(files, "docs/guides/new.md", "docs")).toEqual([
    `3 there is no page gone.md; ${better} (also in line 11)`,
    "4 there is no page /guides/api-keys; did you mean /guides/keys?",
    "5 docs/guides/keys.md has no heading #create-key; did you mean #create-a-key?",
    `6 there is no page ../../../../etc/passwd; ${better}`,
    "7 this page has no heading #nowhere; link to one that is there, such as #new",
    `8 there is no page %ZZ.md; ${better}`,
    "9 there is no file ../images/doors.png; did you mean ../images/door.png?",
    "10 there is no file /nothing.png; add it, or correct the path",
    "12 there is no page /guides/kyes; did you mean /guides/keys?",
  ]);
});

test("Docusaurus' addresses are those of its routes, slugs and number prefixes, not of its files", async () => {
  const files = {
    "docusaurus.config.js": `module.exports = { presets: [["classic", { docs: { routeBasePath: "manual" } }]],
      plugins: [["@docusaurus/plugin-client-redirects", { redirects: [{ from: "/old", to: "/manual" }] }]] };`,
    "docs/01-intro.md": "# Intro\n",
    "docs/keys.md": "---\nslug: /api-keys\n---\n\n# Keys {#all-keys}\n",
    "src/pages/about.tsx": "export default null;",
    "static/img/a.png": "x",
    "docs/page.md": `# Page

[ok](/manual/intro) [ok](/manual/api-keys#all-keys) [ok](./keys.md) [ok](/about) [ok](/old) [ok](/manual/category/x)
[ok](@site/docs/keys.md) ![ok](/img/a.png) [ok](/keys.md) [plugin](/shop/shoes)
[bad](/intro)
[bad](/manual/keys)
[bad](@site/docs/none.md)
`,
  };
  expect(await hintsOf(files, "docs/page.md")).toEqual([
    "5 docs/01-intro.md is at /manual/intro",
    "6 did you mean /manual/api-keys?",
    "7 link to a page that is there, or add this one",
  ]);
});

test("Starlight's translations fall back to the original, and its base may stand before addresses", async () => {
  const files = {
    "astro.config.mjs": `import starlight from "@astrojs/starlight";
export default defineConfig({ base: "/kit", redirects: { "/was": "/is" },
  integrations: [starlight({ title: "x", locales: { root: { label: "English" }, fr: { label: "Français" } } })] });`,
    "src/content/docs/guides/keys.md": "# Keys\n",
    "src/content/docs/index.mdx": "---\ntemplate: splash\n---\n\n# Home\n",
    "src/pages/shop/[item].astro": "x",
    "src/content/docs/fr/page.md":
      "# Page\n\n[ok](/guides/keys/) [ok](/kit/guides/keys/) [ok](/fr/guides/keys/) [ok](/was) [ok](/shop/a)\n[bad](/fr/guides/kays/)\n",
  };
  expect(await hintsOf(files, "src/content/docs/fr/page.md")).toEqual([
    "4 did you mean /guides/keys/?",
  ]);
});

test("MkDocs' links are paths of files, and its anchors are Python's", async () => {
  const files = {
    "mkdocs.yml":
      "site_name: x\nplugins:\n  - redirects:\n      redirect_maps:\n        was.md: keys.md\n",
    "docs/keys.md": "# Keys\n\n## Keys & locks\n\n## Own { #mine }\n",
    "docs/reference.md": "# Reference\n\n::: package.module\n",
    "docs/index.md":
      "# Home\n\n[ok](keys.md#keys-locks) [ok](keys.md#mine) [ok](reference.md#anything) [ok](was.md) [other](/shop)\n[bad](keys.md#keys--locks)\n[bad](kees.md)\n",
  };
  expect(await hintsOf(files, "docs/index.md")).toEqual([
    "4 did you mean #keys-locks?",
    "5 did you mean keys.md?",
  ]);
});

test("VitePress' pages, rewrites and templates are found where it publishes them", async () => {
  const files = {
    "docs/.vitepress/config.ts": `export default { rewrites: { "packages/:rest*": "kit/:rest*" } };`,
    "docs/packages/keys.md": "# `withKeys` <Badge text='new' />\n",
    "docs/items/[id].md": "# Item\n",
    "docs/index.md":
      "# Home\n\n[ok](/kit/keys) [ok](/kit/keys.html#withkeys) [ok](./packages/keys.md) [ok](/items/7)\n[bad](/kit/locks)\n",
  };
  expect(await hintsOf(files, "docs/index.md")).toEqual([
    "4 link to a page that is there, or add this one",
  ]);
});

test("Mintlify's redirects, references and API pages are followed", async () => {
  const files = {
    "docs.json": JSON.stringify({
      navigation: {
        tabs: [{ $ref: "./config/tab.json" }, { tab: "API", openapi: "openapi.json" }],
      },
      redirects: [{ source: "/old/:slug*", destination: "/new/:slug*" }],
    }),
    "config/tab.json": JSON.stringify({ tab: "Docs", pages: ["index", "keys"] }),
    "keys.mdx": "# Keys\n\n## The `_meta` key\n",
    "snippets/part.mdx": "[relative](to/the/page/that/shows/it)\n",
    "index.mdx":
      "# Home\n\n[ok](/keys#the-meta-key) [ok](/old/one) [ok](/api-reference/users/list) [ok](/docs/keys)\n[bad](/kegs)\n",
  };
  expect(await hintsOf(files, "index.mdx")).toEqual(["4 did you mean /keys?"]);
  expect(await hintsOf(files, "snippets/part.mdx")).toEqual([]);
});

test("of a site that is built by another tool only links to files are followed", async () => {
  const files = {
    "conf.py": "",
    "src/a.md":
      "[x](/std/string) [y](../reference/x.html) [z](b.md#odd) [w](gone.md) ![v](none.png)\n",
    "src/b.md": "# B\n",
  };
  expect(await hintsOf(files, "src/a.md", "src")).toEqual([
    "1 link to a page that is there, or add this one",
    "1 add it, or correct the path",
  ]);
});

test("a page of any Markdown ending is found by its address", async () => {
  const files = {
    "mkdocs.yml": "site_name: A\n",
    "docs/index.md": "# Home\n\n[A](a/) [B](b.markdown) [C](c/)\n",
    "docs/a.markdown": "# A\n",
    "docs/b.markdown": "# B\n",
  };
  const found = await checkTree(memoryFiles(files), "docs");
  expect(found.map(({ check, path, line }) => [check, path, line])).toEqual([
    ["link", "docs/index.md", 3],
  ]);
});

test("a name that a program fills in is no link to a page; a file of such a name is one", async () => {
  const files = memoryFiles({
    "docs/a.md": "# A\n\n[a](ENGLISH_VERSION_URL) [b](LICENSE_MIT) [c](GONE)\n",
    "docs/LICENSE_MIT": "x",
  });
  const { findings, links } = await reportTree({ files, docsFolder: "docs" });
  expect(findings.map(({ message }) => message)).toEqual([
    "there is no page GONE; link to a page that is there, or add this one",
  ]);
  expect(links).toBe(2);
});

test("what a page imports has to be there, where the site is built from it", async () => {
  const page = `<script setup>
import { ref } from 'vue'
import Here from './demos/Here.vue'
import Gone from './demos/Gone.vue'
import data from './data.js'
</script>

# Motion
`;
  const files = {
    "docs/motion.md": page,
    "docs/demos/Here.vue": "x",
    "docs/data.ts": "x",
    "docs/part.mdx": 'import Gone from "./gone.jsx";\n\n# Part\n',
  };
  const built = { ...files, "docs/.vitepress/config.ts": "export default {}\n" };
  expect(await linksOf(built, "docs/motion.md", "docs")).toEqual([
    "4 there is no file ./demos/Gone.vue; add it, or correct the path",
  ]);
  expect(await linksOf(files, "docs/motion.md", "docs")).toEqual([]);
  expect(await linksOf(files, "docs/part.mdx", "docs")).toEqual([
    "1 there is no file ./gone.jsx; add it, or correct the path",
  ]);
});

test("a link finds the pages of its own version alone", async () => {
  const page = "---\ntitle: A\n---\n\n[old](only-old.md)\n";
  const files = {
    "docusaurus.config.js": "module.exports = { presets: [['classic', {}]] };\n",
    "versions.json": '["1.0"]',
    "docs/a.md": page,
    "versioned_docs/version-1.0/a.md": page,
    "versioned_docs/version-1.0/only-old.md": "# Old\n",
    "versioned_docs/version-1.0/deep/b.md": "---\ntitle: B\n---\n\n[old](only-old.md)\n",
  };
  expect(await linksOf(files, "docs/a.md")).toEqual([
    "5 there is no page only-old.md; link to a page that is there, or add this one",
  ]);
  expect(await linksOf(files, "versioned_docs/version-1.0/a.md")).toEqual([]);
  expect(await linksOf(files, "versioned_docs/version-1.0/deep/b.md")).toEqual([]);
});
