import type { Database, DatabaseTransaction } from "../database.ts";
import type { Row } from "../tables.ts";

export type JobQuestions = Pick<Row<"jobQuestions">, "groupId" | "questionTexts">;

export async function insertJobQuestions(
  trx: DatabaseTransaction,
  questions: Row<"jobQuestions">,
): Promise<void> {
  await trx.insertInto("jobQuestions").values(questions).execute();
}

/** The questions that a job's change has to answer; undefined for a job without any. */
export async function questionsOfJob(
  db: Database,
  jobId: string,
): Promise<JobQuestions | undefined> {
  return db
    .selectFrom("jobQuestions")
    .select(["groupId", "questionTexts"])
    .where("jobId", "=", jobId)
    .executeTakeFirst();
}
