import type { Database } from "../database.ts";

/** What one call of a model used. Input that came from the provider's cache or went into it is not in `inputTokens`. */
export type UsageRecord = {
  id: string;
  projectId: string;
  /** "" when no key was used: the dashboard and the command line. */
  keyId: string;
  /** "" when the call was not for an answer. */
  answerId: string;
  /** "" when the call was not for a job. */
  jobId: string;
  step: number;
  model: string;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  costMicros: number;
  createdAt: string;
};

export type UsageTotal = { tokens: number; costMicros: number };

export async function insertUsage(db: Database, record: UsageRecord): Promise<void> {
  await db
    .insertInto("usage")
    .values({
      id: record.id,
      project_id: record.projectId,
      key_id: record.keyId,
      answer_id: record.answerId,
      job_id: record.jobId,
      step: record.step,
      model: record.model,
      input_tokens: record.inputTokens,
      output_tokens: record.outputTokens,
      cache_read_tokens: record.cacheReadTokens,
      cache_write_tokens: record.cacheWriteTokens,
      cost_micros: record.costMicros,
      created_at: record.createdAt,
    })
    .execute();
}

/** All tokens, those from and into the cache too, and their cost, of one project or one key. */
export async function usageSince(
  db: Database,
  of: { projectId: string } | { keyId: string },
  since: string,
): Promise<UsageTotal> {
  const query = sums(db).where("created_at", ">=", since);
  const own =
    "projectId" in of
      ? query.where("project_id", "=", of.projectId)
      : query.where("key_id", "=", of.keyId);
  return toTotal(await own.executeTakeFirstOrThrow());
}

/** What the steps of a job behind this one used. */
export async function usageOfJob(
  db: Database,
  jobId: string,
  afterStep: number,
): Promise<UsageTotal> {
  const query = sums(db).where("job_id", "=", jobId).where("job_id", "!=", "");
  return toTotal(await query.where("step", ">", afterStep).executeTakeFirstOrThrow());
}

function sums(db: Database) {
  return db
    .selectFrom("usage")
    .select(({ fn }) => [
      fn.sum<Sum>("input_tokens").as("input"),
      fn.sum<Sum>("output_tokens").as("output"),
      fn.sum<Sum>("cache_read_tokens").as("cacheRead"),
      fn.sum<Sum>("cache_write_tokens").as("cacheWrite"),
      fn.sum<Sum>("cost_micros").as("cost"),
    ]);
}

type Sums = { input: Sum; output: Sum; cacheRead: Sum; cacheWrite: Sum; cost: Sum };

function toTotal(row: Sums): UsageTotal {
  const tokens = [row.input, row.output, row.cacheRead, row.cacheWrite];
  return {
    tokens: tokens.reduce<number>((total, sum) => total + Number(sum ?? 0), 0),
    costMicros: Number(row.cost ?? 0),
  };
}

/** PostgreSQL gives sums as text, and no sum where there is no row. */
type Sum = number | string | null;
