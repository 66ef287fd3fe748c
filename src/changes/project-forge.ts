import type { Change } from "../contract/changes.ts";
import type { EditedRepository, RepositoryOf } from "../forge/edited-repository.ts";
import type { Forge, ForgeChange } from "../forge/forge.ts";
import { type Actor, permit, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import { findProject, type Project } from "../store/docs/projects.ts";

export type ChangesDeps = {
  db: Database;
  repositoryOf: RepositoryOf;
  forgeOf(project: Project, repository: EditedRepository): Forge;
};

export type ProjectForge = { forge: Forge; repository: EditedRepository; project: Project };
export type ChangeAddress = { projectId: string; number: number };

/** Where a project's changes are kept, for an actor that may decide about them. */
export async function projectForge(
  deps: ChangesDeps,
  actor: Actor,
  projectId: string,
): Promise<ProjectForge> {
  permit(actor, "admin", projectId);
  return openForge(deps, projectId);
}

/** The same for an actor that may only look at them. */
export async function readableForge(
  deps: ChangesDeps,
  actor: Actor,
  projectId: string,
): Promise<ProjectForge> {
  permitReading(actor, projectId);
  return openForge(deps, projectId);
}

async function openForge(deps: ChangesDeps, projectId: string): Promise<ProjectForge> {
  const project = await findProject(deps.db, projectId);
  if (!project) throw new AppError("not_found", "This project does not exist any more.");
  const repository = await deps.repositoryOf(projectId);
  return { forge: deps.forgeOf(project, repository), repository, project };
}

export type FoundChange = ProjectForge & { change: ForgeChange };

/** A change that an actor may decide about, as it was last seen, or as it stands at this moment where that matters. */
export async function requireChange(
  deps: ChangesDeps,
  actor: Actor,
  { projectId, number }: ChangeAddress,
  how: "read" | "look" = "read",
): Promise<FoundChange> {
  const found = await projectForge(deps, actor, projectId);
  return existing(found, number, await found.forge[how](number));
}

/** The same for an actor that may only look at it. */
export async function requireReadableChange(
  deps: ChangesDeps,
  actor: Actor,
  { projectId, number }: ChangeAddress,
): Promise<FoundChange> {
  const found = await readableForge(deps, actor, projectId);
  return existing(found, number, await found.forge.read(number));
}

function existing(
  found: ProjectForge,
  number: number,
  change: ForgeChange | undefined,
): FoundChange {
  if (change) return { ...found, change };
  throw new AppError("not_found", `There is no change ${number}.`);
}

/** A change as the outside sees it. */
export function toChange({ baseCommit, ...change }: ForgeChange): Change {
  return change;
}
