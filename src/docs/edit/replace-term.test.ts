import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { processorMs } from "../../../test/processor-ms.ts";
import { type TermPart, termParts } from "./replace-in-page.ts";
import { replaceTerm, type TermInput } from "./replace-term.ts";

const parts: ReadonlySet<TermPart> = new Set(termParts.filter((part) => part !== "code"));
const input = (given: Partial<TermInput>): TermInput => ({
  ...{ docsFolder: "", from: "widget", to: "gadget", isExact: false, only: [], except: [], parts },
  ...given,
});

const files = {
  "docs.json":
    '{ "name": "Widget docs", "navigation": { "groups": [{ "group": "Widget basics", "pages": ["index", "widget"] }] } }\n',
  "index.mdx": "See [a widget](/widget#make-a-widget) and [b](/widget#own).\n",
  "widget.mdx":
    "---\ntitle: Widget\n---\n\n## Make a widget\n\nRun `widget`.\n\n## A widget {#own}\n",
  "changelog.mdx": "# Changelog\n\nThe widget is new.\n",
  "snippets/note.mdx": "A widget.\n",
  ".github/widget.md": "A widget.\n",
};

test("a term is replaced in pages, snippets and settings, and links to renamed headings follow", async () => {
  const overlay = memoryFiles(files);
  const done = await replaceTerm(overlay, input({ except: ["changelog.mdx"] }));
  expect(await overlay.read("docs.json")).toBe(
    files["docs.json"]
      .replace("Widget docs", "Gadget docs")
      .replace("Widget basics", "Gadget basics"),
  );
  expect(await overlay.read("index.mdx")).toBe(
    "See [a gadget](/widget#make-a-gadget) and [b](/widget#own).\n",
  );
  expect(await overlay.read("widget.mdx")).toContain("## A gadget {#own}");
  expect(await overlay.read("snippets/note.mdx")).toBe("A gadget.\n");
  for (const path of ["changelog.mdx", ".github/widget.md"] as const)
    expect(await overlay.read(path)).toBe(files[path]);
  expect(done.left.places).toMatchObject({ code: 1, address: 3 });
});

test("anchors follow by the site's own rules, not by another's", async () => {
  const overlay = memoryFiles({
    ".vitepress/config.ts": "export default { title: 'x', themeConfig: { sidebar: [] } }",
    "index.md": "# A\n\n## The widget: 1.0\n\n[x](#the-widget-1-0)\n",
  });
  await replaceTerm(overlay, input({}));
  expect(await overlay.read("index.md")).toBe(
    "# A\n\n## The gadget: 1.0\n\n[x](#the-gadget-1-0)\n",
  );
});

test("a list of chapters is navigation, and nothing else is when only that is asked for", async () => {
  const overlay = memoryFiles({
    "book.toml": '[book]\ntitle = "x"\n',
    "src/SUMMARY.md": "# Summary\n\n- [The widget](widget.md)\n",
    "src/widget.md": "# The widget\n",
  });
  await replaceTerm(overlay, input({ parts: new Set(["navigation"]) }));
  expect(await overlay.read("src/SUMMARY.md")).toBe("# Summary\n\n- [The gadget](widget.md)\n");
  expect(overlay.changes()).toEqual([{ path: "src/SUMMARY.md" }]);
});

test("a scope of files and folders is kept to, settings among them", async () => {
  const overlay = memoryFiles(files);
  await replaceTerm(overlay, input({ only: ["docs.json"] }));
  expect(overlay.changes()).toEqual([{ path: "docs.json" }]);
  const other = memoryFiles(files);
  await replaceTerm(other, input({ only: ["snippets/"] }));
  expect(other.changes()).toEqual([{ path: "snippets/note.mdx" }]);
});

test.each([
  ["a term that stands nowhere", { from: "unicorn" }, /nowhere/],
  [
    "a term that stands only in code",
    { only: ["widget.mdx"], parts: new Set(["prose"] as const) },
    /not asked for/,
  ],
  [
    "a scope that takes itself back",
    { only: ["snippets/note.mdx"], except: ["snippets"] },
    /holds everything/,
  ],
  ["a file that is not the docs'", { only: [".github/x.yml"] }, /neither a page/],
  ["a file that is not there", { only: ["nowhere.md"] }, /no file or folder/],
  ["a single letter", { from: "e", to: "x" }, /2 to 300/],
  ["an expression", { from: "(widget|gear)", to: "x" }, /nowhere/],
])("%s changes nothing and says so", async (_, given, message) => {
  const overlay = memoryFiles({ ...files, ".github/x.yml": "a: widget\n" });
  await expect(replaceTerm(overlay, input(given))).rejects.toThrow(message);
  expect(overlay.changes()).toEqual([]);
});

test("pages and settings of hostile form are read in linear time", async () => {
  const taken = async (times: number) => {
    const overlay = memoryFiles({
      "docs.json": `{"a": "${"widget ".repeat(times)}"}`,
      "a.mdx": `${"[widget](".repeat(times)}${"widget{".repeat(times)}`,
      "b.md": `---\ntitle: widget\n---\n${"# widget\n\n".repeat(times)}`,
    });
    const spent = processorMs();
    await replaceTerm(overlay, input({}));
    return spent();
  };
  await taken(100);
  expect(await taken(4_000)).toBeLessThan(20 * (await taken(1_000)) + 500);
});

const folders = {
  "docs/a.md": "# A\n\nA widget.\n",
  "handbook/b.md": "# B\n\nA widget and a widget.\n",
  "guides/c.md": "# C\n\nA widget.\n",
  "guides/d.md": "# D\n\nRun `widget`.\n",
  "README.md": "# Acme\n\nA widget.\n",
};

test("every folder that docs come from is meant, and pages outside them are told", async () => {
  const overlay = memoryFiles(folders);
  const done = await replaceTerm(
    overlay,
    input({ docsFolder: "docs", otherFolders: ["handbook"], except: ["README.md"] }),
  );
  expect(done.replaced.map(({ path, count }) => [path, count])).toEqual([
    ["docs/a.md", 1],
    ["handbook/b.md", 2],
  ]);
  expect(done.left.outside).toEqual([{ path: "guides/c.md", count: 1 }]);
  expect(await overlay.read("guides/c.md")).toBe(folders["guides/c.md"]);
});

test("pages that the site does not publish are told where all of the repository is docs", async () => {
  const site = { "mkdocs.yml": "site_name: A\n", "docs/a.md": "A widget.\n" };
  const done = await replaceTerm(memoryFiles({ ...site, "more/b.md": "A widget.\n" }), input({}));
  expect(done.replaced.map(({ path }) => path)).toEqual(["docs/a.md"]);
  expect(done.left.outside).toEqual([{ path: "more/b.md", count: 1 }]);
});

test("in files that were named nothing is told of others, and a term that stands elsewhere alone is said to", async () => {
  const only = { docsFolder: "docs", only: ["docs/a.md"] };
  const done = await replaceTerm(memoryFiles(folders), input(only));
  expect(done.left.outside).toEqual([]);
  const { "docs/a.md": _, ...others } = folders;
  const files = { ...others, "docs/z.md": "# Z\n" };
  await expect(replaceTerm(memoryFiles(files), input({ docsFolder: "docs" }))).rejects.toThrow(
    "Pages outside the docs have it: README.md, guides/c.md, handbook/b.md.",
  );
});
