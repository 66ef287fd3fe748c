import { isSafeBranchName } from "../../git/read/branch-name.ts";
import { gitDirectoryOf, isGitDirectory } from "../../git/read/is-git-directory.ts";
import { isCommitId } from "../../git/read/resolve-commit.ts";
import { resolveRef } from "../../git/read/resolve-ref.ts";
import { explainRefusal } from "../../git/remote/explain-refusal.ts";
import { fetchCommit } from "../../git/remote/fetch-commit.ts";
import { mirror, mirrorPlace } from "../../git/remote/mirror.ts";
import { localPath, parseRemoteAddress } from "../../git/remote/remote-address.ts";
import type { GitSourceOptions } from "./git-repo.ts";

export type OpenedRef = { repository: string; commit: string };

/** Several questions about one branch ask its remote once. */
const freshMs = 5_000;

/** The commit that a branch or commit of a source is, in a repository on this machine; undefined where the source has none such. */
export async function openRef(
  options: GitSourceOptions,
  ref: string,
  signal: AbortSignal,
): Promise<OpenedRef | undefined> {
  if (!isCommitId(ref) && !isSafeBranchName(ref)) return undefined;
  const remote = parseRemoteAddress(options.location);
  if (remote === undefined || remote.protocol === "file") {
    const folder = remote === undefined ? options.location : localPath(remote.url);
    return found(await gitDirectoryOf(folder), ref, signal);
  }
  const folder = mirrorPlace(options.mirrorFolder, remote.url);
  // A commit never changes: one that is here needs no asking, and a job has it before the remote does.
  const here = isCommitId(ref) && (await isGitDirectory(folder));
  const known = here ? await found(folder, ref, signal) : undefined;
  if (known) return known;
  const fetchAfter = async (maxAgeMs: number) => {
    const branches = isCommitId(ref) ? [] : [ref];
    const fetching = { ...options.access, branches, maxAgeMs, signal };
    await mirror(remote.url, folder, fetching).catch((error) => {
      throw explainRefusal(error, options);
    });
    return found(folder, ref, signal);
  };
  // What is not there may have been pushed a moment ago.
  const followed = (await fetchAfter(freshMs)) ?? (await fetchAfter(0));
  if (followed || !isCommitId(ref)) return followed;
  await fetchCommit(remote, { folder, commit: ref }, { ...options.access, signal });
  return found(folder, ref, signal);
}

async function found(
  repository: string,
  ref: string,
  signal: AbortSignal,
): Promise<OpenedRef | undefined> {
  const commit = await resolveRef(repository, ref, signal);
  return commit === undefined ? undefined : { repository, commit };
}
