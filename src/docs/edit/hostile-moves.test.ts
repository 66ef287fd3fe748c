import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { processorMs } from "../../../test/processor-ms.ts";
import { createPace } from "../../lib/pace.ts";
import { openTree } from "../tree/open-tree.ts";
import { deletePage } from "./delete-page.ts";
import { moveFiles } from "./move-files.ts";
import { relocate } from "./relocation.ts";
import { repairPage } from "./repair-page.ts";

const move = { docsFolder: "docs", from: "docs/keys.md", to: "docs/x/keys.md" };

test("navigation that is too long, too deep or no JSON is left alone and named", async () => {
  const long = JSON.stringify({
    navigation: { pages: ["keys", ...Array(300_000).fill("filler/page")] },
  });
  const texts = [
    long,
    `{"navigation": ${"[".repeat(5_000)}"keys"${"]".repeat(5_000)}}`,
    '{"navigation": ["keys"',
  ];
  for (const text of texts) {
    const overlay = memoryFiles({ "docs/docs.json": text, "docs/keys.md": "x\n" });
    const { problems } = await moveFiles(overlay, move);
    expect(problems).toMatchObject([{ path: "docs/docs.json", line: 1 }]);
    expect(overlay.has("docs/x/keys.md")).toBe(true);
  }
});

test("files that take in one file many times, and that another, are corrected in time", async () => {
  const parts = (next: string) => Array.from({ length: 200 }, () => ({ $ref: next }));
  const names = ["a.json", "b.json", "c.json", "d.json"];
  const chain = names.map((name, index) => [
    `docs/${name}`,
    JSON.stringify({ pages: index === 3 ? ["keys"] : parts(`${names[index + 1]}`) }),
  ]);
  const overlay = memoryFiles({
    "docs/docs.json": JSON.stringify({ navigation: { pages: parts("a.json") } }),
    ...Object.fromEntries(chain),
    "docs/keys.md": "x\n",
  });
  const spent = processorMs();
  expect((await moveFiles(overlay, move)).problems).toEqual([]);
  expect(await overlay.read("docs/d.json")).toBe('{"pages":["x/keys"]}');
  expect(spent()).toBeLessThan(5_000);
});

test("navigation with tens of thousands of entries is corrected whole", async () => {
  const entries = Array.from({ length: 40_000 }, (_, index) => (index % 2 ? "keys" : `p${index}`));
  const text = JSON.stringify({ navigation: { pages: entries } });
  const overlay = memoryFiles({ "docs/docs.json": text, "docs/keys.md": "x\n" });
  await moveFiles(overlay, move);
  const moved = entries.map((entry) => (entry === "keys" ? "x/keys" : entry));
  expect(JSON.parse(await overlay.read("docs/docs.json"))).toEqual({
    navigation: { pages: moved },
  });
  const input = { docsFolder: "docs", path: "docs/x/keys.md", replacement: undefined };
  await deletePage(overlay, input);
  const kept = entries.filter((entry) => entry !== "keys");
  expect(JSON.parse(await overlay.read("docs/docs.json"))).toEqual({ navigation: { pages: kept } });
});

test("everything else has its turn while a long page is corrected", async () => {
  const page = "[a](keys.md) [b](/keys#x)\n".repeat(20_000);
  const overlay = memoryFiles({ "docs/a.md": page, "docs/keys.md": "x\n" });
  const map = await openTree({ files: overlay, docsFolder: "docs", pace: createPace() });
  const relocation = relocate(map, new Map([["docs/keys.md", "docs/x/keys.md"]]));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await repairPage(relocation, { path: "docs/a.md", content: page }, createPace());
  isOver = true;
  expect(turns).toBeGreaterThan(2);
}, 120_000);

test("a page of a hundred thousand links is corrected whole", async () => {
  const page = "[a](keys.md) [b](/keys#x)\n".repeat(50_000);
  const overlay = memoryFiles({ "docs/a.md": page, "docs/keys.md": "x\n" });
  const { repaired } = await moveFiles(overlay, move);
  expect(repaired[0]?.lines).toHaveLength(50_000);
  expect(await overlay.read("docs/a.md")).toBe("[a](x/keys.md) [b](/x/keys#x)\n".repeat(50_000));
  await deletePage(overlay, { docsFolder: "docs", path: "docs/x/keys.md", replacement: undefined });
  expect(await overlay.read("docs/a.md")).toBe("a b\n".repeat(50_000));
}, 120_000);

test.each([
  ["brackets", "[".repeat(300_000)],
  ["links that never end", "[a](keys.md ".repeat(50_000)],
  ["tags that never end", '<a href="keys.md" '.repeat(30_000)],
  ["definitions", "[k]: keys.md\n".repeat(20_000) + "[k] [x][k] ".repeat(20_000)],
  ["statements", "import x from 'keys\n".repeat(30_000)],
  ["front matter", `---\n${"link: /keys\n".repeat(5_000)}---\n`],
  ["blanks", `import x from${" ".repeat(200_000)}'./keys.md'\n`],
])("a page of %s is done with", async (_name, page) => {
  const files = { "docs/a.mdx": `${page}\n\n[a](keys.md)\n`, "docs/keys.md": "x\n" };
  await moveFiles(memoryFiles(files), move);
  const input = { docsFolder: "docs", path: "docs/keys.md", replacement: undefined };
  await deletePage(memoryFiles(files), input);
});

test.each([
  ["sidebars.js", `module.exports = { a: ${"[".repeat(20_000)}'keys'${"]".repeat(20_000)} }`],
  ["sidebars.js", `module.exports = { a: ['keys', ${"'x', ".repeat(100_000)}] }`],
  ["sidebars.js", "module.exports = { a: ['keys', `${"],
  ["mkdocs.yml", `nav: ${"[".repeat(5_000)}keys.md${"]".repeat(5_000)}\n`],
  ["mkdocs.yml", `nav: &a [keys.md, *a, *a]\n`],
  ["mkdocs.yml", "nav:\n  - keys.md\n  - !!python/name:x keys.md\n  - ? keys.md\n"],
])("%s of an odd kind neither stops a move nor is spoiled", async (name, text) => {
  const overlay = memoryFiles({ [name]: text, "docs/keys.md": "x\n" });
  await moveFiles(overlay, move);
  const after = await overlay.read(name);
  expect(after.replaceAll("x/keys", "keys")).toBe(text);
});

test.each(["a+(b)", "[x]", "a.b.c", "$&", "%41", "__proto__", "constructor", "a'b", "x#y"])(
  "a page named %j can be moved and deleted",
  async (name) => {
    const link = encodeURIComponent(name)
      .replaceAll("(", "%28")
      .replaceAll(")", "%29")
      .replaceAll("'", "%27");
    const overlay = memoryFiles({
      [`docs/${name}.md`]: "# X\n",
      "docs/a.md": `[x](${link}.md) [y](/${link})\n`,
    });
    const to = `docs/deep/${name}.md`;
    const { problems } = await moveFiles(overlay, {
      docsFolder: "docs",
      from: `docs/${name}.md`,
      to,
    });
    expect(problems).toEqual([]);
    expect(await overlay.read("docs/a.md")).toMatch(
      /^\[x\]\(deep\/[^ ]+\.md\) \[y\]\(\/deep\/[^ ]+\)\n$/,
    );
    await deletePage(overlay, { docsFolder: "docs", path: to, replacement: undefined });
    expect(await overlay.read("docs/a.md")).toBe("x y\n");
  },
);
