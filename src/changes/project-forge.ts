import type { Change } from "../contract/changes.ts";
import type { Forge, ForgeChange } from "../forge/forge.ts";
import type { Remote } from "../git/remote/remote.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import { findProject, type Project } from "../store/docs/projects.ts";

/** The repository on this machine that a project's changes are made to. */
export type ChangeRepository = {
  /** The repository's own folder: a bare repository, the `.git` of a work tree, or a mirror. */
  path: string;
  /** What it is a mirror of. */
  remote?: Remote;
  defaultBranch: string;
};

export type ChangesDeps = {
  db: Database;
  /** Throws `conflict`, with what to set, where a project has none. */
  repositoryOf(projectId: string): Promise<ChangeRepository>;
  forgeOf(project: Project, repository: ChangeRepository): Forge;
};

export type ChangeAddress = { projectId: string; number: number };

/** Where a project's changes are kept. */
export async function projectForge(
  deps: ChangesDeps,
  projectId: string,
): Promise<{ forge: Forge; repository: ChangeRepository }> {
  const project = await findProject(deps.db, projectId);
  if (!project) throw new AppError("not_found", "This project does not exist any more.");
  const repository = await deps.repositoryOf(projectId);
  return { forge: deps.forgeOf(project, repository), repository };
}

/** A change as the outside sees it. */
export function toChange({ baseCommit, ...change }: ForgeChange): Change {
  return change;
}
