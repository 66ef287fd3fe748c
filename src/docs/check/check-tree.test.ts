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
  expect(tree.result).toEqual({ findings: [], pages: 2_000, links: 2_000 });
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
