import { cleanPath } from "../git/overlay/clean-path.ts";
import { isGitDirectory } from "../git/read/is-git-directory.ts";
import { defaultBranch } from "../git/read/resolve-commit.ts";
import { mirror } from "../git/remote/mirror.ts";
import { mirrorPlace } from "../git/remote/mirror-place.ts";
import type { Remote } from "../git/remote/remote.ts";
import { explainRefusal } from "../git/run/explain-refusal.ts";
import {
  accessTo,
  type GitAccess,
  noLogin,
  requireLogin,
  tokenSetting,
} from "../git/run/git-access.ts";
import { persistently } from "../git/run/persistently.ts";
import { publishCommit } from "../git/write/publish-commit.ts";
import type { StoredSource } from "../store/docs/sources.ts";
import type { JobRepository } from "./job-repository.ts";

export type Mirrors = {
  /** Where copies of remote repositories are kept. */
  mirrorFolder: string;
  /** What opens private repositories. */
  access: GitAccess;
};

/** What a repository has more when it is the mirror of a remote one. */
export type RemoteRepository = {
  remote: Remote;
  /** Fetches what the remote has now. Throws an AppError with a sentence on what to set when it cannot. */
  prepare(signal?: AbortSignal): Promise<void>;
  /**
   * Takes a commit to a branch of the remote; `base` is the commit it was built on. Repeating it is harmless. Throws
   * `unauthenticated` or `forbidden` when the host does not let us, `conflict` when somebody moved the branch.
   */
  publish(
    work: { branch: string; commit: string; base: string },
    signal?: AbortSignal,
  ): Promise<void>;
};

const fetchTimeoutMs = 5 * 60_000;

/** The mirror of a remote source, made where it is missing. One that is there is not brought up to date by this. */
export async function remoteRepository(
  source: StoredSource,
  { mirrorFolder, access }: Mirrors,
): Promise<JobRepository & RemoteRepository> {
  const { location, credential, branch, subfolder } = source;
  requireLogin(credential, access);
  const remote: Remote = {
    url: location,
    access: () => accessTo(location, credential, access),
    tokenSetting: tokenSetting(credential === noLogin ? "" : credential),
  };
  const path = mirrorPlace(mirrorFolder, location);
  if (!(await isGitDirectory(path))) await fetchRemote(remote, path);
  const base = branch || (await defaultBranch(path));
  return {
    path,
    defaultBranch: base,
    docsFolder: cleanPath(subfolder),
    remote,
    prepare: (signal) => persistently(() => fetchRemote(remote, path, signal), signal),
    publish: (work, signal) =>
      publishCommit({
        repository: path,
        remote,
        branch: work.branch,
        commit: work.commit,
        expected: work.base,
        base,
        ...(signal && { signal }),
      }),
  };
}

async function fetchRemote(remote: Remote, path: string, signal?: AbortSignal): Promise<void> {
  const { url: location, tokenSetting } = remote;
  const access = remote.access();
  const options = { ...access, timeoutMs: fetchTimeoutMs, ...(signal && { signal }) };
  await mirror(location, path, options).catch((error) => {
    throw explainRefusal(error, { location, access, tokenSetting });
  });
}
