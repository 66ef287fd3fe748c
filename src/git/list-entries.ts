import { isUtf8 } from "node:buffer";
import { AppError } from "../lib/app-error.ts";
import { runGit } from "./git.ts";
import { isCommitId } from "./is-commit-id.ts";

export type FileMode = "100644" | "100755";

export type TreeEntry =
  | { kind: "file"; path: string; blobId: string; size: number; mode: FileMode }
  | { kind: "symlink" | "submodule" | "unnamed"; path: string };

const maxOutputBytes = 256 * 1024 * 1024;

/** Everything a commit holds. `unnamed`: its path is not UTF-8, so no text can name it. */
export async function listEntries(
  repository: string,
  commit: string,
  signal?: AbortSignal,
): Promise<TreeEntry[]> {
  if (!isCommitId(commit)) {
    throw new AppError("invalid_request", "A commit is named by its full id.");
  }
  const options = { gitDirectory: repository, maxOutputBytes, ...(signal && { signal }) };
  const args = ["ls-tree", "-r", "-z", "-l", "--end-of-options", commit];
  const { stdout } = await runGit(args, options).catch(explainMissing);
  const entries: TreeEntry[] = [];
  let start = 0;
  for (let end = stdout.indexOf(0); end !== -1; end = stdout.indexOf(0, start)) {
    entries.push(parseEntry(stdout.subarray(start, end)));
    start = end + 1;
  }
  return entries;
}

function explainMissing(error: unknown): never {
  const isGone = error instanceof AppError && error.message.includes("not a tree object");
  if (!isGone) throw error;
  throw new AppError("not_found", "The repository no longer has this commit.", { cause: error });
}

function parseEntry(record: Buffer): TreeEntry {
  const tab = record.indexOf(9);
  const [mode = "", , blobId = "", size] = record.toString("latin1", 0, tab).split(/ +/);
  const name = record.subarray(tab + 1);
  const path = name.toString("utf8");
  if (!isUtf8(name)) return { kind: "unnamed", path };
  if (mode === "120000") return { kind: "symlink", path };
  if (!mode.startsWith("100")) return { kind: "submodule", path };
  const fileMode = mode === "100755" ? "100755" : "100644";
  return { kind: "file", path, blobId, size: Number(size), mode: fileMode };
}
