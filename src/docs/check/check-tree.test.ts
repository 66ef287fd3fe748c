import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { checkChanges } from "./check-changes.ts";
import { checkTree, reportTree } from "./check-tree.ts";

test("a sound tree has no findings, and says how much was looked at", async () => {
  const files = memoryFiles({
    "docs/index.md": "# Home\n\n[keys](keys.md#keys) ![a](a.png) [out](https://example.com)\n",
    "docs/keys.md": "# Keys\n",
    "docs/a.png": "x",
    "README.md": "[beside the docs](nowhere.md)\n",
  });
  expect(await reportTree({ files, docsFolder: "docs" })).toEqual({
    findings: [],
    remarks: [],
    pages: 2,
    links: 2,
  });
});

test("everything that is wrong is found, by page and line", async () => {
  const files = memoryFiles({
    "docs/docs.json": JSON.stringify({ navigation: { pages: ["index", "gone"] } }),
    "docs/index.mdx":
      "---\ntitle: 1\n---\n# A\n[a](/nowhere)\n\n[b](#none) ![c](none.png)\n\n<Open>\n",
    "docs/lonely.md": "# Lonely\n\n```js\nx\n",
  });
  const findings = await checkTree(files, "docs");
  expect(findings.map(({ check, path, line }) => `${check} ${path}:${line}`)).toEqual([
    "navigation docs/docs.json:1",
    "front-matter docs/index.mdx:2",
    "link docs/index.mdx:5",
    "image docs/index.mdx:7",
    "anchor docs/index.mdx:7",
    "page docs/index.mdx:9",
    "orphan docs/lonely.md:1",
    "fence docs/lonely.md:3",
  ]);
});

test("of 2,000 pages none keeps others from the process for long", async () => {
  const pages = Array.from({ length: 2_000 }, (_, index) => `guides/g${index % 20}/page-${index}`);
  const entries = pages.map((page, index) => {
    const next = pages[(index + 1) % pages.length];
    return [`docs/${page}.md`, `# Page ${index}\n\n[next](/${next}#page-${(index + 1) % 2_000})\n`];
  });
  const files = {
    ...Object.fromEntries(entries),
    "docs/docs.json": JSON.stringify({ navigation: { pages } }),
  };
  const overlay = memoryFiles(files);
  const tree = await countingTurns(() => reportTree({ files: overlay, docsFolder: "docs" }));
  expect(tree.result).toEqual({ findings: [], remarks: [], pages: 2_000, links: 2_000 });
  expect(tree.turns).toBeGreaterThan(300);
  const after = memoryFiles(files);
  after.remove(`docs/${pages[7]}.md`);
  const change = await countingTurns(() =>
    checkChanges({ before: overlay, after, docsFolder: "docs" }),
  );
  expect(change.result.broken.map(({ check, path }) => `${check} ${path}`)).toEqual([
    "navigation docs/docs.json",
    `link docs/${pages[6]}.md`,
  ]);
  expect(change.turns).toBeGreaterThan(300);
}, 60_000);

/** How often something else had its turn meanwhile. */
async function countingTurns<Result>(work: () => Promise<Result>) {
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  const result = await work();
  isRunning = false;
  return { result, turns };
}

test("where most addresses lead nowhere, the layout is not understood: that is said once", async () => {
  const links = Array.from({ length: 12 }, (_, index) => `[a](/section/page-${index})`);
  const files = memoryFiles({
    "docs/01-section/01-page.md": `# A\n\n${links.join("\n")}\n\n[b](gone.md) [c](./near)\n`,
  });
  const { findings, remarks } = await reportTree({ files, docsFolder: "docs" });
  expect(findings.map(({ check, message }) => `${check} ${message}`)).toEqual([
    "link there is no page gone.md; link to a page that is there, or add this one",
  ]);
  expect(remarks).toEqual([
    {
      kind: "layout",
      path: "docs",
      line: 1,
      message:
        "the layout of this site is not understood: 12 of 12 links to addresses that begin with / lead to nothing that is here, so 13 such links were not judged; links to files and headings were",
    },
  ]);
});

test("of a few addresses most may be broken, and of many some", async () => {
  const page = (broken: number, sound: number) =>
    [...Array(broken).fill("[a](/gone)"), ...Array(sound).fill("[b](/b)")].join("\n\n");
  for (const [broken, sound] of [
    [3, 0],
    [12, 13],
  ] as const) {
    const files = memoryFiles({ "docs/a.md": page(broken, sound), "docs/b.md": "# B\n" });
    const { findings, remarks } = await reportTree({ files, docsFolder: "docs" });
    expect([findings.length, remarks]).toEqual([1, []]);
  }
});

