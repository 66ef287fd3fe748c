import { sql } from "kysely";
import type { ChangeFilter } from "../../contract/changes.ts";
import type { Database } from "../database.ts";
import type { StoredChange } from "./changes.ts";

export type ListedChange = Omit<StoredChange, "body"> & { comments: number };

export type ChangeSearch = {
  projectId: string;
  state: ChangeFilter;
  /** Part of the title or the branch, or a number; "" for all. */
  text: string;
  /** Only changes with a smaller number. */
  before: number;
  limit: number;
};

/** Changes without their descriptions, newest first. */
export async function listChangePage(db: Database, search: ChangeSearch): Promise<ListedChange[]> {
  const { projectId, state, text, before, limit } = search;
  const rows = await db
    .selectFrom("changes")
    .select([
      ...(["projectId", "number", "title", "draft", "state", "head", "base"] as const),
      ...(["headCommit", "baseCommit", "mergeCommit", "checks", "jobId", "pull"] as const),
      ...(["createdAt", "updatedAt"] as const),
    ])
    .where("projectId", "=", projectId)
    .where("number", "<", before)
    .$if(state === "draft", (query) => query.where("state", "=", "open").where("draft", "=", true))
    .$if(state !== "draft" && state !== "all", (query) =>
      query.where("state", "=", state as StoredChange["state"]),
    )
    .$if(text !== "", (query) => query.where(containsText(text)))
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
  const comments = await countComments(
    db,
    projectId,
    rows.map(({ number }) => number),
  );
  return rows.map((row) => ({ ...row, comments: comments.get(row.number) ?? 0 }));
}

/** Both sides are lowered by the store: SQLite knows the capitals of ASCII only. */
function containsText(text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const number = /^#?([1-9]\d{0,8})$/.exec(text)?.[1] ?? "0";
  return sql<boolean>`(lower(title) like lower(${pattern}) escape '\\' or lower(head) like lower(${pattern}) escape '\\' or number = ${Number(number)})`;
}

async function countComments(
  db: Database,
  projectId: string,
  numbers: number[],
): Promise<Map<number, number>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .selectFrom("changeComments")
    .select((expression) => ["number", expression.fn.countAll<number>().as("count")])
    .where("projectId", "=", projectId)
    .where("number", "in", numbers)
    .groupBy("number")
    .execute();
  return new Map(rows.map(({ number, count }) => [number, Number(count)]));
}

/** How many changes there are of each state; a draft is open too. */
export async function countChanges(
  db: Database,
  projectId: string,
): Promise<Record<ChangeFilter, number>> {
  const rows = await db
    .selectFrom("changes")
    .select((expression) => ["state", "draft", expression.fn.countAll<number>().as("count")])
    .where("projectId", "=", projectId)
    .groupBy(["state", "draft"])
    .execute();
  const counts = { open: 0, draft: 0, merged: 0, closed: 0, all: 0 };
  for (const { state, draft, count } of rows) {
    counts[state] += Number(count);
    counts.all += Number(count);
    if (state === "open" && draft) counts.draft += Number(count);
  }
  return counts;
}
