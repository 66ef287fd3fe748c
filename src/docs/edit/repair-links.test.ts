import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { processorMs } from "../../../test/processor-ms.ts";
import { repairLinks } from "./repair-links.ts";

const everything = { docsFolder: "", only: [], except: [] };

test("links are repaired where one target can be meant, and named with what they may mean where not", async () => {
  const overlay = memoryFiles({
    "docs.json":
      '{ "navigation": { "pages": ["index", "guides/start", "a/basic", "b/basic", "keys"] } }',
    "index.mdx":
      "[a](/start) [b](/guides/strat?x=1) [c](/gone) [d](/basic) [e](/keys#mak-keys) [f](#nowhere) [g](https://x.dev/gone) `[h](/gone)`\n",
    "guides/start.mdx": "x\n",
    "a/basic.mdx": "x\n",
    "b/basic.mdx": "x\n",
    "keys.mdx": "## Make keys!\n\n## Other\n",
  });
  const { repaired, left } = await repairLinks(overlay, everything);
  expect(await overlay.read("index.mdx")).toBe(
    "[a](/guides/start) [b](/guides/start?x=1) [c](/gone) [d](/basic) [e](/keys#make-keys) [f](#nowhere) [g](https://x.dev/gone) `[h](/gone)`\n",
  );
  expect(repaired[0]?.links).toHaveLength(3);
  expect(left.map(({ reason }) => reason)).toEqual([
    "/gone: nothing like it is there",
    "/basic: it may mean /a/basic or /b/basic",
    "#nowhere: nothing like it is there",
  ]);
});

test("a page in another language is not what a link may mean", async () => {
  const overlay = memoryFiles({
    "docs.json": JSON.stringify({
      navigation: {
        languages: [
          { language: "en", default: true, pages: ["index", "guides/geo"] },
          { language: "fr", pages: ["fr/index", "fr/guides/geo"] },
        ],
      },
    }),
    "index.mdx": "[a](/old/geo)\n",
    "fr/index.mdx": "[a](/fr/old/geo)\n",
    "guides/geo.mdx": "x\n",
    "fr/guides/geo.mdx": "x\n",
  });
  await repairLinks(overlay, everything);
  expect(await overlay.read("index.mdx")).toBe("[a](/guides/geo)\n");
  expect(await overlay.read("fr/index.mdx")).toBe("[a](/fr/guides/geo)\n");
});

test("links that are right stay: written ids, ids of components and tags, built anchors, redirects, own addresses", async () => {
  const files = {
    "docs.json":
      '{ "navigation": { "pages": ["a", "b"] }, "redirects": [{ "source": "/old", "destination": "/a" }] }',
    "a.mdx":
      "[1](/b#own-id) [2](/b#comment-id) [3](/b#part) [4](/b#top) [5](/old) [6](/b#first-step)\n",
    "b.mdx":
      '## A heading {#own-id}\n\n## Other {/* #comment-id */}\n\n<a id="part" />\n\n<Step title="First step">x</Step>\n',
  };
  const overlay = memoryFiles(files);
  expect(await repairLinks(overlay, everything)).toEqual({ repaired: [], left: [] });
  expect(overlay.changes()).toEqual([]);
});

test("only the pages asked for are repaired", async () => {
  const overlay = memoryFiles({
    "docs/x/a.md": "[a](keys.md)\n",
    "docs/y/b.md": "[a](keys.md)\n",
    "docs/z/keys.md": "x\n",
  });
  await repairLinks(overlay, { docsFolder: "docs", only: ["docs/x"], except: [] });
  expect(await overlay.read("docs/x/a.md")).toBe("[a](../z/keys.md)\n");
  expect(await overlay.read("docs/y/b.md")).toBe("[a](keys.md)\n");
});

test("a long page is read once, however many links lead to its headings", async () => {
  const links = Array.from({ length: 300 }, (_, count) => `[x](b.md#start-${count}q)`);
  const overlay = memoryFiles({
    "a.md": `${links.join("\n\n")}\n`,
    "b.md": `# Start\n\n${"Some *text* and `code`.\n\n".repeat(8_000)}`,
  });
  const spent = processorMs();
  const { left } = await repairLinks(overlay, everything);
  expect(left).toHaveLength(300);
  expect(spent()).toBeLessThan(6_000);
});

test("a link from the top with its ending is repaired from where the site's pages begin", async () => {
  const overlay = memoryFiles({
    "docs/.vitepress/config.ts": "export default { title: 'A' };\n",
    "docs/index.md": "[a](/guide/options.md#one)\n",
    "docs/config/options.md": "## One\n",
    "docs/guide/start.md": "x\n",
  });
  await repairLinks(overlay, everything);
  expect(await overlay.read("docs/index.md")).toBe("[a](/config/options.md#one)\n");
});

test("links are repaired in every folder that docs come from, each as its own site resolves them", async () => {
  const overlay = memoryFiles({
    "docs/docs.json": '{ "navigation": { "pages": ["a", "guides/start"] } }',
    "docs/a.mdx": "[s](/start)\n",
    "docs/guides/start.mdx": "x\n",
    "handbook/docs.json": '{ "navigation": { "pages": ["b", "people/leave"] } }',
    "handbook/b.mdx": "[l](/leave) [s](/start)\n",
    "handbook/people/leave.mdx": "x\n",
    "notes/c.mdx": "[l](/leave)\n",
  });
  const scope = { docsFolder: "docs", otherFolders: ["handbook"], only: [], except: [] };
  const { repaired, left } = await repairLinks(overlay, scope);
  expect(repaired.map(({ path }) => path)).toEqual(["docs/a.mdx", "handbook/b.mdx"]);
  expect(await overlay.read("docs/a.mdx")).toBe("[s](/guides/start)\n");
  expect(await overlay.read("handbook/b.mdx")).toBe("[l](/people/leave) [s](/start)\n");
  expect(await overlay.read("notes/c.mdx")).toBe("[l](/leave)\n");
  expect(left).toMatchObject([
    { path: "handbook/b.mdx", reason: expect.stringMatching(/^\/start/) },
  ]);
});

test("the last part of a page's address counts as its name", async () => {
  const overlay = memoryFiles({
    "docusaurus.config.js": "module.exports = { presets: [['classic', { docs: {} }]] };\n",
    "docs/index.md": "# Home\n\n[s](/docs/start)\n",
    "docs/02-guides/01-start.md": "# Start\n",
  });
  await repairLinks(overlay, everything);
  expect(await overlay.read("docs/index.md")).toContain("[s](/docs/guides/start)");
});
