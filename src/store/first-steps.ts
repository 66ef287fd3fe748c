import type { Database } from "./database.ts";
import type { JobState } from "./tables.ts";

export type StoredFirstSteps = {
  hasAnswer: boolean;
  hasCompletedJob: boolean;
  newestJob: { sessionId: string; state: JobState } | null;
  /** The site that an assistant key was first used on; "" for none. */
  site: string;
};

/** What the store knows of the first steps of a project. */
export async function readFirstSteps(db: Database, projectId: string): Promise<StoredFirstSteps> {
  const [answer, completed, newest, key] = await Promise.all([
    db
      .selectFrom("askedQuestions")
      .select("answerId")
      .where("projectId", "=", projectId)
      .where("state", "in", ["answered", "unanswered"])
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom("jobs")
      .select("id")
      .where("projectId", "=", projectId)
      .where("haltReason", "=", "completed")
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom("jobs")
      .select(["id as sessionId", "state"])
      .where("projectId", "=", projectId)
      .orderBy("ordinal", "desc")
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom("keys")
      .select("usedOn")
      .where("projectId", "=", projectId)
      .where("usedOn", "!=", "")
      .orderBy("createdAt")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst(),
  ]);
  return {
    hasAnswer: answer !== undefined,
    hasCompletedJob: completed !== undefined,
    newestJob: newest ?? null,
    site: key?.usedOn ?? "",
  };
}

/** null shows them again. */
export async function setFirstStepsClosed(
  db: Database,
  projectId: string,
  firstStepsClosedAt: string | null,
): Promise<void> {
  await db
    .updateTable("projects")
    .set({ firstStepsClosedAt })
    .where("id", "=", projectId)
    .execute();
}
