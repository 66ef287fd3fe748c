import { AppError } from "../../lib/app-error.ts";
import { type ByteReader, byteReader } from "../run/byte-reader.ts";
import { type GitProcess, startGit } from "../run/git.ts";

export type GitBlob = { id: string; content: Buffer };
export type ReadBlobsOptions = {
  maxBytes?: number;
  idleTimeoutMs?: number;
  signal?: AbortSignal | undefined;
};

/** The contents of blobs in the order of their ids, read through one git process. */
export async function* readBlobs(
  repository: string,
  ids: string[],
  options: ReadBlobsOptions = {},
): AsyncGenerator<GitBlob> {
  if (!ids.every((id) => /^[0-9a-f]{40,64}$/.test(id))) {
    throw new AppError("invalid_request", "A blob is named by its full id.");
  }
  if (ids.length === 0) return;
  const { signal, maxBytes = 2 * 1024 * 1024, idleTimeoutMs = 60_000 } = options;
  const git = startGit(["cat-file", "--batch"], { gitDirectory: repository, signal });
  const reader = byteReader(patiently(git, idleTimeoutMs));
  git.stdin.end(ids.map((id) => `${id}\n`).join(""));
  try {
    for (const id of ids) {
      yield { id, content: await readBlob(reader, git, maxBytes) };
    }
  } finally {
    git.stop(undefined);
  }
}

// The clock runs only while we wait for git: whoever reads the blobs may take as long as it likes.
function patiently(git: GitProcess, idleTimeoutMs: number): () => Promise<Buffer | undefined> {
  const chunks: AsyncIterator<Buffer> = git.stdout[Symbol.asyncIterator]();
  return async () => {
    const late = new AppError("unavailable", "git stopped sending the files it was asked for.");
    const timer = setTimeout(() => git.stop(late), idleTimeoutMs);
    try {
      const { done, value } = await chunks.next();
      return done ? undefined : value;
    } catch (error) {
      await git.done;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}

async function readBlob(reader: ByteReader, git: GitProcess, maxBytes: number): Promise<Buffer> {
  const header = await reader.line(200);
  if (header === undefined) return endedEarly(git);
  const [, type, sizeText] = header.split(" ");
  if (type !== "blob") throw new AppError("not_found", "The repository lacks one of its files.");
  const size = Number(sizeText);
  if (!(size <= maxBytes)) {
    throw new AppError(
      "too_large",
      `A file of ${sizeText} bytes is over the limit of ${maxBytes}.`,
    );
  }
  const content = await reader.bytes(size + 1);
  return content?.subarray(0, size) ?? endedEarly(git);
}

async function endedEarly(git: GitProcess): Promise<never> {
  await git.done;
  throw new AppError("unavailable", "git sent less than it was asked for.");
}
