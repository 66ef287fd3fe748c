import type { ProjectSummary } from "../contract/dashboard.ts";
import { shownAddress } from "../git/remote/remote-address.ts";
import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import { listProjects as listStored, type Project } from "../store/docs/projects.ts";
import { countPages } from "../store/docs/revisions.ts";
import { listSources } from "../store/docs/sources.ts";

/** Every project for operator and owner; for an admin key its own. */
export async function listProjects(
  deps: { db: Database },
  actor: Actor,
): Promise<ProjectSummary[]> {
  if (actor.kind === "assistant") throw new AppError("forbidden", "This key may not do that.");
  const own = actor.kind === "admin" ? actor.projectId : undefined;
  const projects = (await listStored(deps.db)).filter(({ id }) => own === undefined || id === own);
  return Promise.all(projects.map((project) => summarise(deps.db, project)));
}

async function summarise(db: Database, project: Project): Promise<ProjectSummary> {
  const { id, domain, name, visibility, baseUrl, currentRevisionId } = project;
  const sources = await listSources(db, id);
  const synced = sources.flatMap((source) => source.syncedAt ?? []).sort();
  return {
    id,
    domain,
    name,
    visibility,
    baseUrl,
    extraPaths: project.extraPaths ?? [],
    starters: project.ownSettings?.starters ?? [],
    pages: currentRevisionId === null ? 0 : await countPages(db, currentRevisionId),
    syncedAt: synced.at(-1) ?? null,
    sources: sources.map(({ id: sourceId, kind, location, branch, subfolder }) => ({
      id: sourceId,
      kind,
      location: shownAddress(location),
      branch,
      subfolder,
    })),
  };
}
