import { expect, test } from "vitest";
import { memoryFiles } from "../../../../test/memory-files.ts";
import { processorMs } from "../../../../test/processor-ms.ts";
import { checkTree } from "../../check/check-tree.ts";
import { deletePage } from "../../edit/delete-page.ts";
import { moveFiles } from "../../edit/move-files.ts";
import { findSite } from "../find-site.ts";
import { addToNavigation } from "../navigation.ts";
import { summaryNavigation } from "./summary.ts";

const summary = `# Summary

[Introduction](README.md)

# User guide

- [Install \\[it\\]](guide/install.md)
- [Tools](cli/README.md)
    - [init](cli/init.md)
    - [a \`b\`](cli/a%20b.md)
- [Draft]()

---

[People](people.md)
`;
const book = '[book]\ntitle = "B"\n[output.html]\nsite-url = "/book/"\n';
const pages = ["README", "guide/install", "cli/README", "cli/init", "cli/a b", "people"];
const files = {
  "book.toml": book,
  "src/SUMMARY.md": summary,
  ...Object.fromEntries(pages.map((name) => [`src/${name}.md`, `# ${name}\n`])),
};

function siteOf(texts: Record<string, string>) {
  const isSite = (path: string) => /SUMMARY\.md$|\.toml$/.test(path);
  const siteFiles = new Map(Object.entries(texts).filter(([path]) => isSite(path)));
  const paths = Object.keys(texts).filter((path) => path.endsWith(".md"));
  return findSite({ paths, siteFiles });
}

test("the summary gives order, sections and titles, and addresses end in .html", () => {
  const site = siteOf({ ...files, "src/loose.md": "" });
  expect(site).toMatchObject({ generator: "mdbook", label: "mdBook", problems: [] });
  expect(site.layout).toMatchObject({ roots: ["src"], base: "book" });
  const placeOf = (name: string) => site.place(`src/${name}.md`, {});
  expect(pages.map((name) => placeOf(name).position)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(pages.map((name) => placeOf(name).address)).toEqual([
    "",
    "guide/install.html",
    "cli/",
    "cli/init.html",
    "cli/a b.html",
    "people.html",
  ]);
  expect(placeOf("cli/init")).toMatchObject({ section: ["User guide", "Tools"], title: "init" });
  expect(placeOf("guide/install").title).toBe("Install [it]");
  expect(placeOf("people").section).toEqual([]);
  expect(placeOf("loose")).toMatchObject({ position: undefined, hidden: true });
  expect(site.isPage("src/SUMMARY.md")).toBe(false);
});

test("chapters may stand in a list with numbers", () => {
  const text = "1. [A](a.md)\n   1. [B](b.md)\n2. [C](c.md)\n";
  const names = ["src/a.md", "src/b.md", "src/c.md"];
  const texts = { "book.toml": book, "src/SUMMARY.md": text };
  const site = siteOf({ ...texts, ...Object.fromEntries(names.map((name) => [name, ""])) });
  const places = names.map((name) => site.place(name, {}));
  expect(places.map(({ position, section }) => [position, ...section])).toEqual([
    [0],
    [1, "A"],
    [2],
  ]);
});

test("the folder of the pages may have another name", () => {
  const site = siteOf({
    "docs/book.toml": '[book]\nsrc = "text"\n',
    "docs/text/SUMMARY.md": "- [A](a.md)\n",
    "docs/text/a.md": "",
  });
  expect(site.place("docs/text/a.md", {})).toMatchObject({ position: 0, address: "a.html" });
});

test("chapters that name no page, and pages that are in no chapter, are told", async () => {
  const texts = {
    ...files,
    "src/SUMMARY.md": summary.replace("cli/init.md", "cli/inti.md"),
    "src/people.md":
      "# People\n\n[1](guide/install.html) [2](cli/) [3](no.md) [4](../std/x.html) [5](/std/)\n",
  };
  const found = await checkTree(memoryFiles(texts), "");
  expect(found.map(({ check, path, line }) => [check, path, line])).toEqual([
    ["navigation", "src/SUMMARY.md", 9],
    ["orphan", "src/cli/init.md", 1],
    ["link", "src/people.md", 3],
  ]);
  expect(found[1]?.message).toContain("add cli/init.md to src/SUMMARY.md");
});

test("a move and a deletion correct the summary", async () => {
  const docs = memoryFiles(files);
  await moveFiles(docs, { docsFolder: "", from: "src/cli/a b.md", to: "src/more/c (d).md" });
  await deletePage(docs, { docsFolder: "", path: "src/cli/init.md", replacement: undefined });
  const { problems } = await deletePage(docs, {
    docsFolder: "",
    path: "src/cli/README.md",
    replacement: undefined,
  });
  expect(await docs.read("src/SUMMARY.md")).toBe(
    summary
      .replace("cli/a%20b.md", "more/c%20%28d%29.md")
      .replace("    - [init](cli/init.md)\n", ""),
  );
  expect(problems.map(({ path, line }) => [path, line])).toEqual([["src/SUMMARY.md", 8]]);
});

test("pages are added to a part, to a chapter, beside another and in a new part", () => {
  const add = (entry: { group?: string; near?: string }) =>
    addToNavigation(summary, summaryNavigation, { page: "x.md", title: "X [y]", ...entry });
  const line = "- [X \\[y\\]](x.md)\n";
  expect(add({ group: "tools" })).toBe(summary.replace("- [Draft]", `    ${line}- [Draft]`));
  expect(add({ group: "User guide" })).toBe(summary.replace("[Draft]()\n", `[Draft]()\n${line}`));
  expect(add({ near: "cli/init.md" })).toBe(
    summary.replace("(cli/init.md)\n", `(cli/init.md)\n    ${line}`),
  );
  expect(add({ group: "New" })).toBe(
    summary.replace("[Draft]()\n", `[Draft]()\n\n# New\n\n${line}`),
  );
  expect(addToNavigation("", summaryNavigation, { page: "x.md", title: "X" })).toBeUndefined();
});

test("a summary of any kind is read in time", () => {
  for (const text of [
    "- [".repeat(100_000),
    "[[".repeat(200_000),
    `- [a](${"(".repeat(300_000)}`,
    `---${" ".repeat(300_000)}x`,
    `# a${" ".repeat(900_000)}x`,
  ]) {
    const spent = processorMs();
    expect(summaryNavigation.groups(text)).toEqual([]);
    expect(spent()).toBeLessThan(1_000);
  }
});
