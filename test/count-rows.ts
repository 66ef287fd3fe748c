import type { Database } from "../src/store/database.ts";
import type { Tables } from "../src/store/tables.ts";

const tables: (keyof Tables)[] = [
  "projects",
  "keys",
  "sources",
  "revisions",
  "revision_pages",
  "blobs",
  "passages",
  "threads",
  "chats",
  "messages",
  "answers",
  "answer_events",
];

/** How many rows every table holds. */
export async function countRows(db: Database): Promise<Record<string, number>> {
  const counts: [string, number][] = [];
  for (const table of tables) {
    const rows = await db
      .selectFrom(table)
      .select((expression) => expression.fn.countAll().as("count"))
      .execute();
    counts.push([table, Number(rows[0]?.count)]);
  }
  return Object.fromEntries(counts);
}
