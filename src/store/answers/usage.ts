import type { ExpressionBuilder } from "kysely";
import { commitInGroup } from "../commit/group-commit.ts";
import type { Database, DatabaseTransaction } from "../database.ts";
import { inChunks, rowsInChunks } from "../in-chunks.ts";
import { kindOf } from "../kind-of.ts";
import type { Row, Tables } from "../tables.ts";

export type UsageRecord = Row<"usage">;

export type TokenSums = Pick<
  UsageRecord,
  "inputTokens" | "outputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "costMicros"
>;

export type UsageTotal = { tokens: number; costMicros: number };

/** May be done again where it is not known whether it worked. */
export async function insertUsage(db: Database, record: UsageRecord): Promise<void> {
  const insert = (handle: Database) =>
    handle
      .insertInto("usage")
      .values(record)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  if (db.isTransaction || kindOf(db) === "postgres") await insert(db);
  else await commitInGroup(db, insert);
}

export type UsageOf = { projectId: string } | { keyId: string };

/** All tokens, those from and into the cache too, and their cost, of one project or one key. */
export async function usageBetween(
  db: Database,
  of: UsageOf,
  { from, to }: { from: string /** Exclusive. */; to?: string },
): Promise<UsageTotal> {
  const query = db
    .selectFrom("usage")
    .select(tokenSums)
    .where("createdAt", ">=", from)
    .$if(to !== undefined, (some) => some.where("createdAt", "<", to ?? ""));
  const own =
    "projectId" in of
      ? query.where("projectId", "=", of.projectId)
      : query.where("keyId", "=", of.keyId);
  return toTotal(await own.executeTakeFirstOrThrow());
}

/** What the steps of a job behind this one used. */
export async function usageOfJob(
  db: Database,
  jobId: string,
  afterStep: number,
): Promise<UsageTotal> {
  const query = db
    .selectFrom("usage")
    .select(tokenSums)
    .where("jobId", "=", jobId)
    .where("jobId", "!=", "");
  return toTotal(await query.where("step", ">", afterStep).executeTakeFirstOrThrow());
}

/** What some jobs used in all; one that used nothing is not there. */
export async function usageOfJobs(db: Database, ids: string[]): Promise<Map<string, TokenSums>> {
  const rows = await rowsInChunks(ids, (some) =>
    db
      .selectFrom("usage")
      .select("jobId")
      .select(tokenSums)
      .where("jobId", "in", some)
      .where("jobId", "!=", "")
      .groupBy("jobId")
      .execute(),
  );
  return new Map(rows.map(({ jobId, ...sums }) => [jobId, sums]));
}

/** What each step of a job used; one that used nothing is not there. */
export async function usageOfSteps(
  db: Database,
  jobId: string,
): Promise<(TokenSums & { step: number; model: string })[]> {
  return db
    .selectFrom("usage")
    .select(({ fn }) => ["step", fn.max("model").as("model")])
    .select(tokenSums)
    .where("jobId", "=", jobId)
    .where("jobId", "!=", "")
    .groupBy("step")
    .orderBy("step")
    .execute();
}

/** No row has no sum: nothing in place of a number. */
function toTotal(sums: { [Sum in keyof TokenSums]: number | null }): UsageTotal {
  const { costMicros, ...tokens } = sums;
  const total = Object.values(tokens).reduce<number>((sum, some) => sum + (some ?? 0), 0);
  return { tokens: total, costMicros: costMicros ?? 0 };
}

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
  const rows = await rowsInChunks(span.ids, (ids) =>
    db
      .selectFrom("usage")
      .select("answerId")
      .select(tokenSums)
      .where("projectId", "=", span.projectId)
      .where("createdAt", ">=", span.from)
      .where("createdAt", "<=", span.to)
      .where("answerId", "in", ids)
      .groupBy("answerId")
      .execute(),
  );
  return new Map(rows.map(({ answerId, ...sums }) => [answerId, sums]));
}

/** The sums stay; whose answer they were for is forgotten. */
export async function detachUsage(trx: DatabaseTransaction, span: AnswerSpan): Promise<void> {
  for (const ids of inChunks(span.ids)) {
    await trx
      .updateTable("usage")
      .set({ answerId: "" })
      .where("projectId", "=", span.projectId)
      .where("createdAt", ">=", span.from)
      .where("createdAt", "<=", span.to)
      .where("answerId", "in", ids)
      .execute();
  }
}

/** For a query over usage: what its rows used and cost in all. */
export function tokenSums({ fn }: ExpressionBuilder<Tables, "usage">) {
  return [
    fn.sum<number>("inputTokens").as("inputTokens"),
    fn.sum<number>("outputTokens").as("outputTokens"),
    fn.sum<number>("cacheReadTokens").as("cacheReadTokens"),
    fn.sum<number>("cacheWriteTokens").as("cacheWriteTokens"),
    fn.sum<number>("costMicros").as("costMicros"),
  ];
}
