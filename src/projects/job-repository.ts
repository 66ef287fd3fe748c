import { cleanPath } from "../git/clean-path.ts";
import { runGit } from "../git/git.ts";
import { gitDirectoryOf, isInWorkTree } from "../git/is-git-directory.ts";
import { localPath, parseRemoteAddress } from "../git/remote-address.ts";
import { defaultBranch } from "../git/resolve-commit.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import { editSourceId, listSources, type StoredSource } from "../store/sources.ts";

export type JobRepository = {
  /** The repository's own folder: a bare repository, or the `.git` of a work tree. */
  path: string;
  defaultBranch: string;
  /** Folder of the docs inside the repository; "" when they stand at the top. */
  docsFolder: string;
};

/** The repository that jobs edit: that of the source the project names, or of the only one that is a git repository on this machine. */
export async function jobRepository(db: Database, projectId: string): Promise<JobRepository> {
  const sources = await listSources(db, projectId);
  const named = await editSourceId(db, projectId);
  const candidates = named === null ? sources : sources.filter((source) => source.id === named);
  const found: { source: StoredSource; repository: JobRepository }[] = [];
  let fault: AppError | undefined;
  for (const source of candidates) {
    try {
      const repository = await repositoryOf(source);
      if (repository) found.push({ source, repository });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      fault = error;
    }
  }
  const [first] = found;
  if (first && found.length === 1) return first.repository;
  if (first) throw new AppError("conflict", severalText(found.map(({ source }) => source)));
  throw new AppError("conflict", noneText(candidates, fault), { cause: fault });
}

async function repositoryOf(source: StoredSource): Promise<JobRepository | undefined> {
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
  if (!(await isInWorkTree(folder))) return undefined;
  const { stdout } = await runGit(["rev-parse", "--show-prefix"], { cwd: folder });
  const prefix = stdout.toString("utf8").replace(/\n$/, "");
  return { folder, docsFolder: `${prefix}${source.subfolder}` };
}

function severalText(sources: StoredSource[]): string {
  const names = sources.map((source) => `${source.id} (${source.location})`).join(", ");
  return `This project has several git repositories: say which one jobs edit with "docent projects update --domain NAME --edit-source ID". There are ${names}.`;
}

function noneText(sources: StoredSource[], fault: AppError | undefined): string {
  if (fault) return `This project's repository cannot be edited: ${fault.message}`;
  const remedy =
    'Point the project at a git repository on this machine, for example with "docent serve --docs PATH".';
  if (sources.some((source) => source.kind === "git"))
    return `This project's docs come from a remote repository, which jobs cannot edit yet. ${remedy}`;
  return `This project has no git repository that a job could edit: its docs come from a plain folder. ${remedy}`;
}
