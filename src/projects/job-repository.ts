import { type EditedRepository, fetchRepository } from "../forge/edited-repository.ts";
import type { ForgeHost } from "../forge/hosts/forge-host.ts";
import { gitDirectoryOf, isGitDirectory, prefixInWorkTree } from "../git/read/is-git-directory.ts";
import { defaultBranch } from "../git/read/resolve-commit.ts";
import { mirrorPlace } from "../git/remote/mirror.ts";
import { localPath, parseRemoteAddress, shownAddress } from "../git/remote/remote-address.ts";
import {
  accessTo,
  type GitAccess,
  type Remote,
  requireLogin,
  tokenSetting,
} from "../git/run/git-access.ts";
import { AppError } from "../lib/app-error.ts";
import { cleanPath } from "../lib/repository-path.ts";
import type { Database } from "../store/database.ts";
import { editSourceId, listSources, type StoredSource } from "../store/docs/sources.ts";

export type Mirrors = {
  /** Where copies of remote repositories are kept. */
  mirrorFolder: string;
  /** What opens private repositories. */
  access: GitAccess;
  /** The API of the forge that a source's repository is on. */
  hostOf?(source: StoredSource): Promise<ForgeHost | undefined>;
};

/**
 * The repository that jobs edit: that of the source the project names, or else of the only git repository among its
 * sources, with the folders of all sources that read the same branch of it. One on this machine goes before remote ones, which are read without asking whether jobs may edit them.
 */
export async function jobRepository(
  db: Database,
  projectId: string,
  mirrors: Mirrors,
): Promise<EditedRepository> {
  // What stands at the top of the project goes before what is put below it.
  const sources = (await listSources(db, projectId)).sort(
    (one, other) => one.mount.length - other.mount.length,
  );
  const named = await editSourceId(db, projectId);
  const isNamed = ({ id }: StoredSource) => named === null || id === named;
  const { found, remote, fault } = await sortOut(sources.filter(isNamed));
  const others = await sortOut(sources.filter((source) => !isNamed(source)));
  const [first] = found;
  if (first) {
    const isSame = ({ repository }: Found) => isOneBranch(repository, first.repository);
    if (!found.every(isSame))
      throw new AppError("conflict", severalText(found.map(({ source }) => source)));
    const folders = [...found, ...others.found].filter(isSame);
    return withFolders(
      first.repository,
      folders.map(({ repository }) => repository.docsFolder),
    );
  }
  const [only] = remote;
  if (!only) throw new AppError("conflict", noneText(fault), { cause: fault?.cause });
  const isSame = ({ location, branch }: StoredSource) =>
    location === only.location && branch === only.branch;
  if (!remote.every(isSame)) throw new AppError("conflict", severalText(remote));
  const folders = [...remote, ...others.remote]
    .filter(isSame)
    .map(({ subfolder }) => cleanPath(subfolder));
  const repository = remoteRepository(only, mirrors);
  return repository
    .then((one) => withFolders(one, folders))
    .catch((error) => {
      if (!(error instanceof AppError)) throw error;
      const isAway = error.code === "unavailable" || error.code === "rate_limited";
      throw new AppError(isAway ? error.code : "conflict", noneText(error), { cause: error });
    });
}

function isOneBranch(one: EditedRepository, other: EditedRepository): boolean {
  return one.path === other.path && one.defaultBranch === other.defaultBranch;
}

/** One folder inside another is a part of it. */
function withFolders(repository: EditedRepository, folders: string[]): EditedRepository {
  const all = [...new Set([repository.docsFolder, ...folders])];
  const isInside = (folder: string) =>
    all.some((own) => own !== folder && (own === "" || folder.startsWith(`${own}/`)));
  const otherFolders = all.slice(1).filter((folder) => !isInside(folder));
  return otherFolders.length === 0 ? repository : { ...repository, otherFolders };
}

type Found = { source: StoredSource; repository: EditedRepository };

type Sorted = {
  found: Found[];
  remote: StoredSource[];
  /** Why the last of those that cannot be used cannot. */
  fault: AppError | undefined;
};

async function sortOut(sources: StoredSource[]): Promise<Sorted> {
  const sorted: Sorted = { found: [], remote: [], fault: undefined };
  for (const source of sources) {
    try {
      const repository = await localRepository(source);
      if (repository) sorted.found.push({ source, repository });
      else if (source.kind === "git") sorted.remote.push(source);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      sorted.fault = error;
    }
  }
  return sorted;
}

async function localRepository(source: StoredSource): Promise<EditedRepository | undefined> {
  const place = await localPlace(source);
  if (place === undefined) return undefined;
  const path = await gitDirectoryOf(place.folder);
  const branch = source.branch || (await defaultBranch(path));
  return { path, defaultBranch: branch, docsFolder: cleanPath(place.docsFolder) };
}

/** Where the source lies on this machine, and the docs inside its repository; undefined when it is no repository here. */
async function localPlace(
  source: StoredSource,
): Promise<{ folder: string; docsFolder: string } | undefined> {
  if (source.kind === "git") {
    const remote = parseRemoteAddress(source.location);
    if (remote !== undefined && remote.protocol !== "file") return undefined;
    const folder = remote === undefined ? source.location : localPath(remote.url);
    return { folder, docsFolder: source.subfolder };
  }
  const folder = source.location;
  const prefix = await prefixInWorkTree(folder);
  return prefix === undefined ? undefined : { folder, docsFolder: `${prefix}${source.subfolder}` };
}

const fetchTimeoutMs = 5 * 60_000;

/** The mirror of a remote source, made where it is missing. One that is there is not brought up to date by this. */
async function remoteRepository(
  source: StoredSource,
  { mirrorFolder, access: all, hostOf }: Mirrors,
): Promise<EditedRepository> {
  const { id, location, credential, branch, subfolder } = source;
  const access = all.ofSource(id);
  await requireLogin(location, credential, access);
  const remote: Remote = {
    url: location,
    access: () => accessTo(location, credential, access),
    tokenSetting: tokenSetting(credential),
  };
  const path = mirrorPlace(mirrorFolder, location);
  if (!(await isGitDirectory(path)))
    await fetchRepository({ path, remote }, { timeoutMs: fetchTimeoutMs });
  const base = branch || (await defaultBranch(path));
  const repository = { path, defaultBranch: base, docsFolder: cleanPath(subfolder), remote };
  return hostOf ? { ...repository, host: () => hostOf(source) } : repository;
}

function severalText(sources: StoredSource[]): string {
  const names = sources
    .map((source) => `${source.id} (${shownAddress(source.location)})`)
    .join(", ");
  return `This project has several git repositories: say which one jobs edit with "docent projects update --domain NAME --edit-source ID". There are ${names}.`;
}

function noneText(fault: AppError | undefined): string {
  if (fault) return `This project's repository cannot be edited: ${fault.message}`;
  const remedy =
    'Point the project at a git repository on this machine, for example with "docent serve --docs PATH".';
  return `This project has no git repository that a job could edit: its docs come from a plain folder. ${remedy}`;
}
