import { sql } from "kysely";
import type { Database } from "../database.ts";

export type GroupedQuestionRow = {
  answerId: string;
  threadId: string;
  question: string;
  askedAt: string;
  isUnanswered: number;
  isRatedDown: number;
  likeness: number;
};

export type GroupedPlace = { askedAt: string; answerId: string };

/** Newest first. */
export async function questionsOfGroup(
  db: Database,
  groupId: string,
  { after, limit }: { after: GroupedPlace | undefined; limit: number },
): Promise<GroupedQuestionRow[]> {
  return selectQuestions(db, groupId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(grouped_questions.asked_at < ${after?.askedAt} or (grouped_questions.asked_at = ${after?.askedAt} and grouped_questions.answer_id < ${after?.answerId}))`,
      ),
    )
    .orderBy("groupedQuestions.askedAt", "desc")
    .orderBy("groupedQuestions.answerId", "desc")
    .limit(limit)
    .execute();
}

const looksPerQuestion = 10;

/** The most typical first, each text once. */
export async function typicalQuestions(
  db: Database,
  groupId: string,
  limit: number,
): Promise<GroupedQuestionRow[]> {
  const rows = await selectQuestions(db, groupId)
    .select("groupedQuestions.textKey")
    .orderBy("groupedQuestions.likeness", "desc")
    .orderBy("groupedQuestions.answerId")
    .limit(limit * looksPerQuestion)
    .execute();
  const byText = new Map(rows.toReversed().map(({ textKey, ...row }) => [textKey, row]));
  return rows
    .flatMap((row) => {
      const first = byText.get(row.textKey);
      return first?.answerId === row.answerId ? [first] : [];
    })
    .slice(0, limit);
}

function selectQuestions(db: Database, groupId: string) {
  return db
    .selectFrom("groupedQuestions")
    .innerJoin("answers", "answers.id", "groupedQuestions.answerId")
    .select(["groupedQuestions.answerId", "groupedQuestions.askedAt"])
    .select(["groupedQuestions.isUnanswered", "groupedQuestions.isRatedDown"])
    .select(["groupedQuestions.likeness", "answers.threadId", "answers.question"])
    .where("groupedQuestions.groupId", "=", groupId);
}
