import type { Database, DatabaseTransaction } from "../database.ts";
import { inChunks } from "../in-chunks.ts";

/** The groups of these answers, which are about to go, have to be worked out anew. */
export async function markGroupsOf(trx: DatabaseTransaction, answerIds: string[]): Promise<void> {
  for (const some of inChunks(answerIds))
    await trx
      .updateTable("questionGroups")
      .set({ isStale: true })
      .where("id", "in", (query) =>
        query.selectFrom("groupedQuestions").select("groupId").where("answerId", "in", some),
      )
      .execute();
}

export async function staleGroups(
  db: Database,
  projectId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("questionGroups")
    .select("id")
    .where("projectId", "=", projectId)
    .where("isStale", "=", true)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
