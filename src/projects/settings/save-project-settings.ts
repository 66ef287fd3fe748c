import type { ProjectModel } from "../../contract/models.ts";
import type {
  OwnSettings,
  ProjectSettings,
  ProjectSettingsChange,
} from "../../contract/project-settings.ts";
import { type Actor, requireOwner } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Database } from "../../store/database.ts";
import {
  lockProject,
  type Project,
  setExtraPaths,
  setOwnSettings,
  setProject,
  setProjectModel,
} from "../../store/docs/projects.ts";
import { editSourceId, listSources, setEditSource } from "../../store/docs/sources.ts";
import { webAddress } from "../../text/safe/web-address.ts";
import { checkExtraPaths } from "../change-projects.ts";
import type { DeploymentFacts, LimitName } from "./deployment-facts.ts";
import { readProjectSettings, type ViewDeps, versionOf } from "./project-settings-view.ts";

type ModelChange = NonNullable<ProjectSettingsChange["model"]>;

export type SettingsChange = Omit<ProjectSettingsChange, "version" | "model"> & {
  /** The one it was made from; undefined: whatever is there. */
  version: string | undefined;
  model?: Partial<ModelChange> | undefined;
  extraPaths?: string[] | undefined;
};

export type StoreDeps = { db: Database; deployment: Pick<DeploymentFacts, "setBy"> };
type Input = { projectId: string; change: SettingsChange };

/** Changes what a project is called, shows, uses and may spend; what is left out stays. All of it or nothing. */
export async function saveProjectSettings(
  deps: ViewDeps,
  actor: Actor,
  input: Input,
): Promise<ProjectSettings> {
  await storeProjectSettings(deps, actor, input);
  return readProjectSettings(deps, actor, input.projectId);
}

export async function storeProjectSettings(
  deps: StoreDeps,
  actor: Actor,
  { projectId, change }: Input,
): Promise<void> {
  requireOwner(actor);
  refuseSet(deps.deployment, change);
  const baseUrl = change.baseUrl === undefined ? undefined : checkedAddress(change.baseUrl);
  if (change.extraPaths) checkExtraPaths(change.extraPaths);
  await deps.db.transaction().execute(async (trx) => {
    const project = await lockProject(trx, projectId);
    if (!project) throw new AppError("not_found", "There is no such project.");
    const source = await editSourceId(trx, projectId);
    const isStale = change.version !== undefined && versionOf(project, source) !== change.version;
    if (isStale) throw changedMeanwhile();
    const { name = project.name, visibility = project.visibility } = change;
    const shown = { id: projectId, name, visibility, baseUrl: baseUrl ?? project.baseUrl };
    await setProject(trx, shown);
    await setOwnSettings(trx, projectId, ownAfter(project, change));
    if (change.model) await setProjectModel(trx, projectId, modelAfter(project, change.model));
    if (change.extraPaths) await setExtraPaths(trx, projectId, change.extraPaths);
    if (change.editSourceId !== undefined) await chooseSource(trx, projectId, change.editSourceId);
  });
}

const limits: LimitName[] = ["dailyDollars", "dailyTokens", "keepAnswersDays"];

/** What the environment sets wins: a value beside it would count for nothing. */
function refuseSet(deployment: StoreDeps["deployment"], change: SettingsChange): void {
  for (const name of limits) {
    const setting = deployment.setBy(name);
    if (setting === "" || change[name] === undefined) continue;
    const message = `Set by ${setting} in the environment.`;
    throw new AppError("conflict", message, { details: [{ path: name, message }] });
  }
}

export function checkedAddress(text: string): string {
  const address = text === "" ? "" : webAddress(text);
  if (address !== undefined) return address;
  const message = "Must be an http or https address without a user, query or fragment.";
  throw new AppError("invalid_request", `The base URL is not valid. ${message}`, {
    details: [{ path: "baseUrl", message }],
  });
}

function ownAfter({ ownSettings = {} }: Project, change: SettingsChange): OwnSettings {
  const { starters = ownSettings.starters ?? [] } = change;
  const reader = change.reader === undefined ? ownSettings.reader : change.reader;
  const kept = limits.flatMap((name) => {
    const value = change[name] === undefined ? ownSettings[name] : change[name];
    return value === undefined || value === null ? [] : [[name, value]];
  });
  return {
    ...(starters.length > 0 && { starters }),
    ...(reader && { reader }),
    ...Object.fromEntries(kept),
  };
}

/** Address and key of its own stay the operator's: a key that the operator named must not go to another address. */
function modelAfter(
  { model = {} }: Project,
  change: Partial<ModelChange>,
): ProjectModel | undefined {
  const { provider = model.provider ?? null } = change;
  const { sonnet = model.sonnet ?? "", opus = model.opus ?? "" } = change;
  const isMoved = (model.provider ?? null) !== provider;
  if (isMoved && (model.url !== undefined || model.key !== undefined))
    throw new AppError(
      "conflict",
      "This project has a model address or key of its own, which belongs to its provider: change them with docent projects update.",
      { details: [{ path: "model.provider", message: "Set on the command line." }] },
    );
  const next: ProjectModel = {
    ...(model.url !== undefined && { url: model.url }),
    ...(model.key !== undefined && { key: model.key }),
    ...(provider !== null && { provider }),
    ...(sonnet !== "" && { sonnet }),
    ...(opus !== "" && { opus }),
  };
  return Object.keys(next).length === 0 ? undefined : next;
}

async function chooseSource(db: Database, projectId: string, sourceId: string | null) {
  const isKnown = (await listSources(db, projectId)).some(({ id }) => id === sourceId);
  if (sourceId !== null && !isKnown)
    throw new AppError("not_found", "The project has no such source.");
  await setEditSource(db, projectId, sourceId);
}

function changedMeanwhile(): AppError {
  return new AppError(
    "conflict",
    "Somebody else has changed these settings since you opened them: nothing was saved. Load them again, then save what you still want to change.",
  );
}
