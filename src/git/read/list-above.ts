import { cleanPath } from "../overlay/clean-path.ts";
import { runGit } from "../run/git.ts";
import { listTree, parseTree, type TreeFile } from "./list-tree.ts";

export type AboveOptions = {
  subfolder: string;
  /** Folders above whose files are listed as well. */
  folders: readonly string[];
  signal?: AbortSignal | undefined;
};

/** The plain files that stand in the folders above a sub-folder of a commit; their paths begin with "../". */
export async function listAbove(
  repository: string,
  commit: string,
  { subfolder, folders, signal }: AboveOptions,
): Promise<TreeFile[]> {
  const parts = cleanPath(subfolder).split("/").filter(Boolean);
  const files: TreeFile[] = [];
  for (let steps = 1; steps <= parts.length; steps += 1) {
    const above = parts.slice(0, -steps).join("/");
    const up = "../".repeat(steps);
    const args = ["ls-tree", "-z", "-l", "--end-of-options", `${commit}:${above}`];
    const { stdout } = await runGit(args, { gitDirectory: repository, ...(signal && { signal }) });
    const { plain, trees } = parseTree(stdout);
    files.push(...plain.map((file) => ({ ...file, path: `${up}${file.path}` })));
    for (const name of trees.filter((tree) => folders.includes(tree))) {
      const below = await listTree(
        repository,
        commit,
        cleanPath(`${above}/${name}`.replace(/^\//, "")),
        signal,
      );
      files.push(...below.map((file) => ({ ...file, path: `${up}${name}/${file.path}` })));
    }
  }
  return files;
}
