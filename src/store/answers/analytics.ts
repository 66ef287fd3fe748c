import { sql } from "kysely";
import type { Outcome } from "../../contract/answer-events.ts";
import type { Audience } from "../../contract/insights/analytics.ts";
import type { Rating } from "../../contract/insights/feedback.ts";
import { fitting } from "../../text/bounded.ts";
import type { Database } from "../database.ts";
import { rowsInChunks } from "../in-chunks.ts";
import type { AnswerPassage, AnswerState, Row } from "../tables.ts";
import { hasWords } from "./question-words.ts";
import { spanOf, type TokenSums, usageOfAnswers } from "./usage.ts";

export type QuestionFilter = {
  projectId: string;
  /** Inclusive. */
  from?: string | undefined;
  /** Exclusive. */
  until?: string | undefined;
  state?: AnswerState | undefined;
  outcome?: Outcome | undefined;
  rating?: Rating | "none" | undefined;
  /** Left out: everybody. */
  audience?: Audience | undefined;
  /** Path of a page that the answer cites. */
  page?: string | undefined;
  model?: string | undefined;
  keyId?: string | undefined;
  /** Words in the question or the answer, each of them whole or as a beginning. */
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
  limit: number;
  /** How much they may be together; one is there however long it is. */
  mostBytes: number;
};

// Neither store reads a text to say how long it is.
const bytesOfAnswer = sql<number>`octet_length(answers.question) + octet_length(answers.text) + octet_length(answers.citations)`;

/** Newest first, behind the place where one is given: rows that arrive meanwhile move no page. */
export async function questionRows(
  db: Database,
  filter: QuestionFilter,
  { after, limit, mostBytes }: QuestionPage,
): Promise<{ rows: QuestionRow[]; hasMore: boolean }> {
  const found = await matchingQuestions(db, filter)
    .select("askedQuestions.answerId as id")
    .$if(after !== undefined, (query) => query.where(isBehind(after)))
    .orderBy("askedQuestions.askedAt", "desc")
    .orderBy("askedQuestions.answerId", "desc")
    .limit(limit + 1)
    .execute();
  const wanted = await withBytes(db, found.slice(0, limit));
  const fit = fitting(wanted, mostBytes, ({ bytes }) => bytes);
  const kept = fit.length > 0 ? fit : wanted.slice(0, 1);
  const ids = kept.map(({ id }) => id);
  return {
    rows: await questionsOfAnswers(db, filter.projectId, ids),
    hasMore: kept.length < found.length,
  };
}

/** How long each of them is, in the same order; one that was deleted meanwhile has no length. */
async function withBytes(
  db: Database,
  found: { id: string }[],
): Promise<{ id: string; bytes: number }[]> {
  const rows = await rowsInChunks(
    found.map(({ id }) => id),
    (ids) =>
      db
        .selectFrom("answers")
        .select(["answers.id", bytesOfAnswer.as("bytes")])
        .where("answers.id", "in", ids)
        .execute(),
  );
  const lengths = new Map(rows.map(({ id, bytes }) => [id, bytes]));
  return found.map(({ id }) => ({ id, bytes: lengths.get(id) ?? 0 }));
}

function isBehind({ createdAt, id }: QuestionPlace = { createdAt: "", id: "" }) {
  return sql<boolean>`(asked_questions.asked_at < ${createdAt} or (asked_questions.asked_at = ${createdAt} and asked_questions.answer_id < ${id}))`;
}

/** Newest first. */
export async function questionsOfAnswers(
  db: Database,
  projectId: string,
  answerIds: string[],
): Promise<QuestionRow[]> {
  const rows = await rowsInChunks(answerIds, (ids) =>
    db
      .selectFrom("answers")
      .leftJoin("feedback", "feedback.answerId", "answers.id")
      .select(columns)
      .select(["feedback.rating", "feedback.comment", "feedback.createdAt as ratedAt"])
      .where("answers.projectId", "=", projectId)
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

/** What some answers were written from, the best first. */
export async function passagesOfAnswers(
  db: Database,
  answerIds: string[],
): Promise<Map<string, AnswerPassage[]>> {
  const rows = await rowsInChunks(answerIds, (ids) =>
    db.selectFrom("answers").select(["id", "passages"]).where("id", "in", ids).execute(),
  );
  return new Map(rows.map(({ id, passages }) => [id, passages]));
}

function matchingQuestions(db: Database, filter: QuestionFilter) {
  const { projectId, from, until, state, outcome, rating, audience, page, text = "" } = filter;
  return db
    .selectFrom("askedQuestions")
    .where("askedQuestions.projectId", "=", projectId)
    .$if(from !== undefined, (query) => query.where("askedAt", ">=", from ?? ""))
    .$if(until !== undefined, (query) => query.where("askedAt", "<", until ?? ""))
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? "answered"))
    .$if(outcome !== undefined, (query) => query.where("answerOutcome", "=", outcome ?? ""))
    .$if(audience !== undefined, (query) =>
      query.where("keyId", audience === "members" ? "=" : "!=", ""),
    )
    .$if(rating !== undefined, (query) =>
      query.where("rating", "=", rating === undefined || rating === "none" ? "" : rating),
    )
    .$if(filter.model !== undefined, (query) => query.where("model", "=", filter.model ?? ""))
    .$if(filter.keyId !== undefined, (query) => query.where("keyId", "=", filter.keyId ?? ""))
    .$if(page !== undefined, (query) => query.where(citesPage(projectId, page ?? "")))
    .$if(text !== "", (query) => query.where(hasWords(db, text)));
}

function citesPage(projectId: string, path: string) {
  return sql<boolean>`asked_questions.seq in (select seq from cited_pages where project_id = ${projectId} and path = ${path})`;
}
