import type { RepositoryLogin } from "../../contract/secrets.ts";
import { type Actor, nameOf, permit, requireRole } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { deleteSecret, type SecretOwner, secretId } from "../../store/access/secrets.ts";
import { findSource, type StoredSource } from "../../store/docs/sources.ts";
import { type SecretDeps, storeSecret } from "./sealed-secrets.ts";

type Input = { owner: SecretOwner; login: RepositoryLogin };

/** Stores what opens a repository, in the place of what was stored before. */
export async function setLogin(deps: SecretDeps, actor: Actor, input: Input): Promise<void> {
  const { owner, login } = input;
  await permitSecret(deps, actor, owner);
  await storeSecret(deps, { owner, value: login, setBy: nameOf(actor) });
}

/** Takes it away: from then on the next in line counts, see `storedAccess`. */
export async function removeLogin(
  deps: Pick<SecretDeps, "db">,
  actor: Actor,
  owner: SecretOwner,
): Promise<void> {
  await permitSecret(deps, actor, owner);
  if (await deleteSecret(deps.db, secretId(owner, "login"))) return;
  throw new AppError("not_found", "No token or app is stored there.");
}

/** A source's secrets are its project's; those under a name serve every project. */
async function permitSecret(
  { db }: Pick<SecretDeps, "db">,
  actor: Actor,
  owner: SecretOwner,
): Promise<void> {
  if (actor.kind === "member") requireRole(actor, "owner");
  if ("sourceId" in owner) {
    await permitSource(db, actor, owner.sourceId);
    return;
  }
  if (actor.kind === "operator" || actor.kind === "member") return;
  throw new AppError(
    "forbidden",
    "A token under a name serves every project: only the owner may set it. Set one of the source instead.",
  );
}

/** The source, where the actor manages its project. */
export async function permitSource(
  db: SecretDeps["db"],
  actor: Actor,
  sourceId: string,
): Promise<StoredSource> {
  const source = await findSource(db, sourceId);
  const isOwn = !("projectId" in actor) || actor.projectId === source?.projectId;
  if (!source || !isOwn) throw new AppError("not_found", "The project has no such source.");
  permit(actor, "admin", source.projectId);
  return source;
}
