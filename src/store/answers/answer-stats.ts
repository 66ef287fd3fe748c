import { sql } from "kysely";
import type { Rating } from "../../contract/feedback.ts";
import type { Database } from "../database.ts";
import type { AnswerState } from "../tables.ts";
import { type TokenSums, toSums } from "./usage-of-answers.ts";

/** A project and a range of times, both ends inclusive. */
export type StatsRange = { projectId: string; from: string; to: string };

// Times are ISO 8601 text in UTC: the first ten characters are the day.
const dayOf = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, 10)`;

export async function countAnswersByDay(
  db: Database,
  range: StatsRange,
): Promise<{ day: string; state: AnswerState; answers: number }[]> {
  const rows = await db
    .selectFrom("answers")
    .select(({ fn }) => [
      dayOf("created_at").as("day"),
      "state",
      fn.countAll<number | string>().as("answers"),
    ])
    .where("project_id", "=", range.projectId)
    .where("created_at", ">=", range.from)
    .where("created_at", "<=", range.to)
    .groupBy([dayOf("created_at"), "state"])
    .execute();
  return rows.map((row) => ({ ...row, answers: Number(row.answers) }));
}

/** By the day of the answer, not of the rating. */
export async function countRatingsByDay(
  db: Database,
  range: StatsRange,
): Promise<{ day: string; rating: Rating; answers: number }[]> {
  const rows = await db
    .selectFrom("answers")
    .innerJoin("feedback", "feedback.answer_id", "answers.id")
    .select(({ fn }) => [
      dayOf("answers.created_at").as("day"),
      "feedback.rating",
      fn.countAll<number | string>().as("answers"),
    ])
    .where("answers.project_id", "=", range.projectId)
    .where("answers.created_at", ">=", range.from)
    .where("answers.created_at", "<=", range.to)
    .groupBy([dayOf("answers.created_at"), "feedback.rating"])
    .execute();
  return rows.map((row) => ({ ...row, answers: Number(row.answers) }));
}

/** What answers used; jobs are not among it. */
export async function sumUsageByDay(
  db: Database,
  range: StatsRange,
): Promise<({ day: string } & TokenSums)[]> {
  const rows = await db
    .selectFrom("usage")
    .select(({ fn }) => [
      dayOf("created_at").as("day"),
      fn.sum<number | string>("input_tokens").as("input_tokens"),
      fn.sum<number | string>("output_tokens").as("output_tokens"),
      fn.sum<number | string>("cache_read_tokens").as("cache_read_tokens"),
      fn.sum<number | string>("cache_write_tokens").as("cache_write_tokens"),
      fn.sum<number | string>("cost_micros").as("cost_micros"),
    ])
    .where("project_id", "=", range.projectId)
    .where("job_id", "=", "")
    .where("created_at", ">=", range.from)
    .where("created_at", "<=", range.to)
    .groupBy(dayOf("created_at"))
    .execute();
  return rows.map((row) => ({ day: row.day, ...toSums(row) }));
}

export type TimedAnswer = { id: string; createdAt: string; timings: string };

/** Measured answers, newest first, behind the last one read. */
export async function timedAnswers(
  db: Database,
  range: StatsRange,
  page: { after: TimedAnswer | undefined; limit: number },
): Promise<TimedAnswer[]> {
  const { after } = page;
  const rows = await db
    .selectFrom("answers")
    .select(["id", "created_at", "timings"])
    .where("project_id", "=", range.projectId)
    .where("created_at", ">=", range.from)
    .where("created_at", "<=", after?.createdAt ?? range.to)
    .where("timings", "!=", "")
    .$if(after !== undefined, (query) =>
      query.where((expression) =>
        expression.or([
          expression("created_at", "<", after?.createdAt ?? ""),
          expression("id", "<", after?.id ?? ""),
        ]),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at, timings: row.timings }));
}
