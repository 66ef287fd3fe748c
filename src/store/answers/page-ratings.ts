import type { Rating } from "../../contract/insights/feedback.ts";
import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export async function insertPageRating(db: Database, rating: Row<"pageRatings">): Promise<void> {
  await db
    .insertInto("pageRatings")
    .values(rating)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({ rating: rating.rating, comment: rating.comment }),
    )
    .execute();
}

type Range = { projectId: string; from: string; until: string };

/** How often each page was rated from `from` on and before `until`. */
export async function countPageRatings(
  db: Database,
  { projectId, from, until }: Range,
): Promise<{ path: string; rating: Rating; times: number }[]> {
  return db
    .selectFrom("pageRatings")
    .select(({ fn }) => ["path", "rating", fn.countAll<number>().as("times")])
    .where("projectId", "=", projectId)
    .where("createdAt", ">=", from)
    .where("createdAt", "<", until)
    .groupBy(["path", "rating"])
    .execute();
}

/** What people wrote about pages, newest first. */
export async function pageComments(
  db: Database,
  { projectId, from, until, limit }: Range & { limit: number },
): Promise<Pick<Row<"pageRatings">, "path" | "rating" | "comment" | "createdAt">[]> {
  return db
    .selectFrom("pageRatings")
    .select(["path", "rating", "comment", "createdAt"])
    .where("projectId", "=", projectId)
    .where("comment", "!=", "")
    .where("createdAt", ">=", from)
    .where("createdAt", "<", until)
    .orderBy("createdAt", "desc")
    .limit(limit)
    .execute();
}
