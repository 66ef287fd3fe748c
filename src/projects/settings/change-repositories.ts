import type { z } from "zod";
import type { SourcePatch } from "../../contract/owner/project-resource.ts";
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
import { findProject, lockProject } from "../../store/docs/projects.ts";
import {
  listAllSources,
  listSources,
  type SourcePlace,
  type StoredSource,
} from "../../store/docs/sources.ts";
import { webAddress } from "../../text/safe/web-address.ts";
import { addSource, cleanMount, removeSource, updateSource } from "../change-sources.ts";
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
  const place = await remotePlace(deps, request);
  const mounted = { ...place, mount: cleanMount(place.mount) };
  return deps.db.transaction().execute(async (trx) => {
    // A request that is sent again at the same moment waits here.
    await lockProject(trx, projectId);
    const sources = await listSources(trx, projectId);
    if (sources.length >= mostSources)
      throw new AppError("conflict", `A project takes at most ${mostSources} sources here.`);
    requireNewPlace(sources, mounted);
    return (await addSource({ ...deps, db: trx }, operator, { projectId, place: mounted })).id;
  });
}

type Place = Pick<SourcePlace, "location" | "branch" | "subfolder" | "mount">;

function isSamePlace(one: Place, other: Place): boolean {
  return (["location", "branch", "subfolder", "mount"] as const).every(
    (part) => one[part] === other[part],
  );
}

/** Throws where one of the project's sources is this very place. */
export function requireNewPlace(sources: StoredSource[], place: Place): void {
  const same = sources.find((source) => isSamePlace(source, place));
  if (!same) return;
  const message = `The project reads this place already, as ${same.id}.`;
  throw new AppError("conflict", message, { details: [{ path: "location", message }] });
}

/** The same for what is given alone; null goes back to what a source has without it. */
export async function patchRepository(
  deps: Deps,
  actor: Actor,
  { patch, ...chosen }: Chosen & { patch: SourcePatch },
): Promise<void> {
  requireOwner(actor);
  const before = await requireOwn(deps, chosen);
  const value = (name: "branch" | "subfolder" | "mount" | "baseUrl") =>
    patch[name] === undefined ? before[name] : (patch[name] ?? "");
  const request = {
    location: patch.location ?? shownAddress(before.location),
    ...{ branch: value("branch"), subfolder: value("subfolder") },
    ...{ mount: value("mount"), baseUrl: value("baseUrl") },
  };
  await changeRepository(deps, actor, { ...chosen, request });
}

/** Points a source at another repository, or changes how it is read. */
export async function changeRepository(
  deps: Deps,
  actor: Actor,
  { request, ...chosen }: Chosen & { request: Request },
): Promise<void> {
  requireOwner(actor);
  const before = await requireOwn(deps, chosen);
  const isMoved = request.location !== shownAddress(before.location);
  const servedBy = isMoved ? await servedByOf(deps, chosen) : "";
  if (servedBy !== "") throw served(servedBy);
  const place = isMoved ? await remotePlace(deps, request) : placeAfter(before, request);
  const mounted = { ...place, mount: cleanMount(place.mount) };
  await deps.db.transaction().execute(async (trx) => {
    await lockProject(trx, chosen.projectId);
    const sources = await listSources(trx, chosen.projectId);
    requireNewPlace(
      sources.filter(({ id }) => id !== before.id),
      mounted,
    );
    // What was stored for the repository's host before must not be sent to another one, not even for a moment.
    if (isMoved && hostOf(request.location) !== hostOf(before.location))
      await deleteSecret(trx, secretId({ sourceId: before.id }, "login"));
    await updateSource({ db: trx }, operator, { ...chosen, place: mounted });
  });
}

/** The same repository, read in another way. */
function placeAfter({ kind, location, credential }: StoredSource, request: Request): SourcePlace {
  const place = { ...readingOf(request), kind, location, credential };
  if (kind === "folder" && place.branch !== "") throw noBranch();
  return place;
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

export async function remotePlace(deps: Deps, request: Request): Promise<SourcePlace> {
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
