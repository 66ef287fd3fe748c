import { sql } from "kysely";
import type { Outcome } from "../../contract/answer-events.ts";
import type { Audience } from "../../contract/insights/analytics.ts";
import type { Rating } from "../../contract/insights/feedback.ts";
import { fitting } from "../../text/bounded.ts";
import type { Database } from "../database.ts";
import { rowsInChunks } from "../in-chunks.ts";
import type { AnswerState, Row } from "../tables.ts";
import { spanOf, type TokenSums, usageOfAnswers } from "./usage.ts";

export type QuestionFilter = {
  projectId: string;
  /** Both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  state?: AnswerState | undefined;
  outcome?: Outcome | undefined;
  rating?: Rating | "none" | undefined;
  /** Left out: everybody. */
  audience?: Audience | undefined;
  /** Text in the question or the answer; letters of ASCII match in either case. */
  text?: string | undefined;
};

/** Where a page of questions ended. */
export type QuestionPlace = { createdAt: string; id: string };

const columns = [
  "answers.id",
  "answers.threadId",
  "answers.messageId",
  "answers.fp",
  "answers.keyId",
  "answers.question",
  "answers.text",
  "answers.state",
  "answers.answerOutcome",
  "answers.model",
  "answers.revisionId",
  "answers.citations",
  "answers.error",
  "answers.createdAt",
  "answers.finishedAt",
  "answers.timings",
] as const;

type ColumnName<Column> = Column extends `answers.${infer Name}` ? Name : never;

export type QuestionRow = Pick<Row<"answers">, ColumnName<(typeof columns)[number]>> & {
  feedback: { rating: Rating; comment: string; at: string } | null;
  usage: TokenSums | undefined;
};

export type QuestionPage = {
  /** The last question of the page before. */
  after: QuestionPlace | undefined;
  /** The last question that is looked at. */
  until?: QuestionPlace | undefined;
  limit: number;
  /** How much they may be together; one is there however long it is. */
  mostBytes: number;
};

export type Questions = {
  rows: QuestionRow[];
  bytes: number;
  /** More of them match, up to the last one that is looked at. */
  hasMore: boolean;
};

// Neither store reads a text to say how long it is.
const bytesOfAnswer = sql<number>`octet_length(answers.question) + octet_length(answers.text) + octet_length(answers.citations)`;

/** Newest first, behind the place where one is given: rows that arrive meanwhile move no page. */
export async function questionRows(
  db: Database,
  filter: QuestionFilter,
  page: QuestionPage,
): Promise<Questions> {
  const { after, until, limit, mostBytes } = page;
  const found = await matchingAnswers(db, filter)
    .select(["answers.id", bytesOfAnswer.as("bytes")])
    .$if(after !== undefined, (query) => query.where(isBehind(after)))
    .$if(until !== undefined, (query) => query.where(sql<boolean>`not ${isBehind(until)}`))
    .orderBy("answers.createdAt", "desc")
    .orderBy("answers.id", "desc")
    .limit(limit + 1)
    .execute();
  const wanted = found.slice(0, limit);
  const fit = fitting(wanted, mostBytes, ({ bytes }) => bytes);
  const kept = fit.length > 0 ? fit : wanted.slice(0, 1);
  const ids = kept.map(({ id }) => id);
  return {
    rows: await questionsOfAnswers(db, filter.projectId, ids),
    bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
    hasMore: kept.length < found.length,
  };
}

/** The place that many questions further back, whatever they say; undefined where there are not so many. */
export async function placeBehind(
  db: Database,
  filter: Pick<QuestionFilter, "projectId" | "from" | "to">,
  { after, size }: { after: QuestionPlace | undefined; size: number },
): Promise<QuestionPlace | undefined> {
  return db
    .selectFrom("answers")
    .select(["answers.id", "answers.createdAt"])
    .where("answers.projectId", "=", filter.projectId)
    .where("answers.createdAt", ">=", filter.from ?? "")
    .$if(filter.to !== undefined, (query) =>
      query.where("answers.createdAt", "<=", filter.to ?? ""),
    )
    .$if(after !== undefined, (query) => query.where(isBehind(after)))
    .orderBy("answers.createdAt", "desc")
    .orderBy("answers.id", "desc")
    .offset(size - 1)
    .limit(1)
    .executeTakeFirst();
}

function isBehind({ createdAt, id }: QuestionPlace = { createdAt: "", id: "" }) {
  return sql<boolean>`(answers.created_at < ${createdAt} or (answers.created_at = ${createdAt} and answers.id < ${id}))`;
}

/** Newest first. */
export async function questionsOfAnswers(
  db: Database,
  projectId: string,
  answerIds: string[],
): Promise<QuestionRow[]> {
  const rows = await rowsInChunks(answerIds, (ids) =>
    matchingAnswers(db, { projectId })
      .select(columns)
      .select(["feedback.rating", "feedback.comment", "feedback.createdAt as ratedAt"])
      .where("answers.id", "in", ids)
      .orderBy("answers.createdAt", "desc")
      .orderBy("answers.id", "desc")
      .execute(),
  );
  const sums = await usageOfAnswers(db, spanOf(projectId, rows));
  return rows.map(({ rating, comment, ratedAt, ...row }) => ({
    ...row,
    feedback: rating === null ? null : { rating, comment: comment ?? "", at: ratedAt ?? "" },
    usage: sums.get(row.id),
  }));
}

function matchingAnswers(db: Database, filter: QuestionFilter) {
  const { projectId, from = "", to = "", state, outcome, rating, audience, text = "" } = filter;
  return db
    .selectFrom("answers")
    .leftJoin("feedback", "feedback.answerId", "answers.id")
    .where("answers.projectId", "=", projectId)
    .$if(from !== "", (query) => query.where("answers.createdAt", ">=", from))
    .$if(to !== "", (query) => query.where("answers.createdAt", "<=", to))
    .$if(state !== undefined, (query) => query.where("answers.state", "=", state ?? "answered"))
    .$if(outcome !== undefined, (query) => query.where("answers.answerOutcome", "=", outcome ?? ""))
    .$if(audience !== undefined, (query) => query.where("answers.keyId", ...askedBy(audience)))
    .$if(rating === "none", (query) => query.where("feedback.rating", "is", null))
    .$if(rating === "up" || rating === "down", (query) =>
      query.where("feedback.rating", "=", rating === "up" ? "up" : "down"),
    )
    .$if(text !== "", (query) => query.where(containsText(text)));
}

/** Readers need a key; members have a session instead. */
export function askedBy(audience: Audience | undefined): ["=" | "!=", ""] {
  return [audience === "members" ? "=" : "!=", ""];
}

/** Both sides are lowered by the store: SQLite knows the capitals of ASCII only. */
function containsText(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`(lower(answers.question) like lower(${pattern}) escape '\\' or lower(answers.text) like lower(${pattern}) escape '\\')`;
}
