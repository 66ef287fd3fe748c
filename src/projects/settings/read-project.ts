import type { ProjectResource } from "../../contract/owner/project-resource.ts";
import { type Actor, permitReading } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Database } from "../../store/database.ts";
import { findProject } from "../../store/docs/projects.ts";
import { countPages } from "../../store/docs/revisions.ts";
import { editSourceId, listSources } from "../../store/docs/sources.ts";
import type { DeploymentFacts } from "./deployment-facts.ts";
import { versionOf } from "./project-settings-view.ts";

export type ReadProjectDeps = { db: Database; deployment: Pick<DeploymentFacts, "servedBy"> };

/** One project with all that may be changed about it. */
export async function readProject(
  { db, deployment }: ReadProjectDeps,
  actor: Actor,
  projectId: string,
): Promise<ProjectResource> {
  permitReading(actor, projectId);
  const project = await findProject(db, projectId);
  if (!project) throw new AppError("not_found", "There is no such project.");
  const { id, domain, name, visibility, baseUrl, createdAt, currentRevisionId } = project;
  const { model = {}, ownSettings = {}, extraPaths = [] } = project;
  const source = await editSourceId(db, id);
  const synced = (await listSources(db, id)).flatMap(({ syncedAt }) => syncedAt ?? []).sort();
  return {
    ...{ id, domain, name, visibility, baseUrl, extraPaths, editSourceId: source, createdAt },
    reader: ownSettings.reader ?? null,
    starters: ownSettings.starters ?? [],
    model: {
      provider: model.provider ?? null,
      sonnet: model.sonnet ?? null,
      opus: model.opus ?? null,
    },
    dailyDollars: ownSettings.dailyDollars ?? null,
    dailyTokens: ownSettings.dailyTokens ?? null,
    keepAnswersDays: ownSettings.keepAnswersDays ?? null,
    pages: currentRevisionId === null ? 0 : await countPages(db, currentRevisionId),
    syncedAt: synced.at(-1) ?? null,
    servedBy: deployment.servedBy(domain),
    version: versionOf(project, source),
  };
}
