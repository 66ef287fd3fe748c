import type { z } from "zod";
import { type codeRepositoryRequest, mostCodeRepositories } from "../../contract/automations.ts";
import type { RepositoryLogin } from "../../contract/secrets.ts";
import { isSafeBranchName } from "../../git/read/branch-name.ts";
import { parseRemoteAddress } from "../../git/remote/remote-address.ts";
import { type Actor, nameOf, requireOwner } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { deleteSecret, secretId } from "../../store/access/secrets.ts";
import { usesRepository } from "../../store/automations/automations.ts";
import {
  deleteRepository,
  findRepository,
  insertRepository,
  listRepositories,
  newRepository,
  type StoredRepository,
} from "../../store/automations/code-repositories.ts";
import type { Database } from "../../store/database.ts";
import { listAllSources } from "../../store/docs/sources.ts";
import { type SecretDeps, storeSecret } from "../secrets/sealed-secrets.ts";
import { requireKnownHost } from "../settings/change-repositories.ts";
import { type OpenHostDeps, requireOpenHost } from "../settings/require-open-host.ts";

export type RepositoryAddress = { projectId: string; repositoryId: string };
type Request = z.output<typeof codeRepositoryRequest>;

/**
 * Lets automations of a project watch a repository of code. Only a token that is stored for it is ever sent there.
 * Places on this machine are the operator's to name.
 */
export async function addCodeRepository(
  deps: SecretDeps & OpenHostDeps,
  actor: Actor,
  { projectId, request }: { projectId: string; request: Request & { credential?: string } },
): Promise<string> {
  requireOwner(actor);
  const { location, branch, login, credential } = request;
  await requirePlace(deps, actor, request);
  if ((await listRepositories(deps.db, projectId)).length >= mostCodeRepositories)
    throw new AppError(
      "conflict",
      `A project has at most ${mostCodeRepositories} code repositories: remove one first.`,
    );
  const at = deps.clock.now().toISOString();
  const row = newRepository(projectId, { location, branch }, at);
  // Where the operator goes is not looked at again, as where an owner does.
  if (actor.kind === "operator") row.credential = credential ?? `operator ${row.id}`;
  await insertRepository(deps.db, row);
  if (login) await setLogin(deps, actor, row, login);
  return row.id;
}

/** Stores what opens it, in the place of what was stored before. */
export async function setCodeLogin(
  deps: SecretDeps,
  actor: Actor,
  { login, ...address }: RepositoryAddress & { login: RepositoryLogin },
): Promise<void> {
  requireOwner(actor);
  await setLogin(deps, actor, await requireCodeRepository(deps.db, address), login);
}

/** No automation watches it any more; those that do are deleted or changed first. */
export async function removeCodeRepository(
  { db }: { db: Database },
  actor: Actor,
  address: RepositoryAddress,
): Promise<void> {
  requireOwner(actor);
  const { id, credential } = await requireCodeRepository(db, address);
  if (await usesRepository(db, id, ["on", "paused"]))
    throw new AppError(
      "conflict",
      "An automation watches this repository: delete it, or let it watch another one, first.",
    );
  await deleteSecret(db, secretId({ name: id }, "webhook"));
  if (credential.includes(id)) await deleteSecret(db, secretId({ name: credential }, "login"));
  await deleteRepository(db, id);
}

export async function requireCodeRepository(
  db: Database,
  { projectId, repositoryId }: RepositoryAddress,
): Promise<StoredRepository> {
  const found = await findRepository(db, repositoryId);
  if (found?.projectId === projectId) return found;
  throw new AppError("not_found", "The project has no such code repository.");
}

async function setLogin(
  deps: SecretDeps,
  actor: Actor,
  { id, credential: name }: StoredRepository,
  login: RepositoryLogin,
): Promise<void> {
  if (!name.includes(id))
    throw new AppError(
      "conflict",
      "The operator has named the token of this repository: it is changed on the server.",
    );
  await storeSecret(deps, { owner: { name }, value: login, setBy: nameOf(actor) });
}

async function requirePlace(
  deps: OpenHostDeps,
  actor: Actor,
  { location, branch }: Request,
): Promise<void> {
  const remote = parseRemoteAddress(location);
  const isHere = remote === undefined || remote.protocol === "file";
  if (isHere && actor.kind !== "operator")
    throw invalid(
      "location",
      "Must be an https or ssh address of a git repository. One on the server is added on its command line, with docent automations watch.",
    );
  if (remote && actor.kind !== "operator") {
    if (remote.protocol === "https") await requireOpenHost(deps, remote.url);
    else requireKnownHost(remote, await listAllSources(deps.db));
  }
  if (branch !== "" && !isSafeBranchName(branch))
    throw invalid("branch", "Must be a branch name that git accepts.");
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalid_request", `The repository cannot be used. ${message}`, {
    details: [{ path, message }],
  });
}
