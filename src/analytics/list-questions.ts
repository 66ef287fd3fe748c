import {
  type AskedQuestion,
  type QuestionList,
  type QuestionQuery,
  wantedAudience,
} from "../contract/insights/analytics.ts";
import { type Actor, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import {
  type QuestionFilter,
  type QuestionPlace,
  questionRows,
} from "../store/answers/analytics.ts";
import type { Database } from "../store/database.ts";
import { toAskedQuestion } from "./to-asked-question.ts";
import { zoneRange } from "./zone-days.ts";

type Input = { projectId: string; query: QuestionQuery };

const usualPage = 50;
const batchSize = 200;
const mostBytes = 8 * 1_048_576;

/** One page of what readers asked and were answered, newest first. */
export async function listQuestions(
  deps: { db: Database },
  actor: Actor,
  { projectId, query }: Input,
): Promise<QuestionList> {
  permitReading(actor, projectId);
  const limit = query.limit ?? usualPage;
  const page = { after: readCursor(query.cursor), limit, mostBytes };
  const { rows, hasMore } = await questionRows(deps.db, filterOf(projectId, query), page);
  const last = rows.at(-1);
  return {
    questions: rows.map(toAskedQuestion),
    nextCursor: last && hasMore ? writeCursor(last) : null,
  };
}

/** All of them, or the first `limit`, read a batch at a time as the caller takes them. Whoever may not is refused at once. */
export function everyQuestion(
  deps: { db: Database },
  actor: Actor,
  { projectId, query }: Input,
): AsyncGenerator<AskedQuestion> {
  permitReading(actor, projectId);
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
    const { rows, hasMore } = await questionRows(db, filter, { after: place, limit, mostBytes });
    for (const row of rows) yield toAskedQuestion(row);
    if (!hasMore) return;
    place = rows.at(-1);
    left -= rows.length;
  }
}

function filterOf(projectId: string, query: QuestionQuery): QuestionFilter {
  return {
    projectId,
    ...zoneRange(query, query.zone),
    state: query.resolution,
    outcome: query.outcome,
    rating: query.rating,
    audience: wantedAudience(query.audience),
    page: query.page,
    model: query.model,
    keyId: query.key,
    text: query.q,
  };
}

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (ans_[0-9a-z]{1,64})$/;

/** Where a page ended, in one word that callers only hand back. */
export function writeCursor({ createdAt, id }: QuestionPlace): string {
  return Buffer.from(`${createdAt} ${id}`).toString("base64url");
}

function readCursor(cursor: string | undefined): QuestionPlace | undefined {
  if (cursor === undefined || cursor === "") return undefined;
  const [, createdAt, id] = form.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (createdAt !== undefined && id !== undefined) return { createdAt, id };
  throw new AppError("invalid_request", "cursor takes the nextCursor of an earlier reply.", {
    details: [{ path: "cursor", message: "Not a cursor of this list." }],
  });
}
