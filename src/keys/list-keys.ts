import type { KeySummary } from "../contract/keys.ts";
import { type Actor, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { listKeys as listStoredKeys, type StoredKey } from "../store/access/keys.ts";
import type { Database } from "../store/database.ts";

/** Without a project: every key there is, for the operator alone. */
export async function listKeys(
  deps: { db: Database; clock: Clock },
  actor: Actor,
  projectId: string | undefined,
): Promise<KeySummary[]> {
  if (projectId !== undefined) permitReading(actor, projectId);
  else if (actor.kind !== "operator")
    throw new AppError("forbidden", "Name the project whose keys to list.");
  const now = deps.clock.now().toISOString();
  return (await listStoredKeys(deps.db, projectId)).map((key) => toKeySummary(key, now));
}

export function toKeySummary(key: StoredKey, now: string): KeySummary {
  return {
    id: key.id,
    domain: key.domain,
    kind: key.kind,
    label: key.label,
    hint: key.hint,
    origins: key.origins,
    branches: key.branches,
    providedBy: key.providedBy,
    state: stateOf(key, now),
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    lastUsedAt: key.lastUsedAt,
  };
}

function stateOf(key: StoredKey, now: string): KeySummary["state"] {
  if (key.revokedAt !== null) return "revoked";
  return key.expiresAt !== null && key.expiresAt <= now ? "expired" : "active";
}
