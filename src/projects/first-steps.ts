import type { FirstSteps } from "../contract/starting/first-steps.ts";
import { parseRemoteAddress } from "../git/remote/remote-address.ts";
import { type Actor, permit, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import type { Models } from "../models/providers/create-models.ts";
import type { Database } from "../store/database.ts";
import { findProject, type Project } from "../store/docs/projects.ts";
import { countPages } from "../store/docs/revisions.ts";
import { listSources, type StoredSource } from "../store/docs/sources.ts";
import { readFirstSteps, setFirstStepsClosed } from "../store/first-steps.ts";

export type FirstStepsDeps = {
  db: Database;
  clock: Clock;
  models: Models;
  /** Where Docent's own docs are, if they are a source. */
  demoPlace: string;
  /** Whether a token or app is there for a source: stored, or in the settings. */
  hasLogin(source: StoredSource): Promise<boolean>;
};

/** What of a new project's first steps is done, as the server knows it: nothing is remembered that could be seen. */
export async function showFirstSteps(
  deps: FirstStepsDeps,
  actor: Actor,
  projectId: string,
): Promise<FirstSteps> {
  permitReading(actor, projectId);
  const project = await requireProject(deps.db, projectId);
  const [stored, sources, pages] = await Promise.all([
    readFirstSteps(deps.db, projectId),
    listSources(deps.db, projectId),
    project.currentRevisionId === null ? 0 : countPages(deps.db, project.currentRevisionId),
  ]);
  const model = deps.models.answers(project);
  const missing = model.missing ?? "";
  const isDemo = sources.some(({ location }) => location === deps.demoPlace);
  const { newestJob, site } = stored;
  return {
    isClosed: project.firstStepsClosedAt !== undefined,
    docs: { isDone: pages > 0, pages, isDemo, error: firstError(sources) },
    ask: { isDone: stored.hasAnswer },
    model: {
      isDone: model.provider !== "embedded" && missing === "",
      name: model.description,
      missing,
    },
    forge: await forgeStep(deps, sources, isDemo),
    job: { isDone: stored.hasCompletedJob, newest: newestJob },
    chat: { isDone: site !== "", site },
  };
}

/** For everybody in the project: who closes them says that it is set up. */
export async function closeFirstSteps(
  { db, clock }: Pick<FirstStepsDeps, "db" | "clock">,
  actor: Actor,
  { projectId, isClosed }: { projectId: string; isClosed: boolean },
): Promise<void> {
  permit(actor, "admin", projectId);
  await requireProject(db, projectId);
  await setFirstStepsClosed(db, projectId, isClosed ? clock.now().toISOString() : null);
}

async function requireProject(db: Database, projectId: string): Promise<Project> {
  const project = await findProject(db, projectId);
  if (project) return project;
  throw new AppError("not_found", "There is no such project.");
}

function firstError(sources: StoredSource[]): string {
  return sources.find(({ error }) => error !== "")?.error ?? "";
}

/** A login that could not read the repository opens nothing. */
async function forgeStep(
  { hasLogin }: FirstStepsDeps,
  sources: StoredSource[],
  isDemo: boolean,
): Promise<FirstSteps["forge"]> {
  const remote = sources.filter(isRemote);
  if (remote.length === 0) return { isDone: false, place: isDemo ? "demo" : "folder", error: "" };
  const opened = await Promise.all(
    remote.map(async (source) => source.error === "" && (await hasLogin(source))),
  );
  return { isDone: opened.includes(true), place: "repository", error: firstError(remote) };
}

/** Not on this machine: another one has its pull requests. */
function isRemote({ kind, location }: StoredSource): boolean {
  const protocol = kind === "git" ? parseRemoteAddress(location)?.protocol : undefined;
  return protocol !== undefined && protocol !== "file";
}
