import { quantise } from "../../models/vectors/static/quantise.ts";
import type { DatabaseTransaction } from "../../store/database.ts";
import { reloadCentres } from "../../store/insights/group-turns.ts";
import { shrunkCentres, vectorsOfCentre, writeCentre } from "../../store/insights/stale-groups.ts";
import { meanOf } from "./describe-questions.ts";

const mostMeant = 2_000;

/** A centre whose questions came or went is what it has now; one that has lost all stays as it was, for its group's sake. */
export async function mendCentres(
  trx: DatabaseTransaction,
  projectId: string,
  groupIds: string[],
): Promise<void> {
  const shrunk = await shrunkCentres(trx, groupIds);
  for (const { id, members } of shrunk) {
    const vectors = await vectorsOfCentre(trx, id, mostMeant);
    const vector = vectors.length > 0 ? { vector: quantise(meanOf(vectors)) } : {};
    await writeCentre(trx, id, { size: members, ...vector });
  }
  if (shrunk.length > 0) await reloadCentres(trx, projectId);
}
