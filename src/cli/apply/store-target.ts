import { resolve } from "node:path";
import {
  readServerSettings,
  saveServerSettings,
} from "../../config/stored/save-server-settings.ts";
import { parseRemoteAddress } from "../../git/remote/remote-address.ts";
import { type PageReader, threadedReader } from "../../ingest/pages/page-reader.ts";
import { describeLocation } from "../../ingest/sources/open-source.ts";
import { changeKey } from "../../keys/change-key.ts";
import { createKey } from "../../keys/create-key.ts";
import { listKeys } from "../../keys/list-keys.ts";
import { revokeKey } from "../../keys/revoke-key.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { addEmptyProject, removeProject } from "../../projects/change-projects.ts";
import { addSource, removeSource, updateSource } from "../../projects/change-sources.ts";
import { requireProject } from "../../projects/open-project.ts";
import { setLogin } from "../../projects/secrets/set-login.ts";
import { requireNewPlace } from "../../projects/settings/change-repositories.ts";
import { patchProject } from "../../projects/settings/patch-project.ts";
import { readProject } from "../../projects/settings/read-project.ts";
import { listSecrets } from "../../store/access/secrets.ts";
import {
  findProjectByDomain,
  listProjects,
  lockProject,
  type Project,
} from "../../store/docs/projects.ts";
import { listSources } from "../../store/docs/sources.ts";
import type { OperatorInvocation } from "../command.ts";
import { sourcePlace } from "../source-flags.ts";
import { reportText, syncProject } from "../sync-sources.ts";
import type { ApplyStep, ApplyTarget, Login, ProjectState, SourcePlace } from "./apply-step.ts";

/** The store of this machine, beside whatever server is running. Folders are seen from the file's own. */
export function storeTarget(invocation: OperatorInvocation, folder: string): ApplyTarget {
  const { db, services } = invocation;
  // Its threads start with the first sync, and end by themselves when there is nothing to read any more.
  const reader = threadedReader();
  return {
    where: services.config.dataFolder,
    async read(domains) {
      const known = await listProjects(db);
      const wanted = known.filter(({ domain }) => domains === "all" || domains.includes(domain));
      return Promise.all(wanted.map((project) => stateOf(invocation, project)));
    },
    readSettings: () => readServerSettings(services.serverSettings(db), operator),
    locationOf: (text) => locationFrom(folder, text),
    async carryOut(step) {
      if (step.kind === "docs") return syncStep(invocation, step.domain, reader);
      const result = await carryOut(invocation, step);
      const project = await findProjectByDomain(db, step.domain);
      const act = { action: actions[step.kind]?.[step.action] ?? "", target: targetOf(step) };
      await invocation.record({ ...act, ...(project && { projectId: project.id }) });
      return result;
    },
  };
}

function targetOf(step: ApplyStep): string {
  return step.kind === "settings" ? Object.keys(step.values).join(" ") : step.name;
}

/** A path is seen from the folder. */
async function locationFrom(folder: string, text: string): Promise<string> {
  const isAddress = parseRemoteAddress(text) !== undefined;
  return (await describeLocation(isAddress ? text : resolve(folder, text))).location;
}

/** For a plan where there is no store yet. */
export function emptyTarget(where: string, folder: string): ApplyTarget {
  return {
    where,
    read: async () => [],
    readSettings: () => Promise.reject(new AppError("not_found", "There is no store yet.")),
    locationOf: (text) => locationFrom(folder, text),
    carryOut: () => Promise.reject(new Error("a plan alone was wanted")),
  };
}

/** As the API's routes and the other commands call it in the activity. */
const actions: Record<string, Record<string, string>> = {
  project: {
    add: "Add a project",
    change: "Change a project's settings",
    remove: "Remove a project",
  },
  source: { add: "Add a source", change: "Change a source", remove: "Remove a source" },
  login: { change: "Store the token or app of a source" },
  settings: { change: "Change settings of the deployment" },
  key: { add: "Create a key", change: "Change a key", remove: "Revoke a key" },
};

