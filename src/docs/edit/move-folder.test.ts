import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { moveFiles } from "./move-files.ts";

test("a folder moves with everything in it, and links inside it stay as they are", async () => {
  const overlay = memoryFiles({
    "docs/docs.json":
      '{"navigation": [{"group": "G", "pages": ["guides/a", "guides/deep/b", "c"]}], "tabs": [{"name": "x", "url": "guides"}]}\n',
    "docs/guides/a.mdx": "[b](deep/b) [c](../c.mdx) ![i](img/x.png)\n",
    "docs/guides/deep/b.mdx": "[a](../a.mdx) [c](/c)\n",
    "docs/guides/img/x.png": "x",
    "docs/guides.mdx": "[a](a) [b](guides/deep/b)\n",
    "docs/c.mdx": "[a](/guides/a) ![i](guides/img/x.png)\n",
  });
  const moved = await moveFiles(overlay, {
    docsFolder: "docs",
    from: "docs/guides/",
    to: "docs/x/how",
  });
  expect(moved).toMatchObject({ from: "docs/guides", to: "docs/x/how", count: 3, problems: [] });
  expect(overlay.list().map(({ path }) => path)).toEqual([
    "docs/c.mdx",
    "docs/docs.json",
    "docs/guides.mdx",
    "docs/x/how/a.mdx",
    "docs/x/how/deep/b.mdx",
    "docs/x/how/img/x.png",
  ]);
  expect(await overlay.read("docs/docs.json")).toBe(
    '{"navigation": [{"group": "G", "pages": ["x/how/a", "x/how/deep/b", "c"]}], "tabs": [{"name": "x", "url": "x/how"}]}\n',
  );
  expect(await overlay.read("docs/x/how/a.mdx")).toBe(
    "[b](deep/b) [c](../../c.mdx) ![i](img/x.png)\n",
  );
  expect(await overlay.read("docs/x/how/deep/b.mdx")).toBe("[a](../a.mdx) [c](/c)\n");
  expect(await overlay.read("docs/c.mdx")).toBe("[a](/x/how/a) ![i](x/how/img/x.png)\n");
  expect(await overlay.read("docs/guides.mdx")).toBe("[a](../x/how/a) [b](x/how/deep/b)\n");
});

test("a path that ends with a slash, or is a folder, takes the file in", async () => {
  const overlay = memoryFiles({
    "docs/a.md": "a\n",
    "docs/b.md": "b\n",
    "docs/old/c.md": "c\n",
  });
  await moveFiles(overlay, { docsFolder: "docs", from: "docs/a.md", to: "docs/new/" });
  await moveFiles(overlay, { docsFolder: "docs", from: "docs/b.md", to: "docs/old" });
  expect(overlay.list().map(({ path }) => path)).toEqual([
    "docs/new/a.md",
    "docs/old/b.md",
    "docs/old/c.md",
  ]);
});

test("a folder of too many files is refused with what to do, and nothing has changed", async () => {
  const files = Array.from({ length: 1_001 }, (_, index) => [`docs/g/p${index}.md`, "x\n"]);
  const overlay = memoryFiles(Object.fromEntries(files));
  const input = { docsFolder: "docs", from: "docs/g", to: "docs/h" };
  await expect(moveFiles(overlay, input)).rejects.toThrow("one by one");
  expect(overlay.changes()).toEqual([]);
});

test("a folder's own navigation files move with it and stay right", async () => {
  const overlay = memoryFiles({
    "mkdocs.yml": "site_name: x\n",
    "docs/g/.pages": "nav:\n  - keys.md\n  - Doors: doors.md\n",
    "docs/g/keys.md": "x\n",
    "docs/g/doors.md": "x\n",
  });
  const move = (from: string, to: string) => moveFiles(overlay, { docsFolder: "docs", from, to });
  expect(await move("docs/g", "docs/h")).toMatchObject({ repaired: [], problems: [] });
  expect(await overlay.read("docs/h/.pages")).toBe("nav:\n  - keys.md\n  - Doors: doors.md\n");
  await move("docs/h/doors.md", "docs/h/gates.md");
  expect(await overlay.read("docs/h/.pages")).toBe("nav:\n  - keys.md\n  - Doors: gates.md\n");
  const { problems } = await move("docs/h/keys.md", "docs/keys.md");
  expect(problems).toMatchObject([{ path: "docs/h/.pages", line: 2 }]);
});

test("when the docs folder itself moves, links from its top stay as they are", async () => {
  const overlay = memoryFiles({
    "site/docs/docs.json": '{"navigation": {"pages": ["a", "g/b"]}}',
    "site/docs/a.mdx": "[b](/g/b) [c](g/b.mdx)\n",
    "site/docs/g/b.mdx": "[a](/a)\n",
    "README.md": "[a](site/docs/a.mdx)\n",
  });
  const input = { docsFolder: "site/docs", from: "site", to: "web" };
  const moved = await moveFiles(overlay, input);
  expect(moved.repaired.map(({ path, after }) => [path, after])).toEqual([
    ["README.md", "[a](web/docs/a.mdx)\n"],
  ]);
  expect(moved.problems).toEqual([]);
});
