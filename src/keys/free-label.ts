import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { listKeys } from "../store/access/keys.ts";
import type { Database } from "../store/database.ts";

/** Whether a program acts for an owner: it knows a project's keys by their names. */
export function isProgram(actor: Actor): boolean {
  return actor.kind === "member" && actor.token !== undefined;
}

type Named = { projectId: string; label: string; id: string };

/** Within a transaction that holds the project. */
export async function requireFreeLabel(
  { db, clock }: { db: Database; clock: Clock },
  { projectId, label, id }: Named,
): Promise<void> {
  if (label.trim() === "") throw invalid("Give the key a label: programs know it by that.");
  const now = clock.now().toISOString();
  const same = (await listKeys(db, projectId)).find(
    (key) =>
      key.label === label &&
      key.id !== id &&
      key.revokedAt === null &&
      (key.expiresAt === null || key.expiresAt > now),
  );
  if (!same) return;
  const message = `The project has a key with this label already: ${same.id}. What it is was shown once; revoke it to make another.`;
  throw new AppError("conflict", message, { details: [{ path: "label", message }] });
}

function invalid(message: string): AppError {
  return new AppError("invalid_request", message, { details: [{ path: "label", message }] });
}
