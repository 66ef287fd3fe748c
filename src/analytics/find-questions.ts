import { setImmediate } from "node:timers/promises";
import {
  placeBehind,
  type QuestionFilter,
  type QuestionPlace,
  type QuestionRow,
  questionRows,
} from "../store/answers/analytics.ts";
import type { Database } from "../store/database.ts";

const searchedAtOnce = 5_000;

/** One page of questions. The embedded store holds up the whole process while it reads, so a search for text goes in steps. */
export async function findQuestions(
  db: Database,
  filter: QuestionFilter,
  page: { after: QuestionPlace | undefined; limit: number },
): Promise<QuestionRow[]> {
  const found: QuestionRow[] = [];
  let { after } = page;
  for (;;) {
    const until = filter.text ? await lastOfStep(db, filter, after) : undefined;
    const limit = page.limit - found.length;
    found.push(...(await questionRows(db, filter, { after, until, limit })));
    await setImmediate();
    if (found.length >= page.limit || until === undefined) return found;
    after = until;
  }
}

function lastOfStep(db: Database, filter: QuestionFilter, after: QuestionPlace | undefined) {
  return placeBehind(db, filter, { after, size: searchedAtOnce });
}
