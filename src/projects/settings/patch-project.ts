import type { ProjectPatch, ProjectResource } from "../../contract/owner/project-resource.ts";
import { type Actor, requireOwner } from "../../lib/actor.ts";
import { type ReadProjectDeps, readProject } from "./read-project.ts";
import {
  type SettingsChange,
  type StoreDeps,
  storeProjectSettings,
} from "./save-project-settings.ts";

type Input = {
  projectId: string;
  patch: ProjectPatch;
  /** The version it was made from; undefined: whatever is there. */
  version: string | undefined;
};

/** Changes what is given; null goes back to what a project has without it. All of it or nothing. */
export async function patchProject(
  deps: StoreDeps & ReadProjectDeps,
  actor: Actor,
  { projectId, patch, version }: Input,
): Promise<ProjectResource> {
  requireOwner(actor);
  const { domain } = await readProject(deps, actor, projectId);
  const change = { ...changeOf(patch, domain), version };
  await storeProjectSettings(deps, actor, { projectId, change });
  return readProject(deps, actor, projectId);
}

function changeOf(patch: ProjectPatch, domain: string): Omit<SettingsChange, "version"> {
  const { name, visibility, baseUrl, starters, extraPaths, model, ...same } = patch;
  return {
    ...same,
    name: name === null ? domain : name,
    visibility: visibility === null ? "private" : visibility,
    baseUrl: baseUrl === null ? "" : baseUrl,
    starters: starters === null ? [] : starters,
    extraPaths: extraPaths === null ? [] : extraPaths,
    model: model === null ? { provider: null, sonnet: "", opus: "" } : model && modelOf(model),
  };
}

function modelOf({ provider, sonnet, opus }: NonNullable<ProjectPatch["model"]>) {
  return {
    ...(provider !== undefined && { provider }),
    ...(sonnet !== undefined && { sonnet: sonnet ?? "" }),
    ...(opus !== undefined && { opus: opus ?? "" }),
  };
}
