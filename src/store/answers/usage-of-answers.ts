import type { Database, DatabaseTransaction } from "../database.ts";
import { inChunks } from "../docs/blobs.ts";

export type TokenSums = {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  costMicros: number;
};

/** Answers of one project, and the time in which they were written. */
export type AnswerSpan = { projectId: string; ids: string[]; from: string; to: string };

const lateMs = 24 * 60 * 60_000;

/** The span of some answers. What a model used is written within a day of its answer. */
export function spanOf(
  projectId: string,
  answers: { id: string; createdAt: string }[],
): AnswerSpan {
  const times = answers.map((answer) => answer.createdAt).sort();
  const last = Date.parse(times.at(-1) ?? "") || 0;
  return {
    projectId,
    ids: answers.map((answer) => answer.id),
    from: times[0] ?? "",
    to: new Date(last + lateMs).toISOString(),
  };
}

export async function usageOfAnswers(
  db: Database,
  span: AnswerSpan,
): Promise<Map<string, TokenSums>> {
  const sums = new Map<string, TokenSums>();
  for (const ids of inChunks(span.ids)) {
    const rows = await db
      .selectFrom("usage")
      .select("answer_id")
      .select(({ fn }) => [
        fn.sum<number | string>("input_tokens").as("input_tokens"),
        fn.sum<number | string>("output_tokens").as("output_tokens"),
        fn.sum<number | string>("cache_read_tokens").as("cache_read_tokens"),
        fn.sum<number | string>("cache_write_tokens").as("cache_write_tokens"),
        fn.sum<number | string>("cost_micros").as("cost_micros"),
      ])
      .where("project_id", "=", span.projectId)
      .where("created_at", ">=", span.from)
      .where("created_at", "<=", span.to)
      .where("answer_id", "in", ids)
      .groupBy("answer_id")
      .execute();
    for (const row of rows) sums.set(row.answer_id, toSums(row));
  }
  return sums;
}

/** The sums stay; whose answer they were for is forgotten. */
export async function detachUsage(trx: DatabaseTransaction, span: AnswerSpan): Promise<void> {
  for (const ids of inChunks(span.ids)) {
    await trx
      .updateTable("usage")
      .set({ answer_id: "" })
      .where("project_id", "=", span.projectId)
      .where("created_at", ">=", span.from)
      .where("created_at", "<=", span.to)
      .where("answer_id", "in", ids)
      .execute();
  }
}

type SumRow = Record<
  "input_tokens" | "output_tokens" | "cache_read_tokens" | "cache_write_tokens" | "cost_micros",
  number | string
>;

/** PostgreSQL gives sums as text. */
export function toSums(row: SumRow): TokenSums {
  return {
    inputTokens: Number(row.input_tokens),
    outputTokens: Number(row.output_tokens),
    cacheReadTokens: Number(row.cache_read_tokens),
    cacheWriteTokens: Number(row.cache_write_tokens),
    costMicros: Number(row.cost_micros),
  };
}
