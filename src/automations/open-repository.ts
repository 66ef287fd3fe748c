import { gitDirectoryOf } from "../git/read/is-git-directory.ts";
import { defaultBranch } from "../git/read/resolve-commit.ts";
import { mirror, mirrorPlace } from "../git/remote/mirror.ts";
import { localPath, parseRemoteAddress } from "../git/remote/remote-address.ts";
import { accessTo, type GitAccess } from "../git/run/git-access.ts";
import type { StoredRepository } from "../store/automations/code-repositories.ts";

export type RepositoryPlace = {
  /** Where copies of remote repositories are kept: one for each address, whoever needs it. */
  mirrorFolder: string;
  access: GitAccess;
};

export type OpenedRepository = { path: string; branch: string };

/**
 * A repository of code as git reads it, as new as its remote; only its objects are ever read. The copy may be there because
 * of another project's login, so the remote is asked each time whether this one opens it.
 */
export async function openRepository(
  { mirrorFolder, access: all }: RepositoryPlace,
  { location, branch, credential }: Pick<StoredRepository, "location" | "branch" | "credential">,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<OpenedRepository> {
  const remote = parseRemoteAddress(location);
  if (remote === undefined || remote.protocol === "file") {
    const path = await gitDirectoryOf(remote ? localPath(remote.url) : location);
    return { path, branch: branch || (await defaultBranch(path)) };
  }
  const path = mirrorPlace(mirrorFolder, location);
  const access = await accessTo(location, credential, all);
  const branches = branch === "" ? [] : [branch];
  await mirror(location, path, { ...access, branches, signal });
  return { path, branch: branch || (await defaultBranch(path)) };
}
