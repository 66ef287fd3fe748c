import { expect, test } from "vitest";
import { processorMs } from "../../../../test/processor-ms.ts";
import type { DocsFiles } from "../../tree/docs-files.ts";
import { openTree } from "../../tree/open-tree.ts";
import { findSite, isOfOthers, referencesOf } from "../find-site.ts";
import { readSiteFiles } from "../read-site-files.ts";
import { pythonStrings } from "./python-settings.ts";
import { readToctrees } from "./toctree.ts";

const config = `project = "Kite"
release = '2.1'  # "not this"
extensions: list[str] = [
    "sphinx.ext.autodoc",  # comment with ]
    "myst_parser",
]
exclude_patterns = ["_build", "drafts/*"]
exclude_patterns.append("old")
`;
const files: Record<string, string> = {
  "doc/conf.py": config,
  "doc/index.rst":
    "Kite\n====\n\n.. toctree::\n   :caption: Start\n\n   install\n   guide/index\n\n.. toctree::\n   :glob:\n\n   more/*\n\nText.\n",
  "doc/install.rst": "Install\n=======\n",
  "doc/guide/index.rst":
    "The guide\n=========\n\n.. toctree::\n\n   First flight <fly>\n   /faq\n   https://x.example\n",
  "doc/guide/fly.md": "# Fly\n",
  "doc/faq.rst": "FAQ\n===\n",
  "doc/more/b.rst": "B\n=\n",
  "doc/more/a.rst": "A\n=\n",
  "doc/drafts/x.rst": "X\n=\n",
  "doc/old/y.rst": "Y\n=\n",
  "doc/alone.rst": "Alone\n=====\n",
  "README.md": "# Kite\n",
};

async function openSite(given: Record<string, string>) {
  async function* readEach(paths: string[]) {
    for (const path of paths) {
      const content = given[path];
      if (content !== undefined) yield { path, content };
    }
  }
  const siteFiles = await readSiteFiles(Object.keys(given), readEach);
  const paths = Object.keys(given).filter((path) => /\.(?:rst|md|txt)$/.test(path));
  return { site: findSite({ paths, siteFiles }), paths };
}

test("pages have the addresses of the built site, and what is excluded is none", async () => {
  const { site, paths } = await openSite(files);
  expect(site.generator).toBe("sphinx");
  const pages = paths.filter((path) => site.isPage(path));
  expect(pages.map((path) => site.place(path, {}).address)).toEqual([
    "index.html",
    "install.html",
    "guide/index.html",
    "guide/fly.html",
    "faq.html",
    "more/b.html",
    "more/a.html",
    "alone.html",
  ]);
  expect([...site.values]).toEqual([
    ["release", "2.1"],
    ["project", "Kite"],
  ]);
});

test("lists of pages are the navigation", async () => {
  const { site, paths } = await openSite(files);
  const listed = paths
    .map((path) => ({ path, ...site.place(path, {}) }))
    .filter(({ position }) => position !== undefined)
    .sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  expect(listed.map(({ path, section, title }) => [path, section.join(" > "), title])).toEqual([
    ["doc/index.rst", "", ""],
    ["doc/install.rst", "Start", ""],
    ["doc/guide/index.rst", "Start", ""],
    ["doc/guide/fly.md", "Start > The guide", "First flight"],
    ["doc/faq.rst", "Start > The guide", ""],
    ["doc/more/a.rst", "", ""],
    ["doc/more/b.rst", "", ""],
  ]);
});

test("the ending of pages may be another, and other programs' settings of that name are none", async () => {
  const { site } = await openSite({
    "conf.py": 'source_suffix = {".txt": "x"}\n',
    "index.txt": "A\n=\n",
    "b.rst": "",
  });
  expect([site.isPage("index.txt"), site.isPage("b.rst")]).toEqual([true, false]);
  const made = await openSite({
    "conf.py": 'extensions = base + ["myst_parser"] if x else more()\n',
    "a.md": "# A\n",
  });
  expect(made.site.isPage("a.md")).toBe(true);
  expect(isOfOthers("app/conf.py", "DEBUG = True\n")).toBe(true);
});

test("a Markdown page that lists others is still a page", async () => {
  const given: Record<string, string> = {
    "conf.py": 'extensions = ["myst_parser"]\n',
    "index.md": "# Kite\n\n```{toctree}\nfly\n```\n",
    "fly.md": "# Fly\n",
  };
  const files: DocsFiles = {
    list: () => Object.keys(given).map((path) => ({ path, readable: true })),
    async *readEach(paths) {
      for (const path of paths) yield { path, content: given[path] ?? "" };
    },
  };
  const tree = await openTree({ files, docsFolder: "", pace: async () => undefined });
  expect(tree.page("index.md")?.place.address).toBe("index.html");
  expect(tree.page("fly.md")?.place.position).toBe(1);
  expect(tree.site.navigationFile("fly.md")).toBe("index.md");
});

test("lists in Markdown are read too", () => {
  expect(readToctrees("```{toctree}\n:caption: More\n\na\nB <b>\n```\n\nc\n")).toEqual([
    {
      caption: "More",
      isGlob: false,
      entries: [
        { title: "", target: "a", line: 4 },
        { title: "B", target: "b", line: 5 },
      ],
    },
  ]);
});

test("settings and lists of any kind are read in time", () => {
  const spent = processorMs();
  for (const text of [
    "exclude_patterns = [".repeat(20_000),
    `exclude_patterns = ${"'".repeat(300_000)}`,
    "exclude_patterns = 'a\n".repeat(20_000),
  ])
    expect(pythonStrings(text, "exclude_patterns").length).toBeLessThan(501);
  for (const text of [
    ".. toctree::\n   a <".repeat(20_000),
    `.. toctree::\n\n${"   a\n".repeat(100_000)}`,
    " ".repeat(500_000),
  ])
    expect(referencesOf("a.rst", text).length).toBeLessThan(10_000);
  expect(spent()).toBeLessThan(3_000);
});
