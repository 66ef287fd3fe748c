import type { ProjectList, ProjectSummary } from "../contract/dashboard.ts";
import { shownAddress } from "../git/remote/remote-address.ts";
import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import { listProjects as listStored, type Project } from "../store/docs/projects.ts";
import { countPages } from "../store/docs/revisions.ts";
import { listSources } from "../store/docs/sources.ts";

type Query = { limit?: number | undefined; cursor?: string | undefined };

/** Every project for operator and members; for an admin key its own. By domain, and in parts where a limit is given. */
export async function listProjects(
  deps: { db: Database },
  actor: Actor,
  { limit = Number.POSITIVE_INFINITY, cursor = "" }: Query = {},
): Promise<ProjectList> {
  if (actor.kind === "assistant") throw new AppError("forbidden", "This key may not do that.");
  const own = actor.kind === "admin" ? actor.projectId : undefined;
  // Databases sort dashes in ways of their own.
  const left = (await listStored(deps.db))
    .filter(({ id, domain }) => (own === undefined || id === own) && domain > cursor)
    .sort((one, other) => (one.domain < other.domain ? -1 : 1));
  const projects = left.slice(0, limit);
  const last = left.length > limit ? projects.at(-1) : undefined;
  return {
    projects: await Promise.all(projects.map((project) => summarise(deps.db, project))),
    nextCursor: last?.domain ?? "",
  };
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
    firstStepsClosed: project.firstStepsClosedAt !== undefined,
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
