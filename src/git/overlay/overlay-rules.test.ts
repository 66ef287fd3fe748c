import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { openSite } from "../../docs/tree/open-tree.ts";
import { writeRules } from "../../docs/write/write-rules.ts";
import { branchCommit } from "../read/resolve-commit.ts";
import { openOverlay } from "./overlay.ts";

async function guardedOverlay(extraPaths: string[] = []) {
  const { path } = await makeRepository({
    "docs/index.md": "# Home\n",
    "docs/run.md": { mode: "100755", content: "# Run\n" },
    "docs/code.md": "# Code\n\n{process.exit()}\n",
    "docs/demo/a.tsx": "export {};\n",
    "docs/demo/b.md": "# B\n",
    "docs/link": { mode: "120000", content: "/etc" },
    "docs/module": { mode: "160000", id: "1234567890".repeat(4) },
    "package.json": "{}\n",
  });
  const base = await branchCommit(path, "main");
  const tree = await openSite(await openOverlay(path, base, []), "docs");
  const rules = writeRules({ tree, docsFolders: ["docs"], extraPaths });
  return openOverlay(path, base, [], { rules, readOnlyPaths: ["docs/legal"] });
}

const elsewhere = [
  "docs/../x.md",
  "docs/package.json.",
  "docs/package.json ",
  "docs/ package.json",
  "docs/PACKAGE.JSON",
  "docs\\package.json",
  "docs/package.json:stream.md",
  "docs/link/x.md",
  "docs/module/x.md",
  "docs/link",
  "docs/.git/hooks/x.md",
  "docs/.hidden.md",
  "docs/index.md/x.md",
  "DOCS/x.md",
  "docs/legal/x.md",
  "package.json",
  "x.md",
];

test.each(elsewhere)("nothing is written to %j", async (path) => {
  const overlay = await guardedOverlay();
  expect(() => overlay.write(path, "x\n")).toThrow();
  expect(() => overlay.remove(path)).toThrow();
  await expect(overlay.move("docs/run.md", path)).rejects.toThrow();
  expect(overlay.changes()).toEqual([]);
});

test("what may not be written is remembered once, and nothing else is", async () => {
  const overlay = await guardedOverlay();
  for (const path of ["docs/.npmrc", "docs/.npmrc", "docs/legal/x.md"])
    expect(() => overlay.write(path, "x\n")).toThrow();
  expect(() => overlay.write("docs/../x.md", "x\n")).toThrow();
  overlay.write("docs/new.md", "# New\n");
  expect(overlay.refused()).toEqual(["docs/.npmrc", "docs/legal/x.md"]);
});

test("a page that is executable stays so, and a new one is not", async () => {
  const overlay = await guardedOverlay();
  overlay.write("docs/run.md", "# Run on\n");
  overlay.write("docs/new.md", "# New\n");
  expect(overlay.changes().map(({ path, mode }) => [path, mode])).toEqual([
    ["docs/new.md", "100644"],
    ["docs/run.md", "100755"],
  ]);
});

test("a text becomes no code by another ending, and a folder moves with the code in it", async () => {
  const overlay = await guardedOverlay();
  await expect(overlay.move("docs/code.md", "docs/code.mdx")).rejects.toThrow("would run");
  await overlay.move("docs/index.md", "docs/index.mdx");
  await overlay.moveAll([
    { from: "docs/demo/a.tsx", to: "docs/show/a.tsx" },
    { from: "docs/demo/b.md", to: "docs/show/b.md" },
  ]);
  expect(overlay.has("docs/show/a.tsx")).toBe(true);
  expect(overlay.refused()).toEqual(["docs/code.mdx"]);
});

test("what the project allows is open, and what the operator closes is not", async () => {
  const overlay = await guardedOverlay(["**"]);
  overlay.write("package.json", '{ "name": "a" }\n');
  expect(() => overlay.write("docs/legal/x.md", "x\n")).toThrow("read-only");
  for (const path of [".github/workflows/a.yml", ".vscode/tasks.json", ".envrc", "CODEOWNERS"])
    expect(() => overlay.write(path, "x\n"), path).toThrow("read-only");
});
