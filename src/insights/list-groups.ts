import {
  type GroupPage,
  type GroupQuery,
  groupStates,
  type QuestionGroup,
} from "../contract/insights/groups.ts";
import { type Actor, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../store/database.ts";
import { countQueue } from "../store/insights/group-queue.ts";
import {
  countGroups,
  exampleTexts,
  type GroupPlace,
  listGroupRows,
  placeOfGroup,
} from "../store/insights/groups.ts";
import { toGroup, weeksUntil } from "./to-group.ts";

type Deps = { db: Database; clock: Clock };
type Input = { projectId: string; query: GroupQuery };

const usualLimit = 50;
const exportedAtOnce = 100;

/** Groups of questions that the docs did not answer, or not well; those with the most questions first unless asked otherwise. */
export async function listGroups(deps: Deps, actor: Actor, input: Input): Promise<GroupPage> {
  permitReading(actor, input.projectId);
  const { groups, nextCursor } = await readPage(deps, input, input.query.limit ?? usualLimit);
  const counts = await countGroups(deps.db, input.projectId);
  const none = Object.fromEntries(groupStates.map((state) => [state, 0])) as GroupPage["counts"];
  const waiting = await countQueue(deps.db, input.projectId);
  return { groups, nextCursor, counts: { ...none, ...counts }, waiting };
}

/** All of them, or the first `limit`, a part at a time as the caller takes them. Whoever may not is refused at once. */
export function everyGroup(deps: Deps, actor: Actor, input: Input): AsyncGenerator<QuestionGroup> {
  permitReading(actor, input.projectId);
  placeOf(input.query);
  return readParts(deps, input);
}

async function* readParts(deps: Deps, input: Input): AsyncGenerator<QuestionGroup> {
  let { query } = input;
  for (let left = query.limit ?? Number.POSITIVE_INFINITY; left > 0; ) {
    const limit = Math.min(left, exportedAtOnce);
    const { groups, nextCursor } = await readPage(deps, { ...input, query }, limit);
    yield* groups;
    if (nextCursor === "") return;
    query = { ...query, cursor: nextCursor };
    left -= groups.length;
  }
}

async function readPage(
  { db, clock }: Deps,
  { projectId, query }: Input,
  limit: number,
): Promise<{ groups: QuestionGroup[]; nextCursor: string }> {
  const { q: text = "", state, sort } = query;
  const wanted = { projectId, state, sort, text, weeks: weeksUntil(clock) };
  const found = await listGroupRows(db, { ...wanted, after: placeOf(query), limit: limit + 1 });
  const shown = found.slice(0, limit);
  const texts = await exampleTexts(db, shown);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    groups: shown.map((row) => toGroup(row, texts)),
    nextCursor: last ? writeCursor(sort, placeOfGroup(sort, last)) : "",
  };
}

function writeCursor(sort: GroupQuery["sort"], { value, id }: GroupPlace): string {
  return Buffer.from(`${sort} ${value} ${id}`).toString("base64url");
}

const form =
  /^(count|trend|newest) (-?\d{1,9}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (grp_[0-9a-z]{1,64})$/;

function placeOf({ cursor, sort }: GroupQuery): GroupPlace | undefined {
  if (cursor === undefined || cursor === "") return undefined;
  const [, by, value = "", id = ""] =
    form.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  const isTime = value.endsWith("Z");
  if (by === sort && isTime === (sort === "newest"))
    return { value: isTime ? value : Number(value), id };
  throw new AppError("invalid_request", "The cursor is none of this list's.", {
    details: [{ path: "cursor", message: "Take `nextCursor` from the reply before." }],
  });
}