test("anchors that components may make cannot be known; others can", async () => {
  const table = "<Table>\n\n| Name | Type |\n|---|---|\n| `windowSize` | number |\n\n</Table>\n";
  const files = memoryFiles({
    "docs/options.mdx": `# Options\n\n[a](#windowSize) [b](#gone)\n\n${table}`,
    "docs/own.mdx": 'import List from "./list.jsx"\n\n# Own\n\n[a](#made)\n\n<List />\n',
    "docs/list.jsx": "export default () => null;\n",
    "docs/theme.mdx": 'import Tabs from "@theme/Tabs"\n\n# Theme\n\n[a](#made)\n\n<Tabs />\n',
  });
  const { findings, remarks } = await reportTree({ files, docsFolder: "docs" });
  expect(findings.map(({ path, message }) => `${path} ${message}`)).toEqual([
    "docs/options.mdx this page has no heading #gone; link to one that is there, such as #options",
    "docs/theme.mdx this page has no heading #made; link to one that is there, such as #theme",
  ]);
  expect(remarks.map(({ kind, path, line, message }) => [kind, path, line, message])).toEqual([
    [
      "unknown",
      "docs/options.mdx",
      3,
      "no heading of this page is #windowSize, and a component of it may make one",
    ],
    [
      "unknown",
      "docs/own.mdx",
      5,
      "no heading of this page is #made, and a component of it may make one",
    ],
  ]);
});

test("files that a build makes are not missing in the navigation", async () => {
  const config = `export default { themeConfig: { sidebar: [
    { text: "A", link: "/a" }, { text: "All", link: "/llms.txt" }, { text: "No", link: "/gone" } ] } }`;
  const files = memoryFiles({ ".vitepress/config.ts": config, "a.md": "# A\n" });
  const findings = await checkTree(files, "");
  expect(findings.map(({ check, line }) => `${check} ${line}`)).toEqual(["navigation 2"]);
});

test("pages that others take in, or code leads to, are no orphans", async () => {
  const files = memoryFiles({
    "mkdocs.yml": "nav:\n  - index.md\n",
    "docs/index.md": '# A\n\n--8<-- "docs/parts/one.md"\n\n{% include "parts/two.md" %}\n',
    "docs/parts/one.md": "One\n",
    "docs/parts/two.md": "Two\n",
    "docs/partners/all.md": "# All\n",
    "docs/lonely.md": "# Lonely\n",
    "theme/bar.html": '<a href="/partners/all.html">all</a>\n',
  });
  const findings = await checkTree(files, "docs");
  expect(findings.map(({ check, path }) => `${check} ${path}`)).toEqual([
    "orphan docs/lonely.md",
    "unlisted docs/partners/all.md",
  ]);
});

test("anchors in a partial are those of the pages that show it", async () => {
  const files = memoryFiles({
    "docusaurus.config.js": 'export default { presets: [["classic", { docs: {} }]] };',
    "docs/a.mdx": 'import Part from "./_part.mdx";\n\n# A\n\n<Part />\n',
    "docs/_part.mdx": "See [above](#a) and [below](#gone).\n",
  });
  expect(await checkTree(files, "docs")).toEqual([]);
});

test("where most pages are in no list, the navigation is not understood: that is said once", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `page-${index}`);
  const pages = Object.fromEntries(names.map((name) => [`${name}.mdx`, "# A\n"]));
  const config = JSON.stringify({ navigation: { pages: names.slice(0, 5) } });
  const files = memoryFiles({ "docs.json": config, ...pages });
  const { findings, remarks } = await reportTree({ files, docsFolder: "" });
  expect(findings).toEqual([]);
  expect(remarks.map(({ kind, path, message }) => [kind, path, message])).toEqual([
    [
      "layout",
      "docs.json",
      "the navigation is not understood: 25 of 30 pages are in no list that can be read here, so none is called unlisted",
    ],
  ]);
});

test("of numbered folders a program makes a site, which may have more than these pages", async () => {
  const files = memoryFiles({
    "content/01-docs/01-start.mdx": "# A\n\n[a](/docs/next) [b](/docs/gone) [c](/playground)\n",
    "content/01-docs/02-next.mdx": "# B\n",
    "content/02-guides/01-first.mdx": "# C\n",
  });
  const findings = await checkTree(files, "content");
  expect(findings.map(({ message }) => message)).toEqual([
    "there is no page /docs/gone; link to a page that is there, or add this one",
  ]);
});

test("hard spaces are no part of GitHub's anchors", async () => {
  const files = memoryFiles({ "docs/a.md": "## Fin\u00A0: `a/b`\n\n[a](#fin-ab) [b](#fin--ab)\n" });
  expect(await checkTree(files, "docs")).toEqual([]);
});
