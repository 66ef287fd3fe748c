import { gitDirectoryOf, prefixInWorkTree } from "../git/read/is-git-directory.ts";
import type { GitAccess } from "../git/run/git-access.ts";
import { AppError } from "../lib/app-error.ts";
import { cleanPath } from "../lib/repository-path.ts";
import type { Database } from "../store/database.ts";
import type { Project } from "../store/docs/projects.ts";
import { deleteBranchRevision, insertBranchRevision } from "../store/docs/revisions.ts";
import { editSourceId, listSources, type StoredSource } from "../store/docs/sources.ts";
import type { SourceLimits } from "./sources/source-limits.ts";
import { readPages, type SyncDeps } from "./sync-source.ts";
import { openStoredSource } from "./sync-stored-source.ts";

type Deps = SyncDeps & { mirrorFolder: string; access: GitAccess; limits: SourceLimits };
type Input = { project: Project; branch: string; signal: AbortSignal };

export type BranchRead = { revisionId: string; commit: string; drop(): Promise<void> };

/** The project's docs as they would be with another branch of its git source. What readers are answered from stays as it is. */
export async function revisionOfBranch(deps: Deps, input: Input): Promise<BranchRead> {
  const { project, branch, signal } = input;
  const stored = await branchSource(deps.db, project, branch);
  const snapshot = await (await openStoredSource(deps, stored)).snapshot(signal);
  const read = { stored, snapshot, before: [] };
  const { offered: pages } = await readPages(deps, read, { signal, onProgress: () => undefined });
  const revisionId = await insertBranchRevision(deps.db, {
    projectId: project.id,
    sourceId: stored.id,
    commit: snapshot.commit,
    pages,
    currentRevisionId: project.currentRevisionId,
    at: deps.clock.now().toISOString(),
  });
  return {
    revisionId,
    commit: snapshot.commit,
    drop: () => deleteBranchRevision(deps.db, revisionId),
  };
}

/** The project's source to read another branch of: the one that jobs edit where that is said, or the only one in git. */
async function branchSource(
  db: Database,
  { id, domain }: Project,
  branch: string,
): Promise<StoredSource> {
  const named = await editSourceId(db, id);
  const sources = await listSources(db, id);
  const inGit: StoredSource[] = [];
  for (const source of sources.filter((one) => named === null || one.id === named)) {
    const found = await asGitSource(source);
    if (found) inGit.push({ ...found, branch });
  }
  const [source] = inGit;
  if (source !== undefined && inGit.length === 1) return source;
  throw new AppError(
    "conflict",
    source === undefined
      ? `The project ${domain} has no git source, so there is no branch to read.`
      : `The project ${domain} has several git sources: say which one is meant with "docent projects update --domain ${domain} --edit-source ID".`,
  );
}

/** A folder in a work tree is read through the repository around it. */
async function asGitSource(source: StoredSource): Promise<StoredSource | undefined> {
  if (source.kind === "git") return source;
  const prefix = await prefixInWorkTree(source.location);
  if (prefix === undefined) return undefined;
  const subfolder = cleanPath(`${prefix}${source.subfolder}`);
  return { ...source, kind: "git", location: await gitDirectoryOf(source.location), subfolder };
}
