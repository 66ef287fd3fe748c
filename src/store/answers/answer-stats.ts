import { sql } from "kysely";
import type { Outcome } from "../../contract/answer-events.ts";
import type { Audience } from "../../contract/insights/analytics.ts";
import type { Rating } from "../../contract/insights/feedback.ts";
import type { Database } from "../database.ts";
import type { AnswerState, Row } from "../tables.ts";
import { askedBy } from "./analytics.ts";
import { type TokenSums, tokenSums } from "./usage.ts";

/** A project and a range of times, both ends inclusive. */
export type StatsRange = {
  projectId: string;
  from: string;
  to: string;
  /** Left out: everybody. */
  audience?: Audience | undefined;
};

// Times are ISO 8601 text in UTC: the first ten characters are the day.
const dayOf = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, 10)`;

export async function countAnswersByDay(
  db: Database,
  range: StatsRange,
): Promise<{ day: string; state: AnswerState; answerOutcome: Outcome | ""; answers: number }[]> {
  return db
    .selectFrom("answers")
    .select(({ fn }) => [
      dayOf("createdAt").as("day"),
      "state",
      "answerOutcome",
      fn.countAll<number>().as("answers"),
    ])
    .where("projectId", "=", range.projectId)
    .where("createdAt", ">=", range.from)
    .where("createdAt", "<=", range.to)
    .$if(range.audience !== undefined, (query) => query.where("keyId", ...askedBy(range.audience)))
    .groupBy([dayOf("createdAt"), "state", "answerOutcome"])
    .execute();
}

/** By the day of the answer, not of the rating. */
export async function countRatingsByDay(
  db: Database,
  range: StatsRange,
): Promise<{ day: string; rating: Rating; answers: number }[]> {
  return db
    .selectFrom("answers")
    .innerJoin("feedback", "feedback.answerId", "answers.id")
    .select(({ fn }) => [
      dayOf("answers.createdAt").as("day"),
      "feedback.rating",
      fn.countAll<number>().as("answers"),
    ])
    .where("answers.projectId", "=", range.projectId)
    .where("answers.createdAt", ">=", range.from)
    .where("answers.createdAt", "<=", range.to)
    .$if(range.audience !== undefined, (query) =>
      query.where("answers.keyId", ...askedBy(range.audience)),
    )
    .groupBy([dayOf("answers.createdAt"), "feedback.rating"])
    .execute();
}

/** What answers used; jobs are not among it. */
export async function sumUsageByDay(
  db: Database,
  range: StatsRange,
): Promise<({ day: string } & TokenSums)[]> {
  return db
    .selectFrom("usage")
    .select(dayOf("createdAt").as("day"))
    .select(tokenSums)
    .where("projectId", "=", range.projectId)
    .where("jobId", "=", "")
    .where("createdAt", ">=", range.from)
    .where("createdAt", "<=", range.to)
    .$if(range.audience !== undefined, (query) => query.where("keyId", ...askedBy(range.audience)))
    .groupBy(dayOf("createdAt"))
    .execute();
}

export type TimedAnswer = Pick<Row<"answers">, "id" | "createdAt" | "timings">;

/** Measured answers, newest first, behind the last one read. */
export async function timedAnswers(
  db: Database,
  range: StatsRange,
  page: { after: TimedAnswer | undefined; limit: number },
): Promise<TimedAnswer[]> {
  const { after } = page;
  return db
    .selectFrom("answers")
    .select(["id", "createdAt", "timings"])
    .where("projectId", "=", range.projectId)
    .where("createdAt", ">=", range.from)
    .where("createdAt", "<=", after?.createdAt ?? range.to)
    .where("timings", "!=", "")
    .$if(range.audience !== undefined, (query) => query.where("keyId", ...askedBy(range.audience)))
    .$if(after !== undefined, (query) =>
      query.where((expression) =>
        expression.or([
          expression("createdAt", "<", after?.createdAt ?? ""),
          expression("id", "<", after?.id ?? ""),
        ]),
      ),
    )
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(page.limit)
    .execute();
}
