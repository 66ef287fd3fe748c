import { isUtf8 } from "node:buffer";
import { setImmediate as breathe } from "node:timers/promises";
import { AppError } from "../../lib/app-error.ts";
import { cleanPath } from "../../lib/repository-path.ts";
import { runGit, startGit } from "../run/git.ts";
import { requireCommitId } from "./resolve-commit.ts";

export type TreeFile = { path: string; blobId: string; size: number; mode: string };

/** The plain files of a commit below a folder, with paths from that folder; links and submodules are left out. */
export async function listTree(
  repository: string,
  commit: string,
  subfolder = "",
  signal?: AbortSignal,
): Promise<TreeFile[]> {
  requireCommitId(commit);
  const tree = `${commit}:${cleanPath(subfolder)}`;
  const options = { gitDirectory: repository, maxOutputBytes: 256 * 1024 * 1024, signal };
  const { stdout } = await runGit([...listing, "-r", "--end-of-options", tree], options);
  return plainFiles(stdout);
}

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
    const above = parts.slice(0, -steps);
    const up = "../".repeat(steps);
    const args = [...listing, "--end-of-options", `${commit}:${above.join("/")}`];
    const { stdout } = await runGit(args, { gitDirectory: repository, signal });
    files.push(...plainFiles(stdout).map((file) => ({ ...file, path: `${up}${file.path}` })));
    for (const { type, name } of treeRecords(stdout)) {
      const folder = name.toString("utf8");
      if (type !== "tree" || !folders.includes(folder)) continue;
      const below = await listTree(repository, commit, [...above, folder].join("/"), signal);
      files.push(...below.map((file) => ({ ...file, path: `${up}${folder}/${file.path}` })));
    }
  }
  return files;
}

export type FileMode = "100644" | "100755";

export type TreeEntry =
  | { kind: "file"; path: string; blobId: string; size: number; mode: FileMode }
  | { kind: "symlink" | "submodule" | "unnamed"; path: string };

const maxOutputBytes = 64 * 1024 * 1024;
const maxEntries = 200_000;
/** Between breaths: a tree may be large, and others wait for this process. */
const entriesAtOnce = 5_000;

/** Everything a commit holds. `unnamed`: its path is not UTF-8, so no text can name it. */
export async function listEntries(
  repository: string,
  commit: string,
  signal?: AbortSignal,
): Promise<TreeEntry[]> {
  requireCommitId(commit);
  const output = await readEntries(repository, commit, signal).catch(explainMissing);
  const entries: TreeEntry[] = [];
  for (const record of treeRecords(output)) {
    entries.push(toEntry(record));
    if (entries.length % entriesAtOnce === 0) await breathe();
  }
  return entries;
}

/** A few kilobytes of trees that hold each other over and over name millions of files, so they are counted as they come. */
async function readEntries(
  repository: string,
  commit: string,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const args = [...listing, "-r", "--end-of-options", commit];
  const git = startGit(args, { gitDirectory: repository, timeoutMs: 120_000, signal });
  git.stdin.end();
  const chunks: Buffer[] = [];
  let size = 0;
  let count = 0;
  git.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, at + 1)) count += 1;
    if (count > maxEntries || size > maxOutputBytes) git.stop(tooManyFiles());
  });
  await git.done;
  return Buffer.concat(chunks);
}

function tooManyFiles(): AppError {
  return new AppError(
    "too_large",
    `The repository has more than ${maxEntries.toLocaleString("en")} files, or paths too long to list. Jobs and checks work on smaller ones.`,
  );
}

function explainMissing(error: unknown): never {
  const isGone = error instanceof AppError && error.message.includes("not a tree object");
  if (!isGone) throw error;
  throw new AppError("not_found", "The repository no longer has this commit.", { cause: error });
}

const listing = ["ls-tree", "-z", "-l"];

type TreeRecord = { mode: string; type: string; blobId: string; size: number; name: Buffer };

/** What `ls-tree -z -l` wrote. */
function* treeRecords(output: Buffer): Generator<TreeRecord> {
  let start = 0;
  for (let end = output.indexOf(0); end !== -1; end = output.indexOf(0, start)) {
    const tab = output.indexOf(9, start);
    const fields = output.toString("latin1", start, tab).split(/ +/);
    const [mode = "", type = "", blobId = "", size] = fields;
    yield { mode, type, blobId, size: Number(size), name: output.subarray(tab + 1, end) };
    start = end + 1;
  }
}

function plainFiles(output: Buffer): TreeFile[] {
  const files: TreeFile[] = [];
  for (const { mode, type, blobId, size, name } of treeRecords(output)) {
    if (type === "blob" && mode.startsWith("100"))
      files.push({ path: name.toString("utf8"), blobId, size, mode });
  }
  return files;
}

function toEntry({ mode, blobId, size, name }: TreeRecord): TreeEntry {
  const path = name.toString("utf8");
  if (!isUtf8(name)) return { kind: "unnamed", path };
  if (mode === "120000") return { kind: "symlink", path };
  if (!mode.startsWith("100")) return { kind: "submodule", path };
  return { kind: "file", path, blobId, size, mode: mode === "100755" ? "100755" : "100644" };
}
