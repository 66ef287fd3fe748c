import { explainRefusal } from "../git/remote/explain-refusal.ts";
import { type MirrorOptions, mirror } from "../git/remote/mirror.ts";
import type { Remote } from "../git/run/git-access.ts";
import type { ForgeHost } from "./hosts/forge-host.ts";

/** The repository on this machine that a project's jobs edit and its changes are made to. */
export type EditedRepository = {
  /** The repository's own folder: a bare repository, the `.git` of a work tree, or the mirror of a remote one. */
  path: string;
  defaultBranch: string;
  /** Folder of the docs inside the repository; "" when they stand at the top. */
  docsFolder: string;
  /** Folders beside it that other sources of the project read from the same branch. */
  otherFolders?: string[];
  /** What it is a mirror of. */
  remote?: Remote;
  /** The API of the forge that the remote is on; undefined where there is none that can be asked. */
  host?(): Promise<ForgeHost | undefined>;
};

/** Throws `conflict` with a sentence on what to set where a project has none; an AppError as its cause is the refusal of a host. */
export type RepositoryOf = (projectId: string) => Promise<EditedRepository>;

/** Brings a mirror up to date. Throws an AppError with a sentence on what to set when its remote cannot be read. */
export async function fetchRepository(
  { path, remote }: Pick<EditedRepository, "path" | "remote">,
  options: Pick<MirrorOptions, "signal" | "timeoutMs" | "maxAgeMs" | "branches">,
): Promise<void> {
  if (remote === undefined) return;
  const { url: location, tokenSetting } = remote;
  const access = await remote.access();
  await mirror(location, path, { ...access, ...options }).catch((error) => {
    throw explainRefusal(error, { location, access, tokenSetting });
  });
}
