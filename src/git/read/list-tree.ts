import { isUtf8 } from "node:buffer";
import { setImmediate as breathe } from "node:timers/promises";
import { AppError } from "../../lib/app-error.ts";
import { cleanPath } from "../../lib/repository-path.ts";
import { startGit } from "../run/git.ts";
import { requireCommitId } from "./resolve-commit.ts";

export type TreeFile = { path: string; blobId: string; size: number; mode: string };

/** How much of a tree is listed at most; `tooMany` says what to do about one that holds more. */
export type ListLimits = { files: number; tooMany(): AppError };

export type ListOptions = {
  subfolder?: string;
  signal?: AbortSignal | undefined;
  limits?: ListLimits | undefined;
};

/** The plain files of a commit below a folder, with paths from that folder; links and submodules are left out. */
export async function listTree(
  repository: string,
  commit: string,
  { subfolder = "", ...options }: ListOptions = {},
): Promise<TreeFile[]> {
  requireCommitId(commit);
  const tree = `${commit}:${cleanPath(subfolder)}`;
  const output = await readListing(repository, ["-r", "--end-of-options", tree], options);
  const files: TreeFile[] = [];
  await eachFile(output, (file) => void files.push(file));
  return files;
}

export type AboveOptions = ListOptions & {
  /** Folders above whose files are listed as well. */
  folders: readonly string[];
  /** Left out: all files are of use. */
  isUsed?(path: string): boolean;
};

/** The plain files that stand in the folders above a sub-folder of a commit; their paths begin with "../". */
export async function listAbove(
  repository: string,
  commit: string,
  { subfolder = "", folders, isUsed = () => true, ...options }: AboveOptions,
): Promise<TreeFile[]> {
  const parts = cleanPath(subfolder).split("/").filter(Boolean);
  const files: TreeFile[] = [];
  for (let steps = 1; steps <= parts.length; steps += 1) {
    const above = parts.slice(0, -steps);
    const up = "../".repeat(steps);
    const add = (file: TreeFile) => {
      const path = `${up}${file.path}`;
      if (isUsed(path)) files.push({ ...file, path });
    };
    const tree = `${commit}:${above.join("/")}`;
    const output = await readListing(repository, ["--end-of-options", tree], options);
    await eachFile(output, add);
    for (const { type, name } of treeRecords(output)) {
      const folder = name.toString("utf8");
      if (type !== "tree" || !folders.includes(folder)) continue;
      const below = { ...options, subfolder: [...above, folder].join("/") };
      for (const file of await listTree(repository, commit, below))
        add({ ...file, path: `${folder}/${file.path}` });
    }
  }
  return files;
}

export type FileMode = "100644" | "100755";

export type TreeEntry =
  | { kind: "file"; path: string; blobId: string; size: number; mode: FileMode }
  | { kind: "symlink" | "submodule" | "unnamed"; path: string };

const usualLimits: ListLimits = { files: 200_000, tooMany: tooManyFiles };
/** A path may be long, but not all of them, unless they are few. */
const bytesPerFile = 320;
const bytesAnyway = 1024 * 1024;
/** Between breaths: a tree may be large, and others wait for this process. */
const entriesAtOnce = 5_000;

/** Everything a commit holds. `unnamed`: its path is not UTF-8, so no text can name it. */
export async function listEntries(
  repository: string,
  commit: string,
  signal?: AbortSignal,
): Promise<TreeEntry[]> {
  requireCommitId(commit);
  const args = ["-r", "--end-of-options", commit];
  const output = await readListing(repository, args, { signal }).catch(explainMissing);
  const entries: TreeEntry[] = [];
  await eachRecord(output, (record) => void entries.push(toEntry(record)));
  return entries;
}

type Reading = Pick<ListOptions, "signal" | "limits">;

/** A few kilobytes of trees that hold each other over and over name millions of files, so they are counted as they come. */
async function readListing(
  repository: string,
  args: string[],
  { signal, limits = usualLimits }: Reading,
): Promise<Buffer> {
  const options = { gitDirectory: repository, timeoutMs: 120_000, signal };
  const git = startGit([...listing, ...args], options);
  git.stdin.end();
  const chunks: Buffer[] = [];
  let size = 0;
  let count = 0;
  git.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, at + 1)) count += 1;
    if (count > limits.files || size > limits.files * bytesPerFile + bytesAnyway)
      git.stop(limits.tooMany());
  });
  await git.done;
  return Buffer.concat(chunks);
}

function tooManyFiles(): AppError {
  return new AppError(
    "too_large",
    `The repository has more than ${usualLimits.files.toLocaleString("en")} files, or paths too long to list. Jobs and checks work on smaller ones.`,
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

async function eachRecord(output: Buffer, take: (record: TreeRecord) => void): Promise<void> {
  let count = 0;
  for (const record of treeRecords(output)) {
    take(record);
    count += 1;
    if (count % entriesAtOnce === 0) await breathe();
  }
}

function eachFile(output: Buffer, take: (file: TreeFile) => void): Promise<void> {
  return eachRecord(output, ({ mode, type, blobId, size, name }) => {
    if (type === "blob" && mode.startsWith("100"))
      take({ path: name.toString("utf8"), blobId, size, mode });
  });
}

function toEntry({ mode, blobId, size, name }: TreeRecord): TreeEntry {
  const path = name.toString("utf8");
  if (!isUtf8(name)) return { kind: "unnamed", path };
  if (mode === "120000") return { kind: "symlink", path };
  if (!mode.startsWith("100")) return { kind: "submodule", path };
  return { kind: "file", path, blobId, size, mode: mode === "100755" ? "100755" : "100644" };
}
