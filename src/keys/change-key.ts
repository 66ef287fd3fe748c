import type { KeySummary } from "../contract/keys.ts";
import type { KeyPatch } from "../contract/owner/project-resource.ts";
import { type Actor, permit, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { findKey, type StoredKey, updateKey } from "../store/access/keys.ts";
import type { Database } from "../store/database.ts";
import { lockProject } from "../store/docs/projects.ts";
import { normalOrigin } from "./create-key.ts";
import { isProgram, requireFreeLabel } from "./free-label.ts";
import { toKeySummary } from "./list-keys.ts";
import { permitKind } from "./permit-kind.ts";

type Deps = { db: Database; clock: Clock };
type Chosen = { projectId: string; id: string };

const dayMs = 24 * 60 * 60_000;

export async function readKey(deps: Deps, actor: Actor, chosen: Chosen): Promise<KeySummary> {
  permitReading(actor, chosen.projectId);
  return toKeySummary(await requireKey(deps.db, chosen), deps.clock.now().toISOString());
}

/** Changes what a key is called, where it may be used from and how long. What is left out stays; its secret does. */
export async function changeKey(
  deps: Deps,
  actor: Actor,
  { patch, ...chosen }: Chosen & { patch: KeyPatch },
): Promise<KeySummary> {
  permit(actor, "admin", chosen.projectId);
  const { label, origins, expiresInDays: days } = patch;
  const expiresAt = days ? new Date(deps.clock.now().getTime() + days * dayMs).toISOString() : null;
  const values = {
    ...(label !== undefined && { label }),
    ...(origins !== undefined && { origins: (origins ?? []).map(normalOrigin) }),
    ...(days !== undefined && { expiresAt }),
  };
  await deps.db.transaction().execute(async (trx) => {
    await lockProject(trx, chosen.projectId);
    const key = await requireKey(trx, chosen);
    permitKind(actor, key);
    if (key.revokedAt !== null) throw new AppError("conflict", "This key is revoked.");
    // Another may have its label by now, and whoever let it end counts on that.
    if (days !== undefined && hasExpired(key, deps.clock))
      throw new AppError("conflict", "This key has expired, and stays so: make another.");
    const named = { ...chosen, label: label ?? "" };
    if (label !== undefined && isProgram(actor))
      await requireFreeLabel({ ...deps, db: trx }, named);
    if (Object.keys(values).length > 0) await updateKey(trx, key.id, values);
  });
  return readKey(deps, actor, chosen);
}

function hasExpired({ expiresAt }: StoredKey, clock: Clock): boolean {
  return expiresAt !== null && expiresAt <= clock.now().toISOString();
}

async function requireKey(db: Database, { id, projectId }: Chosen): Promise<StoredKey> {
  const key = await findKey(db, id);
  if (key && key.projectId === projectId) return key;
  throw new AppError("not_found", "The project has no such key.");
}
