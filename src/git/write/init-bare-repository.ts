import { mkdir } from "node:fs/promises";
import { isGitDirectory } from "../read/is-git-directory.ts";
import { runGit } from "../run/git.ts";
import { buildFolder } from "./build-folder.ts";

/** Makes an empty bare repository with `main` as its branch; one that is already there is left as it is. */
export async function initBareRepository(folder: string): Promise<void> {
  if (await isGitDirectory(folder)) return;
  await buildFolder(folder, initRepository);
}

/** The same, straight in the folder: for a caller that builds under a temporary name itself. */
export async function initRepository(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // An empty template: hooks run on the far side of a local push, where our settings do not reach.
  const args = ["init", "--quiet", "--bare", "--template=", "--object-format=sha1"];
  await runGit([...args, "--initial-branch=main", "--end-of-options", folder]);
}
