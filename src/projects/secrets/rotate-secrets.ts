import { type Actor, requireOperator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { listSecrets, resealSecret, type SecretRow } from "../../store/access/secrets.ts";
import { openRow, type SecretDeps, sealed } from "./sealed-secrets.ts";

export type Rotation = { keyId: string; resealed: number; faults: string[] };

/**
 * Seals every secret with the newest key. A key of the setting is the newest; in the file a new one is made, and the
 * one before stays beside it, so that each secret can be read at every moment, also when this is stopped half-way:
 * then the next run goes on without making another.
 */
export async function rotateSecrets(deps: SecretDeps, actor: Actor): Promise<Rotation> {
  requireOperator(actor);
  const { db } = deps;
  const key = await newestKey(deps);
  const outdated = (row: SecretRow) => row.keyId !== key.id;
  const rotation: Rotation = { keyId: key.id, resealed: 0, faults: [] };
  for (const row of (await listSecrets(db)).filter(outdated)) {
    try {
      const text = openRow(row, await deps.ring.keys());
      if (await resealSecret(db, row, sealed(row.id, key, text))) rotation.resealed += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      rotation.faults.push(error.message);
    }
  }
  return rotation;
}

async function newestKey({ db, ring }: SecretDeps) {
  const keys = await ring.keys();
  const [first] = keys;
  if (!first) return ring.make();
  const used = new Set((await listSecrets(db)).map(({ keyId }) => keyId));
  const isUnfinished = keys.slice(1).some(({ id }) => used.has(id));
  if (ring.isGiven || isUnfinished) return first;
  return ring.renew(new Set([...used, first.id]));
}
