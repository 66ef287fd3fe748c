import type { SourceSummary } from "../contract/sources.ts";
import { shownAddress } from "../git/remote/remote-address.ts";
import { type Actor, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import { findProject } from "../store/docs/projects.ts";
import {
  countSourcePages,
  listSources as listStored,
  type StoredSource,
  sourcePageProblems,
} from "../store/docs/sources.ts";

export type ListSourcesDeps = {
  db: Database;
  /** How far the sync of a source has come; undefined when none runs here. */
  progressOf(sourceId: string): NonNullable<SourceSummary["progress"]> | undefined;
};

const mostProblems = 100;

/** Where a project's docs come from, and how each place is doing. */
export async function listSources(
  deps: ListSourcesDeps,
  actor: Actor,
  projectId: string,
): Promise<SourceSummary[]> {
  permitReading(actor, projectId);
  const project = await findProject(deps.db, projectId);
  if (!project) throw new AppError("not_found", "There is no such project.");
  const revisionId = project.currentRevisionId ?? "";
  const pages = await countSourcePages(deps.db, revisionId);
  const sources = await listStored(deps.db, projectId);
  return Promise.all(
    sources.map(async (source) => ({
      ...shown(source),
      pages: pages.get(source.id) ?? 0,
      problems: await problemsOf(deps.db, source, revisionId),
      progress: deps.progressOf(source.id) ?? null,
    })),
  );
}

/** One of them. */
export async function readSource(
  deps: ListSourcesDeps,
  actor: Actor,
  { projectId, sourceId }: { projectId: string; sourceId: string },
): Promise<SourceSummary> {
  const sources = await listSources(deps, actor, projectId);
  const source = sources.find(({ id }) => id === sourceId);
  if (source) return source;
  throw new AppError("not_found", "The project has no such source.");
}

function shown(source: StoredSource) {
  const { id, kind, branch, subfolder, mount, baseUrl, generator } = source;
  const { syncedAt, checkedAt, deliveredAt, error } = source;
  const location = shownAddress(source.location);
  const place = { id, kind, location, branch, subfolder, mount, baseUrl, generator };
  return { ...place, syncedAt, checkedAt, deliveredAt, error };
}

async function problemsOf(db: Database, source: StoredSource, revisionId: string) {
  const own = source.problems.slice(0, mostProblems);
  const limit = mostProblems - own.length;
  if (limit === 0) return own;
  const inPages = await sourcePageProblems(db, { revisionId, sourceId: source.id, limit });
  return [...own, ...inPages];
}
