import { expect, test } from "vitest";
import { editedDocs, navigationCandidates } from "./edited-docs.ts";

const none = new Map<string, string>();
const navigation = '{"navigation":{"groups":[{"group":"A","pages":["a"]}]}}';

test("docs.json marks the docs folder", () => {
  const files = ["README.md", "site/docs.json", "site/a.mdx", "other/b.md"];
  const tree = editedDocs(files, new Map([["site/docs.json", navigation]]));
  expect(tree).toMatchObject({ root: "site", pages: ["site/a.mdx"], ending: ".mdx" });
  expect(tree.navigation?.path).toBe("site/docs.json");
});

test("mkdocs.yml names the docs folder, with or without a nav", () => {
  const files = ["mkdocs.yml", "manual/a.md", "docs/b.md"];
  const text = "docs_dir: manual\nnav:\n  - a.md\n";
  expect(editedDocs(files, new Map([["mkdocs.yml", text]]))).toMatchObject({ root: "manual" });
  const bare = editedDocs(files, new Map([["mkdocs.yml", "site_name: A\n"]]));
  expect(bare).toMatchObject({ root: "docs" });
  expect(bare.navigation).toBeUndefined();
});

test("a docs.json that is something else is passed over", () => {
  const tree = editedDocs(["docs.json", "docs/a.md"], new Map([["docs.json", '{"a":1}']]));
  expect(tree).toMatchObject({ root: "docs" });
});

test("without a navigation the folder named docs, else the one with most pages", () => {
  expect(editedDocs(["x/a.md", "x/b.md", "x/c.md", "docs/a.md"], none).root).toBe("docs");
  expect(editedDocs(["x/a.md", "x/b.md", "README.md"], none).root).toBe("x");
  expect(editedDocs(["a.md", "b.md", "x/c.md"], none).root).toBe("");
  expect(editedDocs([], none).root).toBe("docs");
});

test("folders of other people's code hold no pages", () => {
  const files = ["docs/a.md", "node_modules/x/docs.json", "docs/.cache/b.md", ".github/c.md"];
  expect(navigationCandidates(files)).toEqual([]);
  expect(editedDocs(files, none).pages).toEqual(["docs/a.md"]);
});

test("a docs folder that is known is not guessed", () => {
  const files = ["docs.json", "a.md", "sub/docs.json", "sub/b.md", "other/docs.json", "other/c.md"];
  expect(navigationCandidates(files, "sub")).toEqual(["sub/docs.json"]);
  const tree = editedDocs(files, new Map([["sub/docs.json", navigation]]), "sub");
  expect(tree).toMatchObject({ root: "sub", pages: ["sub/b.md"] });
  expect(editedDocs(files, none, "other")).toMatchObject({ root: "other", pages: ["other/c.md"] });
});
