import type {
  CreateProjectRequest,
  ProjectResource,
} from "../../contract/owner/project-resource.ts";
import { type Actor, operator, requireOwner } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { listProjects } from "../../store/docs/projects.ts";
import { insertSource, newSource } from "../../store/docs/sources.ts";
import { addEmptyProject } from "../change-projects.ts";
import { cleanMount } from "../change-sources.ts";
import { type ChangeRepositoryDeps, remotePlace } from "./change-repositories.ts";
import { type ReadProjectDeps, readProject } from "./read-project.ts";
import { checkedAddress } from "./save-project-settings.ts";

const mostProjects = 1_000;

/** Adds a project, with a git repository or without a source yet. All of it or nothing; a domain is taken once. */
export async function createProject(
  deps: ChangeRepositoryDeps & ReadProjectDeps,
  actor: Actor,
  request: CreateProjectRequest,
): Promise<ProjectResource> {
  requireOwner(actor);
  if ((await listProjects(deps.db)).length >= mostProjects)
    throw new AppError("conflict", `There are ${mostProjects} projects here: remove one first.`);
  const baseUrl = checkedAddress(request.baseUrl);
  const place = request.source && (await remotePlace(deps, request.source));
  const { domain, name = "", visibility } = request;
  const project = await deps.db.transaction().execute(async (trx) => {
    const input = { domain, name, visibility, baseUrl };
    const made = await addEmptyProject({ db: trx, clock: deps.clock }, operator, input);
    if (place) {
      const mounted = { ...place, mount: cleanMount(place.mount) };
      await insertSource(trx, newSource(made.id, mounted, made.createdAt));
    }
    return made;
  });
  return readProject(deps, actor, project.id);
}
