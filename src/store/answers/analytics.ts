import { type Selectable, sql } from "kysely";
import type { Rating } from "../../contract/feedback.ts";
import type { Database } from "../database.ts";
import type { AnswerState, Tables } from "../tables.ts";
import { spanOf, type TokenSums, usageOfAnswers } from "./usage-of-answers.ts";

export type QuestionFilter = {
  projectId: string;
  /** Both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  state?: AnswerState | undefined;
  rating?: Rating | "none" | undefined;
  /** Text in the question or the answer; letters of ASCII match in either case. */
  text?: string | undefined;
};

/** Where a page of questions ended. */
export type QuestionPlace = { createdAt: string; id: string };

export type QuestionRow = {
  id: string;
  threadId: string;
  messageId: string;
  fp: string;
  question: string;
  text: string;
  state: AnswerState;
  error: string;
  model: string;
  revisionId: string | null;
  citations: string;
  timings: string;
  createdAt: string;
  finishedAt: string | null;
  feedback: { rating: Rating; comment: string; at: string } | null;
  usage: TokenSums | undefined;
};

export type QuestionPage = {
  /** The last question of the page before. */
  after: QuestionPlace | undefined;
  /** The last question that is looked at. */
  until?: QuestionPlace | undefined;
  limit: number;
};

/** Newest first, behind the place where one is given: rows that arrive meanwhile move no page. */
export async function questionRows(
  db: Database,
  filter: QuestionFilter,
  page: QuestionPage,
): Promise<QuestionRow[]> {
  const { after, until } = page;
  const rows = await selectQuestions(db, filter)
    .$if(after !== undefined, (query) => query.where(isBehind(after)))
    .$if(until !== undefined, (query) => query.where(sql<boolean>`not ${isBehind(until)}`))
    .orderBy("answers.created_at", "desc")
    .orderBy("answers.id", "desc")
    .limit(page.limit)
    .execute();
  return withUsage(db, filter.projectId, rows);
}

/** The place that many questions further back, whatever they say; undefined where there are not so many. */
export async function placeBehind(
  db: Database,
  filter: Pick<QuestionFilter, "projectId" | "from" | "to">,
  { after, size }: { after: QuestionPlace | undefined; size: number },
): Promise<QuestionPlace | undefined> {
  const row = await db
    .selectFrom("answers")
    .select(["answers.id", "answers.created_at"])
    .where("answers.project_id", "=", filter.projectId)
    .where("answers.created_at", ">=", filter.from ?? "")
    .$if(filter.to !== undefined, (query) =>
      query.where("answers.created_at", "<=", filter.to ?? ""),
    )
    .$if(after !== undefined, (query) => query.where(isBehind(after)))
    .orderBy("answers.created_at", "desc")
    .orderBy("answers.id", "desc")
    .offset(size - 1)
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, createdAt: row.created_at };
}

function isBehind({ createdAt, id }: QuestionPlace = { createdAt: "", id: "" }) {
  return sql<boolean>`(answers.created_at < ${createdAt} or (answers.created_at = ${createdAt} and answers.id < ${id}))`;
}

/** The answers of one thread, by their message. */
export async function threadQuestions(
  db: Database,
  place: { projectId: string; threadId: string },
  limit: number,
): Promise<Map<string, QuestionRow>> {
  const rows = await selectQuestions(db, { projectId: place.projectId })
    .where("answers.thread_id", "=", place.threadId)
    .orderBy("answers.created_at", "desc")
    .limit(limit)
    .execute();
  const questions = await withUsage(db, place.projectId, rows);
  return new Map(questions.map((question) => [question.messageId, question]));
}

function selectQuestions(db: Database, filter: QuestionFilter) {
  const { projectId, from = "", to = "", state, rating, text = "" } = filter;
  return db
    .selectFrom("answers")
    .leftJoin("feedback", "feedback.answer_id", "answers.id")
    .selectAll("answers")
    .select(["feedback.rating", "feedback.comment", "feedback.created_at as rated_at"])
    .where("answers.project_id", "=", projectId)
    .$if(from !== "", (query) => query.where("answers.created_at", ">=", from))
    .$if(to !== "", (query) => query.where("answers.created_at", "<=", to))
    .$if(state !== undefined, (query) => query.where("answers.state", "=", state ?? "answered"))
    .$if(rating === "none", (query) => query.where("feedback.rating", "is", null))
    .$if(rating === "up" || rating === "down", (query) =>
      query.where("feedback.rating", "=", rating === "up" ? "up" : "down"),
    )
    .$if(text !== "", (query) => query.where(containsText(text)));
}

/** Both sides are lowered by the store: SQLite knows the capitals of ASCII only. */
function containsText(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`(lower(answers.question) like lower(${pattern}) escape '\\' or lower(answers.text) like lower(${pattern}) escape '\\')`;
}

type Selected = Selectable<Tables["answers"]> & {
  rating: Rating | null;
  comment: string | null;
  rated_at: string | null;
};

async function withUsage(
  db: Database,
  projectId: string,
  rows: Selected[],
): Promise<QuestionRow[]> {
  const answers = rows.map((row) => ({ id: row.id, createdAt: row.created_at }));
  const usage = await usageOfAnswers(db, spanOf(projectId, answers));
  return rows.map((row) => toQuestion(row, usage.get(row.id)));
}

function toQuestion(row: Selected, usage: TokenSums | undefined): QuestionRow {
  const { rating, comment, rated_at: at } = row;
  return {
    id: row.id,
    threadId: row.thread_id,
    messageId: row.message_id,
    fp: row.fp,
    question: row.question,
    text: row.text,
    state: row.state,
    error: row.error,
    model: row.model,
    revisionId: row.revision_id,
    citations: row.citations,
    timings: row.timings,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    feedback: rating === null ? null : { rating, comment: comment ?? "", at: at ?? "" },
    usage,
  };
}
