import { type InferResult, sql } from "kysely";
import type { Outcome } from "../../contract/answer-events.ts";
import type { Rating } from "../../contract/feedback.ts";
import type { Database } from "../database.ts";
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
  /** Text in the question or the answer; letters of ASCII match in either case. */
  text?: string | undefined;
};

/** Where a page of questions ended. */
export type QuestionPlace = { createdAt: string; id: string };

export type QuestionRow = Row<"answers"> & {
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
    .orderBy("answers.createdAt", "desc")
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

/** The answers of one thread, by their message. */
export async function threadQuestions(
  db: Database,
  place: { projectId: string; threadId: string },
  limit: number,
): Promise<Map<string, QuestionRow>> {
  const rows = await selectQuestions(db, { projectId: place.projectId })
    .where("answers.threadId", "=", place.threadId)
    .orderBy("answers.createdAt", "desc")
    .limit(limit)
    .execute();
  const questions = await withUsage(db, place.projectId, rows);
  return new Map(questions.map((question) => [question.messageId, question]));
}

function selectQuestions(db: Database, filter: QuestionFilter) {
  const { projectId, from = "", to = "", state, outcome, rating, text = "" } = filter;
  return db
    .selectFrom("answers")
    .leftJoin("feedback", "feedback.answerId", "answers.id")
    .selectAll("answers")
    .select(["feedback.rating", "feedback.comment", "feedback.createdAt as ratedAt"])
    .where("answers.projectId", "=", projectId)
    .$if(from !== "", (query) => query.where("answers.createdAt", ">=", from))
    .$if(to !== "", (query) => query.where("answers.createdAt", "<=", to))
    .$if(state !== undefined, (query) => query.where("answers.state", "=", state ?? "answered"))
    .$if(outcome !== undefined, (query) => query.where("answers.answerOutcome", "=", outcome ?? ""))
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

type Selected = InferResult<ReturnType<typeof selectQuestions>>[number];

async function withUsage(
  db: Database,
  projectId: string,
  rows: Selected[],
): Promise<QuestionRow[]> {
  const sums = await usageOfAnswers(db, spanOf(projectId, rows));
  return rows.map(({ rating, comment, ratedAt, ...row }) => ({
    ...row,
    feedback: rating === null ? null : { rating, comment: comment ?? "", at: ratedAt ?? "" },
    usage: sums.get(row.id),
  }));
}
