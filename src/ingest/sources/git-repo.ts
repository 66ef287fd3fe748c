import { isSiteFile, settingsFolders } from "../../docs/site/find-site.ts";
import { changedEntries } from "../../git/read/changed-entries.ts";
import { gitDirectoryOf } from "../../git/read/is-git-directory.ts";
import { listAbove, listTree } from "../../git/read/list-tree.ts";
import { readBlobs } from "../../git/read/read-blobs.ts";
import { branchCommit, defaultTip } from "../../git/read/resolve-commit.ts";
import { explainRefusal } from "../../git/remote/explain-refusal.ts";
import { mirror, mirrorPlace, remoteTip } from "../../git/remote/mirror.ts";
import { localPath, parseRemoteAddress } from "../../git/remote/remote-address.ts";
import type { RepositoryAccess } from "../../git/run/git-access.ts";
import { commitChanges } from "./commit-changes.ts";
import { largestFileBytes } from "./file-kinds.ts";
import { selectInTurns } from "./select-files.ts";
import type { CheckedSource, SourceContent, SourceFile, SourceSnapshot } from "./source.ts";
import { type SourceLimits, tooManyFiles, withoutLimits } from "./source-limits.ts";

export type GitSourceOptions = {
  /** An https or ssh address, or the path of a repository on this machine. */
  location: string;
  /** The repository's default branch unless given. */
  branch?: string;
  subfolder?: string;
  /** Where copies of remote repositories are kept. */
  mirrorFolder: string;
  access?: RepositoryAccess;
  /** The setting that holds, or should hold, the repository's token. */
  tokenSetting?: string;
  limits?: SourceLimits;
};

/** The committed pages of one branch. A local repository is read in place, a remote one through a mirror. */
export function gitSource(options: GitSourceOptions): CheckedSource {
  // Where the changes since an earlier state do not tell enough, the same commit is listed: nothing is fetched again.
  let looked: Tip | undefined;
  return {
    async snapshot(signal) {
      const tip = looked ?? (await openTip(options, signal));
      looked = undefined;
      return snapshotOf(tip, options, signal);
    },
    version: (signal) => versionOf(options, signal),
    async changes(since, signal) {
      if (since.commit === "") return undefined;
      const { repository, commit } = await openTip(options, signal);
      const between = { from: since.commit, to: commit };
      const changed = await changedEntries(repository, between, signal);
      const changes = changed && (await commitChanges({ repository, commit, changed }, options));
      looked = changes ? undefined : { repository, commit };
      return changes;
    },
  };
}

type Tip = { repository: string; commit: string };

async function openTip(options: GitSourceOptions, signal?: AbortSignal): Promise<Tip> {
  const repository = await openRepository(options, signal);
  return { repository, commit: await tipOf(repository, options, signal) };
}

/** The pages of one commit of a repository on this machine. */
export async function snapshotOf(
  { repository, commit }: Tip,
  options: Pick<GitSourceOptions, "subfolder" | "limits">,
  signal?: AbortSignal,
): Promise<SourceSnapshot> {
  const { subfolder = "", limits = withoutLimits } = options;
  const listing = {
    subfolder,
    signal,
    limits: { files: limits.sourceFiles, tooMany: () => tooManyFiles(limits) },
  };
  const inside = await listTree(repository, commit, listing);
  const above = await listAbove(repository, commit, {
    ...listing,
    folders: settingsFolders,
    isUsed: isSiteFile,
  });
  const tree = [...inside, ...above];
  const { files, support, skipped, unread } = await selectInTurns(
    tree.map(({ path, size, blobId }) => ({ path, size, contentId: blobId })),
  );
  return {
    commit,
    files,
    support,
    skipped,
    unread,
    read: (wanted) => readFiles(repository, wanted, signal),
  };
}

async function versionOf(options: GitSourceOptions, signal?: AbortSignal): Promise<string> {
  const { branch } = options;
  const remote = parseRemoteAddress(options.location);
  if (remote === undefined || remote.protocol === "file") {
    return tipOf(await openRepository(options, signal), options, signal);
  }
  return remoteTip(remote.url, {
    ...options.access,
    ...(branch !== undefined && { branch }),
    ...(signal && { signal }),
  }).catch((error) => {
    throw explainRefusal(error, options);
  });
}

async function tipOf(
  repository: string,
  { branch }: GitSourceOptions,
  signal?: AbortSignal,
): Promise<string> {
  if (branch !== undefined) return branchCommit(repository, branch, signal);
  return (await defaultTip(repository)).commit;
}

async function openRepository(options: GitSourceOptions, signal?: AbortSignal): Promise<string> {
  const remote = parseRemoteAddress(options.location);
  if (remote === undefined) return gitDirectoryOf(options.location);
  if (remote.protocol === "file") return gitDirectoryOf(localPath(remote.url));
  const folder = mirrorPlace(options.mirrorFolder, remote.url);
  const branches = options.branch === undefined ? [] : [options.branch];
  await mirror(remote.url, folder, { ...options.access, branches, signal }).catch((error) => {
    throw explainRefusal(error, options);
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
    maxBytes: largestFileBytes,
    ...(signal && { signal }),
  })) {
    const { value: file } = waiting.next();
    if (file !== undefined) yield { file, content };
  }
}
