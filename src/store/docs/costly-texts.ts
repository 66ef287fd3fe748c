import type { Database } from "../database.ts";

/** Hashes of a project's texts that were found too costly to read since a moment. */
export async function costlyTexts(
  db: Database,
  projectId: string,
  since: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("costlyTexts")
    .select("hash")
    .where("projectId", "=", projectId)
    .where("foundAt", ">=", since)
    .execute();
  return new Set(rows.map((row) => row.hash));
}

export type CostlyText = {
  projectId: string;
  hash: string;
  at: string;
  /** What was found earlier is forgotten. */
  since: string;
};

export async function insertCostlyText(
  db: Database,
  { projectId, hash, at, since }: CostlyText,
): Promise<void> {
  await db
    .deleteFrom("costlyTexts")
    .where("projectId", "=", projectId)
    .where("foundAt", "<", since)
    .execute();
  await db
    .insertInto("costlyTexts")
    .values({ projectId, hash, foundAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
