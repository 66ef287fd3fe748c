import { AppError } from "../../lib/app-error.ts";
import { cleanPath } from "../overlay/clean-path.ts";
import { runGit } from "../run/git.ts";

export type TreeFile = { path: string; blobId: string; size: number; mode: string };

const maxOutputBytes = 256 * 1024 * 1024;

/** The plain files of a commit below a folder, with paths from that folder; links and submodules are left out. */
export async function listTree(
  repository: string,
  commit: string,
  subfolder = "",
  signal?: AbortSignal,
): Promise<TreeFile[]> {
  if (!/^[0-9a-f]{40,64}$/.test(commit)) {
    throw new AppError("invalid_request", "A commit is named by its full id.");
  }
  const tree = `${commit}:${cleanPath(subfolder)}`;
  const options = { gitDirectory: repository, maxOutputBytes, ...(signal && { signal }) };
  const args = ["ls-tree", "-r", "-z", "-l", "--end-of-options", tree];
  const { stdout } = await runGit(args, options);
  return parseTree(stdout).plain;
}

/** What `ls-tree -z -l` wrote: plain files, and the names of folders where it did not go into them. */
export function parseTree(output: Buffer): { plain: TreeFile[]; trees: string[] } {
  const plain: TreeFile[] = [];
  const trees: string[] = [];
  for (const record of records(output)) {
    const tab = record.indexOf("\t");
    const [mode = "", type, blobId = "", size] = record.slice(0, tab).split(/ +/);
    const path = record.slice(tab + 1);
    if (type === "tree") trees.push(path);
    if (type === "blob" && mode.startsWith("100"))
      plain.push({ path, blobId, size: Number(size), mode });
  }
  return { plain, trees };
}

function* records(output: Buffer): Generator<string> {
  let start = 0;
  for (let end = output.indexOf(0); end !== -1; end = output.indexOf(0, start)) {
    yield output.toString("utf8", start, end);
    start = end + 1;
  }
}
