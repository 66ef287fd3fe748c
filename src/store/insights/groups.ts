import { type RawBuilder, sql } from "kysely";
import type { GroupQuery, GroupState } from "../../contract/insights/groups.ts";
import type { Database } from "../database.ts";
import { rowsInChunks } from "../in-chunks.ts";
import type { Row } from "../tables.ts";

export type GroupRow = Row<"questionGroups">;
/** With how often it was asked in the last seven days and in the seven before. */
export type TrendingGroup = GroupRow & { lastWeek: number; weekBefore: number };

/** Of a group that was merged, the one that its questions are in now. */
export async function findGroup(
  db: Database,
  projectId: string,
  groupId: string,
): Promise<GroupRow | undefined> {
  let id = groupId;
  for (const seen = new Set<string>(); !seen.has(id); ) {
    seen.add(id);
    const row = await db
      .selectFrom("questionGroups")
      .selectAll()
      .where("projectId", "=", projectId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (!row || row.mergedInto === "") return row;
    id = row.mergedInto;
  }
  return undefined;
}

/** Where a list goes on: behind the group with this value in what it is sorted by. */
export type GroupPlace = { value: number | string; id: string };

export type WantedGroups = {
  projectId: string;
  state: GroupState | undefined;
  sort: GroupQuery["sort"];
  /** Part of its name, its words or its note; "" for all. */
  text: string;
  /** From when on "the last seven days" count. */
  weeks: Weeks;
  after: GroupPlace | undefined;
  limit: number;
};

export type Weeks = { lastFrom: string; beforeFrom: string };

const sortedBy: Record<GroupQuery["sort"], RawBuilder<number | string>> = {
  count: sql`question_groups.size`,
  trend: sql`coalesce(asked.last_week, 0) - coalesce(asked.week_before, 0)`,
  newest: sql`question_groups.created_at`,
};

/** Its figures and its name were worked out. */
const isDescribed = sql<boolean>`(question_groups.size > 0 or question_groups.is_stale = 0)`;

/** The highest first. Groups that were merged into another are not among them. */
export async function listGroupRows(db: Database, wanted: WantedGroups): Promise<TrendingGroup[]> {
  const { projectId, state, text, weeks, after, limit } = wanted;
  const value = sortedBy[wanted.sort];
  const rows = await db
    .selectFrom("questionGroups")
    .leftJoin(askedLately(db, projectId, weeks).as("asked"), "asked.groupId", "questionGroups.id")
    .selectAll("questionGroups")
    .select(["asked.lastWeek", "asked.weekBefore"])
    .where("questionGroups.projectId", "=", projectId)
    .where("questionGroups.mergedInto", "=", "")
    .where(isDescribed)
    .$if(state !== undefined, (query) => query.where("questionGroups.state", "=", state ?? "open"))
    .$if(text !== "", (query) => query.where(containsText(text)))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(${value} < ${after?.value} or (${value} = ${after?.value} and question_groups.id < ${after?.id}))`,
      ),
    )
    .orderBy(value, "desc")
    .orderBy("questionGroups.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => withTrend(row));
}

export function placeOfGroup(sort: GroupQuery["sort"], group: TrendingGroup): GroupPlace {
  const { id, size, createdAt, lastWeek, weekBefore } = group;
  if (sort === "newest") return { value: createdAt, id };
  return { value: sort === "count" ? size : lastWeek - weekBefore, id };
}

export async function trendOfGroup(
  db: Database,
  group: GroupRow,
  weeks: Weeks,
): Promise<TrendingGroup> {
  const row = await askedLately(db, group.projectId, weeks)
    .where("groupId", "=", group.id)
    .executeTakeFirst();
  return withTrend({ ...group, lastWeek: row?.lastWeek, weekBefore: row?.weekBefore });
}

function withTrend<
  Some extends { lastWeek?: number | null | undefined; weekBefore?: number | null | undefined },
>(row: Some) {
  return { ...row, lastWeek: Number(row.lastWeek ?? 0), weekBefore: Number(row.weekBefore ?? 0) };
}

function askedLately(db: Database, projectId: string, { lastFrom, beforeFrom }: Weeks) {
  return db
    .selectFrom("groupedQuestions")
    .select([
      "groupId",
      sql<number>`sum(case when asked_at >= ${lastFrom} then 1 else 0 end)`.as("lastWeek"),
      sql<number>`sum(case when asked_at < ${lastFrom} then 1 else 0 end)`.as("weekBefore"),
    ])
    .where("projectId", "=", projectId)
    .where("askedAt", ">=", beforeFrom)
    .groupBy("groupId");
}

/** Both sides are lowered by the store: SQLite knows the capitals of ASCII only. */
function containsText(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`(lower(question_groups.name) like lower(${pattern}) escape '\\' or lower(question_groups.group_words) like lower(${pattern}) escape '\\' or lower(question_groups.note) like lower(${pattern}) escape '\\')`;
}

/** How many groups there are of each state. */
export async function countGroups(
  db: Database,
  projectId: string,
): Promise<Partial<Record<GroupState, number>>> {
  const rows = await db
    .selectFrom("questionGroups")
    .select(({ fn }) => ["state", fn.countAll<number>().as("count")])
    .where("projectId", "=", projectId)
    .where("mergedInto", "=", "")
    .where(isDescribed)
    .groupBy("state")
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

/** What was asked in the examples of some groups; one that was deleted since is not there. */
export async function exampleTexts(
  db: Database,
  groups: Pick<GroupRow, "exampleIds">[],
): Promise<Map<string, string>> {
  const ids = groups.flatMap(({ exampleIds }) => exampleIds);
  const rows = await rowsInChunks(ids, (some) =>
    db.selectFrom("answers").select(["id", "question"]).where("id", "in", some).execute(),
  );
  return new Map(rows.map(({ id, question }) => [id, question]));
}
