import { type RawBuilder, sql } from "kysely";
import type { Outcome } from "../../contract/answer-events.ts";
import type { Audience } from "../../contract/insights/analytics.ts";
import type { Rating } from "../../contract/insights/feedback.ts";
import type { Database } from "../database.ts";
import type { AnswerState } from "../tables.ts";
import type { TokenSums } from "./usage.ts";

/** Days as moments, up to `ends`; the later ones last. */
export type StatsDays = { day: string; starts: string; ends: string }[];

export type StatsOf = {
  projectId: string;
  /** Left out: everybody. */
  audience?: Audience | undefined;
};

/** Answers of a day that are alike in all that is counted. */
export type CountedAnswers = {
  day: string;
  state: AnswerState;
  answerOutcome: Outcome | "";
  rating: Rating | "";
  model: string;
  keyId: string;
  answers: number;
};

export async function countAnswers(
  db: Database,
  of: StatsOf,
  days: StatsDays,
): Promise<CountedAnswers[]> {
  const { rows } = await sql<CountedAnswers>`${withDays(days)}
    select days.day, state, answer_outcome, rating, model, key_id, count(*) as answers
    from ${asked(of)}
    group by days.day, state, answer_outcome, rating, model, key_id`.execute(db);
  return rows;
}

export type MeasuredAnswers = { day: string; ms: number; answers: number };

/** How often each waiting time was measured. */
export async function countWaits(
  db: Database,
  { wait, ...of }: StatsOf & { wait: "firstTokenMs" | "totalMs" },
  days: StatsDays,
): Promise<MeasuredAnswers[]> {
  const column = sql.ref(wait);
  const { rows } = await sql<MeasuredAnswers>`${withDays(days)}
    select days.day, ${column} as ms, count(*) as answers
    from ${asked(of)} and ${column} is not null
    group by days.day, ${column}`.execute(db);
  return rows;
}

/** What answers used; jobs are not among it, nor answers that do not count. What those used that are deleted is. */
export async function sumUsage(
  db: Database,
  of: StatsOf,
  days: StatsDays,
): Promise<({ day: string } & TokenSums)[]> {
  const { rows } = await sql<{ day: string } & TokenSums>`${withDays(days)}
    select days.day, sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens,
      sum(cache_read_tokens) as cache_read_tokens, sum(cache_write_tokens) as cache_write_tokens,
      sum(cost_micros) as cost_micros
    from days cross join usage
    where usage.project_id = ${of.projectId} and job_id = ''
      and usage.created_at >= days.starts and usage.created_at < days.ends ${byAudience("usage", of)}
      and (usage.answer_id = '' or exists (
        select 1 from asked_questions where asked_questions.answer_id = usage.answer_id))
    group by days.day`.execute(db);
  return rows;
}

function withDays(days: StatsDays): RawBuilder<unknown> {
  const rows = days.map(({ day, starts, ends }) => sql`(${day}, ${starts}, ${ends})`);
  return sql`with days (day, starts, ends) as (values ${sql.join(rows)})`;
}

/** A cross join, because SQLite then goes through the days and not through all questions. */
function asked(of: StatsOf): RawBuilder<unknown> {
  return sql`days cross join asked_questions
    where asked_questions.project_id = ${of.projectId}
      and asked_at >= days.starts and asked_at < days.ends ${byAudience("asked_questions", of)}`;
}

/** Readers need a key; members have a session instead. */
export function byAudience(
  table: "asked_questions" | "usage",
  { audience }: StatsOf,
): RawBuilder<unknown> {
  if (audience === undefined) return sql``;
  const column = sql.ref(`${table}.key_id`);
  return audience === "members" ? sql`and ${column} = ''` : sql`and ${column} != ''`;
}
