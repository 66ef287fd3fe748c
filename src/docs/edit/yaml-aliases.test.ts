import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { deletePage } from "./delete-page.ts";
import { moveFiles } from "./move-files.ts";

async function siteOf(nav: string) {
  return memoryFiles({ "mkdocs.yml": nav, "docs/x.md": "x\n", "docs/y.md": "y\n" });
}

test.each([
  ["an anchor and its alias", "nav:\n  - X: &a x.md\n  - Y: y.md\n  - Z: *a\n", [2, 4]],
  ["an anchor elsewhere", "extra:\n  page: &a x.md\nnav:\n  - *a\n  - y.md\n", [4]],
  ["an anchor in a flow", "nav: [&a x.md, y.md, *a]\n", [1, 1]],
  ["a folded block", "nav:\n  - X: >-\n      x.md\n  - y.md\n", [2]],
  ["a literal block", "nav:\n  - |\n    x.md\n  - y.md\n", [2]],
])("%s in mkdocs.yml is left as it is and told", async (_name, nav, lines) => {
  const told = lines.map((line) => ({
    path: "mkdocs.yml",
    line,
    reason: expect.stringContaining("by hand"),
  }));
  const deleting = await siteOf(nav);
  const input = { docsFolder: "docs", path: "docs/x.md", replacement: undefined };
  expect((await deletePage(deleting, input)).problems).toEqual(told);
  expect(await deleting.read("mkdocs.yml")).toBe(nav);
  const moving = await siteOf(nav);
  const move = { docsFolder: "docs", from: "docs/x.md", to: "docs/d/x.md" };
  expect((await moveFiles(moving, move)).problems).toEqual(told);
  expect(await moving.read("mkdocs.yml")).toBe(nav);
});

test("an item whose anchor is used elsewhere is not taken out", async () => {
  const nav = "nav: [&m {X: x.md}, y.md]\nextra: *m\n";
  const overlay = await siteOf(nav);
  const input = { docsFolder: "docs", path: "docs/x.md", replacement: undefined };
  expect((await deletePage(overlay, input)).problems).toMatchObject([{ path: "mkdocs.yml" }]);
  expect(await overlay.read("mkdocs.yml")).toBe(nav);
});

test("what stands beside anchors and blocks is still corrected", async () => {
  const nav =
    "nav:\n  - G: [{X: x.md}, y.md]\n  - Y: &a y.md\n  - Z: *a\n  - x.md\n  - B: >-\n      y.md\n";
  const overlay = await siteOf(nav);
  const input = { docsFolder: "docs", path: "docs/x.md", replacement: undefined };
  expect((await deletePage(overlay, input)).problems).toEqual([]);
  expect(await overlay.read("mkdocs.yml")).toBe(
    nav.replace("  - x.md\n", "").replace("{X: x.md}, ", ""),
  );
});
