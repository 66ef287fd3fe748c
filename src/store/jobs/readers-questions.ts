import type { Database } from "../database.ts";

export type ReadersQuestion = {
  question: string;
  /** Pages that its answer rests on. */
  paths: string[];
};

/** Questions that readers asked lately and that the docs answered, newest first. */
export async function readersQuestions(
  db: Database,
  projectId: string,
  limit: number,
): Promise<ReadersQuestion[]> {
  const rows = await db
    .selectFrom("answers")
    .select(["question", "citations"])
    .where("projectId", "=", projectId)
    .where("answerOutcome", "=", "answered")
    .where("ref", "=", "")
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ question, citations }) => {
    const cited = citations.filter(({ supported }) => supported).map(({ path }) => path);
    return { question, paths: [...new Set(cited)] };
  });
}
