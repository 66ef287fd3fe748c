import type { KeyKind } from "../contract/keys.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import {
  findKeyByHash,
  insertKey,
  listKeys,
  markKeyRevoked,
  restoreKey,
  type StoredKey,
} from "../store/access/keys.ts";
import type { Database } from "../store/database.ts";
import { hashKey } from "./create-key.ts";

type Input = { projectId: string; kind: KeyKind; key: string | undefined; variable: string };

/** A key the operator supplies in the environment works as long as the setting holds it; a changed setting revokes the one before. */
export async function provideKey(
  deps: { db: Database; clock: Clock },
  input: Input,
): Promise<void> {
  const hash = input.key === undefined ? undefined : hashKey(input.key);
  const known = hash === undefined ? undefined : await findKeyByHash(deps.db, hash);
  if (known) requireSamePlace(known, input);
  const now = deps.clock.now().toISOString();
  for (const key of await listKeys(deps.db, input.projectId)) {
    const outdated =
      key.providedBy === "environment" && key.kind === input.kind && key.hash !== hash;
    if (outdated) await markKeyRevoked(deps.db, key.id, now);
  }
  if (input.key === undefined || hash === undefined) return;
  if (known) return restoreKey(deps.db, known.id);
  await insertKey(deps.db, {
    id: newId("key"),
    projectId: input.projectId,
    kind: input.kind,
    label: `from ${input.variable}`,
    hash,
    hint: input.key.slice(-4),
    providedBy: "environment",
    origins: [],
    createdAt: now,
    expiresAt: null,
  });
}

function requireSamePlace(known: StoredKey, input: Input): void {
  if (known.projectId === input.projectId && known.kind === input.kind) return;
  throw new AppError(
    "conflict",
    `The key in ${input.variable} is already in use for another project or purpose.`,
  );
}
