import { createHash } from "node:crypto";
import type { ProjectSettings } from "../../contract/project-settings.ts";
import { type Actor, permitReading } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Models } from "../../models/providers/create-models.ts";
import type { Database } from "../../store/database.ts";
import { findProject, type Project } from "../../store/docs/projects.ts";
import { editSourceId } from "../../store/docs/sources.ts";
import { readerMode } from "../reader/reader-mode.ts";
import type { DeploymentFacts, LimitName } from "./deployment-facts.ts";

export type ViewDeps = { db: Database; models: Models; deployment: DeploymentFacts };

/** What a project is called, shows, uses and may spend, and what it has from the deployment. */
export async function readProjectSettings(
  deps: ViewDeps,
  actor: Actor,
  projectId: string,
): Promise<ProjectSettings> {
  permitReading(actor, projectId);
  const project = await findProject(deps.db, projectId);
  if (!project) throw new AppError("not_found", "There is no such project.");
  return projectSettingsView(deps, project);
}

async function projectSettingsView(deps: ViewDeps, project: Project): Promise<ProjectSettings> {
  const { models, deployment } = deps;
  const { name, domain, baseUrl, visibility, model = {}, ownSettings = {} } = project;
  const source = await editSourceId(deps.db, project.id);
  const limit = (one: LimitName) => ({
    own: ownSettings[one] ?? null,
    deployment: deployment.limitOf(one) ?? null,
    setBy: deployment.setBy(one),
  });
  return {
    version: versionOf(project, source),
    ...{ name, domain, baseUrl, visibility },
    reader: { own: ownSettings.reader ?? null, mode: readerMode(project) },
    starters: ownSettings.starters ?? [],
    extraPaths: project.extraPaths ?? [],
    editSourceId: source,
    servedBy: deployment.servedBy(domain),
    model: {
      provider: model.provider ?? null,
      sonnet: model.sonnet ?? "",
      opus: model.opus ?? "",
      url: model.url ?? "",
      keyName: model.key ?? "",
    },
    uses: {
      answers: models.answers(project).description,
      sonnet: models.jobs(project, "sonnet").description,
      opus: models.jobs(project, "opus").description,
      embedder: deployment.embedder(),
    },
    dailyDollars: limit("dailyDollars"),
    dailyTokens: limit("dailyTokens"),
    keepAnswersDays: limit("keepAnswersDays"),
  };
}

/** The same values have the same version, whoever wrote them: the dashboard or the command line. */
export function versionOf(project: Project, source: string | null): string {
  const { name, baseUrl, visibility, model, ownSettings } = project;
  const values = [name, baseUrl, visibility, source, model ?? {}, ownSettings ?? {}];
  return createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16);
}
