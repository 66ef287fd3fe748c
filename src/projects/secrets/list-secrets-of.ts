import type { SecretSummary } from "../../contract/secrets.ts";
import { type Actor, isOwner, permitReading, requireOperator } from "../../lib/actor.ts";
import { listProjectSecrets, listSecrets, type SecretRow } from "../../store/access/secrets.ts";
import { openRow, type SecretDeps } from "./sealed-secrets.ts";

/** Whose secrets there are, of which kind, by whom and since when: never what they are. */
export async function listSecretsOf(
  deps: Pick<SecretDeps, "db" | "ring">,
  actor: Actor,
  projectId: string | undefined,
): Promise<SecretSummary[]> {
  if (projectId === undefined) requireOperator(actor);
  else permitReading(actor, projectId);
  const rows = await (projectId === undefined
    ? listSecrets(deps.db)
    : listProjectSecrets(deps.db, projectId));
  const keys = rows.length === 0 ? [] : await deps.ring.keys();
  const isReadable = (row: SecretRow) => {
    try {
      openRow(row, keys);
      return true;
    } catch {
      return false;
    }
  };
  const isForOwners = isOwner(actor) || (actor.kind === "member" && actor.token !== undefined);
  return rows.map((row) => {
    const { sourceId, name, kind, hint, setBy, updatedAt } = row;
    const fingerprint = isForOwners ? row.fingerprint : "";
    const shown = { sourceId, name, kind, hint, fingerprint, setBy, updatedAt };
    return { ...shown, isReadable: isReadable(row) };
  });
}
