import { runGit } from "../src/git/run/git.ts";
import { initBareRepository } from "../src/git/write/build-folder.ts";
import { makeTree } from "./make-tree.ts";

/** A commit on `main` whose trees hold each other ten times at every level: few objects, many files. */
export async function makeTreeBomb(levels: number, { ending = "" } = {}) {
  const { root } = await makeTree({});
  const gitDirectory = `${root}/bomb.git`;
  await initBareRepository(gitDirectory);
  const git = async (args: string[], input = "") =>
    (await runGit(args, { gitDirectory, input })).stdout.toString().trim();
  let object = await git(["hash-object", "-w", "--stdin"], "x\n");
  for (let level = 0; level < levels; level += 1) {
    const kind = level === 0 ? "100644 blob" : "040000 tree";
    const names = Array.from({ length: 10 }, (_, name) => `${name}${level === 0 ? ending : ""}`);
    object = await git(["mktree"], names.map((name) => `${kind} ${object}\t${name}\n`).join(""));
  }
  const author = { name: "Ann", email: "ann@example.com" };
  const made = await runGit(["commit-tree", object, "-m", "bomb"], { gitDirectory, author });
  const commit = made.stdout.toString().trim();
  await git(["update-ref", "refs/heads/main", commit]);
  return { gitDirectory, commit };
}
