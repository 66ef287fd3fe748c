import { expect, onTestFinished, test } from "vitest";
import { memoryFiles } from "../../../../test/memory-files.ts";
import { createPace } from "../../../lib/pace.ts";
import { readTree } from "../../tree/open-tree.ts";
import { createFactsReader, type FactsOptions } from "./facts-reader.ts";

const pace = createPace();

async function readAll(files: Record<string, string>, options: Partial<FactsOptions> = {}) {
  const docs = await readTree({ files: memoryFiles(files), docsFolder: "docs", pace });
  const reader = createFactsReader({ pace, ...options });
  onTestFinished(() => reader.close());
  return Array.fromAsync(reader.read(docs, Object.keys(files)));
}

/** Takes a parser of MDX hours. */
const endless = `{\`${"}".repeat(500_000)}`;

test("a page that would take hours costs its time limit, and the others are read all the same", async () => {
  const files = { "docs/a.mdx": "<A>\n", "docs/endless.mdx": endless, "docs/z.mdx": "# Z\n" };
  const read = await readAll(files, { pageMs: 1_000, threads: 1 });
  expect(read.map(({ path, facts }) => [path, facts.faults.length, facts.notChecked])).toEqual([
    ["docs/a.mdx", 1, ""],
    [
      "docs/endless.mdx",
      0,
      "reading this page takes too long; split it, or simplify what stands in {…}",
    ],
    ["docs/z.mdx", 0, ""],
  ]);
});

test("the process goes on while a page is being read", async () => {
  let turns = 0;
  const counter = setInterval(() => {
    turns += 1;
  }, 1);
  await readAll({ "docs/endless.mdx": endless }, { pageMs: 1_000 });
  clearInterval(counter);
  expect(turns).toBeGreaterThan(10);
});

test("many pages come in their order, however many threads read them", async () => {
  const names = Array.from({ length: 320 }, (_, index) => `docs/${index}.md`);
  const files = Object.fromEntries(names.map((name, index) => [name, `# ${index}\n\n[a](b.md)\n`]));
  const read = await readAll(files, { threads: 3 });
  expect(read.map(({ path }) => path)).toEqual(names);
  expect(read.every(({ facts }) => facts.links.length === 1)).toBe(true);
});

test("a text that is known is not read again", async () => {
  const known = new Map();
  const files = { "docs/a.md": "# A\n", "docs/same.md": "# A\n", "docs/b.mdx": "# B\n" };
  const [first] = await readAll(files, { known });
  expect(known.size).toBe(2);
  for (const [key, facts] of known) known.set(key, { ...facts, notChecked: "", takenIn: ["seen"] });
  const again = await readAll(files, { known });
  expect(first?.facts.takenIn).toEqual([]);
  expect(again.map(({ facts }) => facts.takenIn)).toEqual([["seen"], ["seen"], ["seen"]]);
});
