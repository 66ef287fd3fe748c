import type { Database } from "../database.ts";

export type ReachedGroup = { id: string; name: string; count: number; opened: string };

const most = 100;

/** The open groups of a project with at least so many questions, the largest first. `opened`: since when it is open. */
export async function reachedGroups(
  db: Database,
  projectId: string,
  count: number,
): Promise<ReachedGroup[]> {
  return db
    .selectFrom("questionGroups")
    .select(["id", "name", "size as count", "stateSince as opened"])
    .where("projectId", "=", projectId)
    .where("state", "=", "open")
    .where("mergedInto", "=", "")
    .where("size", ">=", count)
    .orderBy("size", "desc")
    .orderBy("id")
    .limit(most)
    .execute();
}
