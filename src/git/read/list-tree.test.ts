import { expect, test } from "vitest";
import { makeTreeBomb } from "../../../test/make-tree-bomb.ts";
import { AppError } from "../../lib/app-error.ts";
import { createPathIndex } from "../overlay/path-index.ts";
import { listEntries, listTree } from "./list-tree.ts";

test("every file of a commit is listed", async () => {
  const { gitDirectory, commit } = await makeTreeBomb(3);
  const entries = await listEntries(gitDirectory, commit);
  expect(entries).toHaveLength(1_000);
  expect(entries[0]).toMatchObject({ kind: "file", path: "0/0/0", size: 2 });
});

test("a commit of few objects that names millions of files is refused", async () => {
  const { gitDirectory, commit } = await makeTreeBomb(7);
  await expect(listEntries(gitDirectory, commit)).rejects.toMatchObject({ code: "too_large" });
});

test("files are counted while they are listed, whoever asks", async () => {
  const { gitDirectory, commit } = await makeTreeBomb(3);
  const tooMany = () => new AppError("too_large", "too many");
  const files = await listTree(gitDirectory, commit, { limits: { files: 1_000, tooMany } });
  expect(files).toHaveLength(1_000);
  const listing = listTree(gitDirectory, commit, { limits: { files: 999, tooMany } });
  await expect(listing).rejects.toThrow("too many");
});

test("paths of thousands of folders are not looked at one prefix at a time", () => {
  const deep = Array.from({ length: 2_000 }, (_, file) => `${"d/".repeat(2_000)}${file}.md`);
  const index = createPathIndex([...deep, "Docs/A.md"]);
  expect(index.clash("docs/b.md")).toBe("Docs/");
});
