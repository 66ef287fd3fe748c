import type { AskedQuestion, QuestionList, QuestionQuery } from "../contract/analytics.ts";
import { type Actor, permit } from "../lib/actor.ts";
import type { QuestionFilter, QuestionPlace } from "../store/answers/analytics.ts";
import type { Database } from "../store/database.ts";
import { dayRange } from "./day-range.ts";
import { findQuestions } from "./find-questions.ts";
import { readCursor, writeCursor } from "./question-cursor.ts";
import { toAskedQuestion } from "./to-asked-question.ts";

type Input = { projectId: string; query: QuestionQuery };

const usualPage = 50;
const batchSize = 200;

/** One page of what readers asked and were answered, newest first. */
export async function listQuestions(
  deps: { db: Database },
  actor: Actor,
  { projectId, query }: Input,
): Promise<QuestionList> {
  permit(actor, "admin", projectId);
  const limit = query.limit ?? usualPage;
  const page = { after: readCursor(query.cursor), limit: limit + 1 };
  const rows = await findQuestions(deps.db, filterOf(projectId, query), page);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    questions: shown.map(toAskedQuestion),
    nextCursor: last && rows.length > limit ? writeCursor(last) : null,
  };
}

/** All of them, or the first `limit`, read a batch at a time as the caller takes them. Whoever may not is refused at once. */
export function everyQuestion(
  deps: { db: Database },
  actor: Actor,
  { projectId, query }: Input,
): AsyncGenerator<AskedQuestion> {
  permit(actor, "admin", projectId);
  const after = readCursor(query.cursor);
  return readBatches(deps.db, filterOf(projectId, query), {
    after,
    most: query.limit ?? Number.POSITIVE_INFINITY,
  });
}

async function* readBatches(
  db: Database,
  filter: QuestionFilter,
  { after, most }: { after: QuestionPlace | undefined; most: number },
): AsyncGenerator<AskedQuestion> {
  let place = after;
  for (let left = most; left > 0; ) {
    const limit = Math.min(left, batchSize);
    const rows = await findQuestions(db, filter, { after: place, limit });
    for (const row of rows) yield toAskedQuestion(row);
    if (rows.length < limit) return;
    place = rows.at(-1);
    left -= rows.length;
  }
}

function filterOf(projectId: string, query: QuestionQuery): QuestionFilter {
  return {
    projectId,
    ...dayRange(query),
    state: query.resolution,
    rating: query.rating,
    text: query.q,
  };
}
