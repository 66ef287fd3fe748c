import type {
  GroupDetail,
  GroupEvent,
  GroupQuestionQuery,
  QuestionGroup,
} from "../contract/insights/groups.ts";
import { type Actor, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../store/database.ts";
import {
  type GroupedPlace,
  type GroupedQuestionRow,
  questionsOfGroup,
} from "../store/insights/grouped-questions.ts";
import { exampleTexts, findGroup, type GroupRow, trendOfGroup } from "../store/insights/groups.ts";
import { eventsOfGroup } from "../store/insights/move-group.ts";
import type { Row } from "../store/tables.ts";
import { cutText } from "../text/bounded.ts";
import { toGroup, weeksUntil } from "./to-group.ts";

export type GroupDeps = { db: Database; clock: Clock };
export type GroupAddress = { projectId: string; groupId: string };

const usualLimit = 50;
const longestQuestion = 8_000;

/** A group with its questions, newest first, and what happened to it. The id of a merged one leads to where its questions are. */
export async function showGroup(
  deps: GroupDeps,
  actor: Actor,
  { query, ...address }: GroupAddress & { query: GroupQuestionQuery },
): Promise<GroupDetail> {
  permitReading(actor, address.projectId);
  const row = await requireGroup(deps.db, address);
  const limit = query.limit ?? usualLimit;
  const page = { after: placeOf(query.cursor), limit: limit + 1 };
  const found = await questionsOfGroup(deps.db, row.id, page);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const events = await eventsOfGroup(deps.db, row.id);
  return {
    group: await describeGroup(deps, row),
    questions: shown.map(toQuestion),
    nextCursor: last ? writeCursor(last) : "",
    events: events.map(toEvent),
  };
}

export async function requireGroup(
  db: Database,
  { projectId, groupId }: GroupAddress,
): Promise<GroupRow> {
  const row = groupId.includes("\0") ? undefined : await findGroup(db, projectId, groupId);
  if (row) return row;
  throw new AppError("not_found", "There is no such group: its questions may have been deleted.");
}

export async function describeGroup(deps: GroupDeps, row: GroupRow): Promise<QuestionGroup> {
  const group = await trendOfGroup(deps.db, row, weeksUntil(deps.clock));
  return toGroup(group, await exampleTexts(deps.db, [row]));
}

function toQuestion(row: GroupedQuestionRow): GroupDetail["questions"][number] {
  return {
    ...row,
    question: cutText(row.question, longestQuestion),
    isUnanswered: row.isUnanswered === 1,
    isRatedDown: row.isRatedDown === 1,
  };
}

function toEvent({ kind, at, actor, text, jobId, changeNumber }: Row<"groupEvents">): GroupEvent {
  return { kind, at, by: actor, text, jobId, change: changeNumber };
}

function writeCursor({ askedAt, answerId }: GroupedPlace): string {
  return Buffer.from(`${askedAt} ${answerId}`).toString("base64url");
}

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (ans_[0-9a-z]{1,64})$/;

function placeOf(cursor: string | undefined): GroupedPlace | undefined {
  if (cursor === undefined || cursor === "") return undefined;
  const [, askedAt, answerId] =
    form.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (askedAt !== undefined && answerId !== undefined) return { askedAt, answerId };
  throw new AppError("invalid_request", "The cursor is none of this list's.", {
    details: [{ path: "cursor", message: "Take `nextCursor` from the reply before." }],
  });
}
