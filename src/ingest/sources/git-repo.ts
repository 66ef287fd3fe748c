import { createHash } from "node:crypto";
import { join } from "node:path";
import type { GitCredentials } from "../../git/git-environment.ts";
import { gitDirectoryOf } from "../../git/is-git-directory.ts";
import { listTree } from "../../git/list-tree.ts";
import { mirror } from "../../git/mirror.ts";
import { readBlobs } from "../../git/read-blobs.ts";
import { localPath, parseRemoteAddress } from "../../git/remote-address.ts";
import { branchCommit, defaultBranch } from "../../git/resolve-commit.ts";
import { maxPageBytes, selectPages } from "./select-pages.ts";
import type { Source, SourceContent, SourceFile, SourceSnapshot } from "./source.ts";

export type GitSourceOptions = {
  /** An https or ssh address, or the path of a repository on this machine. */
  location: string;
  /** The repository's default branch unless given. */
  branch?: string;
  subfolder?: string;
  /** Where copies of remote repositories are kept. */
  mirrorFolder: string;
  credentials?: GitCredentials;
};

/** The committed pages of one branch. A local repository is read in place, a remote one through a mirror. */
export function gitSource(options: GitSourceOptions): Source {
  return { snapshot: (signal) => takeSnapshot(options, signal) };
}

async function takeSnapshot(
  options: GitSourceOptions,
  signal?: AbortSignal,
): Promise<SourceSnapshot> {
  const repository = await openRepository(options, signal);
  const branch = options.branch ?? (await defaultBranch(repository));
  const commit = await branchCommit(repository, branch, signal);
  const tree = await listTree(repository, commit, options.subfolder, signal);
  const pages = tree.map(({ path, size, blobId }) => ({ path, size, contentId: blobId }));
  const { files, skipped } = selectPages(pages);
  return { commit, files, skipped, read: (wanted) => readFiles(repository, wanted, signal) };
}

async function openRepository(options: GitSourceOptions, signal?: AbortSignal): Promise<string> {
  const remote = parseRemoteAddress(options.location);
  if (remote === undefined) return gitDirectoryOf(options.location);
  if (remote.protocol === "file") return gitDirectoryOf(localPath(remote.url));
  const name = createHash("sha256").update(remote.url).digest("hex").slice(0, 32);
  const folder = join(options.mirrorFolder, `${name}.git`);
  const { credentials } = options;
  await mirror(remote.url, folder, {
    ...(credentials && { credentials }),
    ...(signal && { signal }),
  });
  return folder;
}

async function* readFiles(
  repository: string,
  files: SourceFile[],
  signal?: AbortSignal,
): AsyncGenerator<SourceContent> {
  const known = files.flatMap((file) =>
    file.contentId === undefined ? [] : [[file, file.contentId] as const],
  );
  const waiting = known.map(([file]) => file).values();
  const ids = known.map(([, id]) => id);
  for await (const { content } of readBlobs(repository, ids, {
    maxBytes: maxPageBytes,
    ...(signal && { signal }),
  })) {
    const { value: file } = waiting.next();
    if (file !== undefined) yield { file, content };
  }
}