async function stateOf(
  { db, services }: OperatorInvocation,
  { id }: Project,
): Promise<ProjectState> {
  const { deployment, clock } = services;
  const secrets = (await listSecrets(db)).filter(({ purpose }) => purpose === "login");
  const sources = (await listSources(db, id)).map((source) => ({
    ...source,
    fingerprint: secrets.find(({ sourceId }) => sourceId === source.id)?.fingerprint ?? "",
  }));
  const keys = (await listKeys({ db, clock }, operator, id)).filter(
    ({ state }) => state === "active",
  );
  return {
    project: await readProject({ db, deployment }, operator, id),
    sources,
    keys: keys.map((key) => ({ ...key, isFromEnvironment: key.providedBy === "environment" })),
  };
}

async function carryOut(
  invocation: OperatorInvocation,
  step: Exclude<ApplyStep, { kind: "docs" }>,
): Promise<{ key?: string }> {
  const { db, services } = invocation;
  if (step.kind === "project") return projectStep(invocation, step);
  if (step.kind === "settings") {
    await saveServerSettings(services.serverSettings(db), operator, step);
    return {};
  }
  const project = await requireProject(db, step.domain);
  if (step.kind === "key") return keyStep(invocation, project, step);
  const chosen = { projectId: project.id };
  if (step.kind === "login") await logIn(invocation, step.sourceId, step.login);
  else if (step.action === "remove")
    await removeSource({ db, clock: services.clock }, operator, {
      ...chosen,
      sourceId: step.sourceId,
    });
  else if (step.action === "change")
    await updateSource({ db }, operator, {
      ...{ ...chosen, sourceId: step.sourceId, place: await placeOf(step.place) },
    });
  else {
    const place = { ...(await placeOf(step.place)), credential: "" };
    const { id } = await db.transaction().execute(async (trx) => {
      // Another run at the same moment waits here.
      await lockProject(trx, project.id);
      requireNewPlace(await listSources(trx, project.id), place);
      return addSource({ db: trx, clock: services.clock }, operator, { ...chosen, place });
    });
    if (step.login) await logIn(invocation, id, step.login);
  }
  return {};
}

async function syncStep(
  invocation: OperatorInvocation,
  domain: string,
  reader: PageReader,
): Promise<object> {
  const project = await requireProject(invocation.db, domain);
  for (const report of await syncProject(invocation, project, { reader }))
    invocation.remark(`${domain}: ${reportText(report)}`);
  return {};
}

async function placeOf({ location, branch, subfolder, mount, baseUrl }: SourcePlace) {
  return { ...(await sourcePlace({ docs: location, branch, subfolder })), mount, baseUrl };
}

async function logIn(
  { db, services }: OperatorInvocation,
  sourceId: string,
  { value }: Login,
): Promise<void> {
  await setLogin(services.secrets(db), operator, { owner: { sourceId }, login: value });
}

async function projectStep(
  { db, services }: OperatorInvocation,
  step: Extract<ApplyStep, { kind: "project" }>,
): Promise<object> {
  const { domain } = step;
  const { clock, deployment } = services;
  if (step.action === "remove") {
    await removeProject({ db }, operator, domain);
    return {};
  }
  if (step.action === "add") {
    const fresh = { domain, name: "", visibility: "private", baseUrl: "" } as const;
    await addEmptyProject({ db, clock }, operator, fresh);
  }
  const { id: projectId } = await requireProject(db, domain);
  const input = { projectId, patch: step.patch, version: undefined };
  await patchProject({ db, deployment }, operator, input);
  return {};
}

async function keyStep(
  { db, services: { clock } }: OperatorInvocation,
  { id: projectId }: Project,
  step: Extract<ApplyStep, { kind: "key" }>,
): Promise<{ key?: string }> {
  const deps = { db, clock };
  if (step.action === "add") {
    const input = { ...step.key, projectId, label: step.name, expiresAt: null, isNamed: true };
    return { key: (await createKey(deps, operator, input)).key };
  }
  const chosen = { projectId, id: step.keyId };
  if (step.action === "remove") await revokeKey(deps, operator, chosen);
  else await changeKey(deps, operator, { ...chosen, patch: step.patch });
  return {};
}
