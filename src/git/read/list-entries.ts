import { isUtf8 } from "node:buffer";
import { setImmediate as breathe } from "node:timers/promises";
import { AppError } from "../../lib/app-error.ts";
import { startGit } from "../run/git.ts";
import { isCommitId } from "./is-commit-id.ts";

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
  if (!isCommitId(commit)) {
    throw new AppError("invalid_request", "A commit is named by its full id.");
  }
  const records = await readRecords(repository, commit, signal).catch(explainMissing);
  const entries: TreeEntry[] = [];
  let start = 0;
  for (let end = records.indexOf(0); end !== -1; end = records.indexOf(0, start)) {
    entries.push(parseEntry(records.subarray(start, end)));
    start = end + 1;
    if (entries.length % entriesAtOnce === 0) await breathe();
  }
  return entries;
}

/** A few kilobytes of trees that hold each other over and over name millions of files, so they are counted as they come. */
async function readRecords(
  repository: string,
  commit: string,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const args = ["ls-tree", "-r", "-z", "-l", "--end-of-options", commit];
  const timeoutMs = 120_000;
  const git = startGit(args, { gitDirectory: repository, timeoutMs, ...(signal && { signal }) });
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
