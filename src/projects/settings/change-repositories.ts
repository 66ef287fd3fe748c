import type { z } from "zod";
import type { sourcePlaceRequest } from "../../contract/project-settings.ts";
import { isSafeBranchName } from "../../git/read/branch-name.ts";
import {
  parseRemoteAddress,
  type RemoteAddress,
  shownAddress,
} from "../../git/remote/remote-address.ts";
import { ownLogin } from "../../git/run/git-access.ts";
import { type Actor, operator, requireOwner } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { cleanPath } from "../../lib/repository-path.ts";
import { deleteSecret, secretId } from "../../store/access/secrets.ts";
import { findProject } from "../../store/docs/projects.ts";
import {
  listAllSources,
  listSources,
  type SourcePlace,
  type StoredSource,
} from "../../store/docs/sources.ts";
import { webAddress } from "../../text/safe/web-address.ts";
import { addSource, removeSource, updateSource } from "../change-sources.ts";
import type { DeploymentFacts } from "./deployment-facts.ts";
import { type OpenHostDeps, requireOpenHost } from "./require-open-host.ts";

export type ChangeRepositoryDeps = OpenHostDeps & {
  clock: Clock;
  deployment: Pick<DeploymentFacts, "servedBy">;
};
type Deps = ChangeRepositoryDeps;
type Request = z.output<typeof sourcePlaceRequest>;
type Chosen = { projectId: string; sourceId: string };

const mostSources = 50;

/**
 * Adds a git repository to a project. Folders of the server, and repositories on it, are the operator's to name: with
 * them an owner could read whatever the service's account can.
 */
export async function addRepository(
  deps: Deps,
  actor: Actor,
  { projectId, request }: { projectId: string; request: Request },
): Promise<string> {
  requireOwner(actor);
  if ((await listSources(deps.db, projectId)).length >= mostSources)
    throw new AppError("conflict", `A project takes at most ${mostSources} sources here.`);
  const place = await remotePlace(deps, request);
  return (await addSource(deps, operator, { projectId, place })).id;
}

/** Points a source at another repository, or changes how it is read. */
export async function changeRepository(
  deps: Deps,
  actor: Actor,
  { request, ...chosen }: Chosen & { request: Request },
): Promise<void> {
  requireOwner(actor);
  const before = await requireOwn(deps, chosen);
  if (request.location === shownAddress(before.location)) {
    const { kind, location, credential } = before;
    const place = { ...readingOf(request), kind, location, credential };
    if (kind === "folder" && place.branch !== "") throw noBranch();
    return updateSource(deps, operator, { ...chosen, place });
  }
  const servedBy = await servedByOf(deps, chosen);
  if (servedBy !== "") throw served(servedBy);
  const place = await remotePlace(deps, request);
  await deps.db.transaction().execute(async (trx) => {
    // What was stored for the repository's host before must not be sent to another one, not even for a moment.
    if (hostOf(request.location) !== hostOf(before.location))
      await deleteSecret(trx, secretId({ sourceId: before.id }, "login"));
    await updateSource({ db: trx }, operator, { ...chosen, place });
  });
}

/** Takes a source and its pages out of a project. */
export async function removeRepository(deps: Deps, actor: Actor, chosen: Chosen): Promise<void> {
  requireOwner(actor);
  await requireOwn(deps, chosen);
  const servedBy = await servedByOf(deps, chosen);
  if (servedBy !== "") throw served(servedBy);
  await removeSource(deps, operator, chosen);
}

async function requireOwn({ db }: Deps, { projectId, sourceId }: Chosen): Promise<StoredSource> {
  const source = (await listSources(db, projectId)).find(({ id }) => id === sourceId);
  if (source) return source;
  throw new AppError("not_found", "The project has no such source.");
}

/** The setting that says where this source is: that of the served project's first one. */
async function servedByOf({ db, deployment }: Deps, { projectId, sourceId }: Chosen) {
  const [first] = await listSources(db, projectId);
  const project = await findProject(db, projectId);
  return first?.id === sourceId && project ? deployment.servedBy(project.domain) : "";
}

async function remotePlace(deps: Deps, request: Request): Promise<SourcePlace> {
  const remote = parseRemoteAddress(request.location);
  if (remote === undefined || remote.protocol === "file") {
    const message =
      "Must be an https or ssh address of a git repository. A folder of the server is added on its command line, with docent sources add.";
    throw invalid("location", message);
  }
  const sources = await listAllSources(deps.db);
  if (remote.protocol !== "https") requireKnownHost(remote, sources);
  else await requireOpenHost(deps, remote.url);
  const credential = loginName(sources, remote.url);
  return { kind: "git", location: remote.url, credential, ...readingOf(request) };
}

/**
 * By ssh git goes as the service's account, with all of its keys, and by http to this machine alone: neither goes
 * where no source of the operator's has gone before.
 */
export function requireKnownHost({ url, protocol }: RemoteAddress, sources: StoredSource[]): void {
  const host = hostOf(url);
  const isKnown = sources.some(
    ({ location }) => protocolOf(location) === protocol && hostOf(location) === host,
  );
  if (isKnown) return;
  const message = `A source here goes by ${protocol} only to a host that a source by ${protocol} is on already. Use an https address, or add the source on the server's command line, with docent sources add.`;
  throw invalid("location", message);
}

function readingOf({ branch, subfolder, mount, baseUrl }: Request) {
  if (branch !== "" && !isSafeBranchName(branch))
    throw invalid("branch", "Must be a branch name that git accepts.");
  const address = baseUrl === "" ? "" : webAddress(baseUrl);
  if (address === undefined)
    throw invalid("baseUrl", "Must be an http or https address without a query.");
  return { branch, subfolder: insideOf(subfolder), mount, baseUrl: address };
}

function insideOf(subfolder: string): string {
  try {
    return cleanPath(subfolder);
  } catch {
    throw invalid("subfolder", 'Must be a folder inside the repository, without "..".');
  }
}

/** The default token goes only to hosts that the operator gave it to; any other source has a login of its own or none. */
function loginName(sources: StoredSource[], location: string): string {
  const host = hostOf(location);
  const known = sources.some(
    ({ credential, location: given }) =>
      credential === "" && /^https?:/i.test(given) && hostOf(given) === host,
  );
  return known ? "" : ownLogin;
}

function hostOf(location: string): string {
  if (!URL.canParse(location)) return sshHost.exec(location)?.[1]?.toLowerCase() ?? "";
  const { protocol, host } = new URL(location);
  return (protocol === "ssh:" ? host.replace(/:22$/, "") : host).toLowerCase();
}

const sshHost = /^[^/@]*@([^:/]+):/;

function protocolOf(location: string): string {
  if (URL.canParse(location)) return new URL(location).protocol.slice(0, -1);
  return sshHost.test(location) ? "ssh" : "";
}

function served(setting: string): AppError {
  return new AppError(
    "conflict",
    `${setting} in the environment says where this source is: change it there.`,
  );
}

function noBranch(): AppError {
  return invalid("branch", "This source is a folder that is read as it is: it has no branches.");
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalid_request", `The source cannot be used. ${message}`, {
    details: [{ path, message }],
  });
}
