import { expect, test } from "vitest";
import { makeTree } from "../../../test/make-tree.ts";
import { createPathIndex } from "../overlay/path-index.ts";
import { runGit } from "../run/git.ts";
import { initBareRepository } from "../write/build-folder.ts";
import { listEntries } from "./list-tree.ts";

/** A commit whose trees hold each other ten times at every level: few objects, many files. */
async function makeBomb(levels: number) {
  const { root } = await makeTree({});
  const gitDirectory = `${root}/bomb.git`;
  await initBareRepository(gitDirectory);
  const git = async (args: string[], input = "") =>
    (await runGit(args, { gitDirectory, input })).stdout.toString().trim();
  let object = await git(["hash-object", "-w", "--stdin"], "x\n");
  for (let level = 0; level < levels; level += 1) {
    const kind = level === 0 ? "100644 blob" : "040000 tree";
    const lines = Array.from({ length: 10 }, (_, name) => `${kind} ${object}\t${name}\n`);
    object = await git(["mktree"], lines.join(""));
  }
  const author = { name: "Ann", email: "ann@example.com" };
  const made = await runGit(["commit-tree", object, "-m", "bomb"], { gitDirectory, author });
  return { gitDirectory, commit: made.stdout.toString().trim() };
}

test("every file of a commit is listed", async () => {
  const { gitDirectory, commit } = await makeBomb(3);
  const entries = await listEntries(gitDirectory, commit);
  expect(entries).toHaveLength(1_000);
  expect(entries[0]).toMatchObject({ kind: "file", path: "0/0/0", size: 2 });
});

test("a commit of few objects that names millions of files is refused", async () => {
  const { gitDirectory, commit } = await makeBomb(7);
  await expect(listEntries(gitDirectory, commit)).rejects.toMatchObject({ code: "too_large" });
});

test("paths of thousands of folders are not looked at one prefix at a time", () => {
  const deep = Array.from({ length: 2_000 }, (_, file) => `${"d/".repeat(2_000)}${file}.md`);
  const index = createPathIndex([...deep, "Docs/A.md"]);
  expect(index.clash("docs/b.md")).toBe("Docs/");
});
