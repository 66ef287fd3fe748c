import { domainName } from "../contract/domains.ts";
import type { ProjectModel } from "../contract/models.ts";
import { isProtected } from "../git/overlay/protected-path.ts";
import { type Actor, requireOperator, requireOwner } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { isPath, shownPath } from "../lib/repository-path.ts";
import type { Database } from "../store/database.ts";
import {
  deleteProject,
  insertProject,
  type Project,
  setExtraPaths,
  setProject,
  setProjectModel,
} from "../store/docs/projects.ts";
import {
  insertSource,
  type NewSource,
  newSource,
  type StoredSource,
  setEditSource,
} from "../store/docs/sources.ts";
import { requireSource } from "./change-sources.ts";
import { requireProject } from "./open-project.ts";

export type AddProjectInput = {
  domain: string;
  name: string;
  visibility: "public" | "private";
  baseUrl: string;
  source: NewSource;
};

export async function addProject(
  { db, clock }: { db: Database; clock: Clock },
  actor: Actor,
  input: AddProjectInput,
): Promise<{ project: Project; source: StoredSource }> {
  requireOperator(actor);
  return db.transaction().execute(async (trx) => {
    const project = await addEmptyProject({ db: trx, clock }, actor, input);
    const source = newSource(project.id, input.source, project.createdAt);
    await insertSource(trx, source);
    return { project, source };
  });
}

/** The same without a source yet; within a transaction. */
export async function addEmptyProject(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  input: Omit<AddProjectInput, "source">,
): Promise<Project> {
  requireOperator(actor);
  const domain = domainName.safeParse(input.domain);
  if (!domain.success)
    throw new AppError(
      "invalid_request",
      `"${input.domain}" cannot be a domain. ${domain.error.issues[0]?.message}`,
    );
  const createdAt = deps.clock.now().toISOString();
  const project: Project = {
    id: newId("prj"),
    domain: domain.data,
    name: input.name || domain.data,
    visibility: input.visibility,
    baseUrl: input.baseUrl,
    currentRevisionId: null,
    createdAt,
  };
  if (await insertProject(deps.db, project)) return project;
  throw new AppError("conflict", `There is already a project with the domain ${domain.data}.`, {
    details: [{ path: "domain", message: "Is taken." }],
  });
}

export async function updateProject(
  deps: { db: Database },
  actor: Actor,
  project: Pick<Project, "id" | "name" | "baseUrl" | "visibility">,
): Promise<void> {
  requireOperator(actor);
  await setProject(deps.db, project);
}

/** Says which of a project's sources jobs edit. */
export async function chooseEditSource(
  deps: { db: Database },
  actor: Actor,
  { projectId, sourceId }: { projectId: string; sourceId: string },
): Promise<void> {
  requireOperator(actor);
  await requireSource(deps.db, { projectId, sourceId });
  await setEditSource(deps.db, projectId, sourceId);
}

/** Says which models a project has of its own; without any it has those of the deployment. */
export async function chooseProjectModel(
  deps: { db: Database },
  actor: Actor,
  { projectId, model }: { projectId: string; model: ProjectModel },
): Promise<void> {
  requireOperator(actor);
  const isEmpty = Object.keys(model).length === 0;
  await setProjectModel(deps.db, projectId, isEmpty ? undefined : model);
}

const mostPaths = 50;
const longestPath = 300;

/**
 * Says what a project's jobs may write besides its docs. No key may: whoever starts jobs must not widen what they do.
 * What decides over automation and reviews stays closed all the same.
 */
export async function chooseExtraPaths(
  deps: { db: Database },
  actor: Actor,
  { projectId, paths }: { projectId: string; paths: string[] },
): Promise<void> {
  requireOwner(actor);
  checkExtraPaths(paths);
  await setExtraPaths(deps.db, projectId, paths);
}

/** Throws for what jobs are never let write. */
export function checkExtraPaths(paths: string[]): void {
  if (paths.length > mostPaths)
    throw new AppError("invalid_request", `A project names at most ${mostPaths} extra paths.`);
  for (const path of paths) {
    if (path.length > longestPath || !isPath(path))
      throw new AppError(
        "invalid_request",
        `${shownPath(path)} is no path from the top of the repository: write it like README.md or docs/**/*.tsx.`,
      );
    if (isProtected(path))
      throw new AppError(
        "forbidden",
        `${shownPath(path)} runs by itself or says how git treats files: jobs never write it, whatever is allowed.`,
      );
  }
}

/** Takes the project's keys, docs, threads and answers out of the store. The files the docs came from stay as they are. */
export async function removeProject(
  deps: { db: Database },
  actor: Actor,
  domain: string,
): Promise<void> {
  requireOperator(actor);
  const project = await requireProject(deps.db, domain);
  await deleteProject(deps.db, project.id);
}
