import type { Database } from "../database.ts";

export type ReachedGroup = { id: string; name: string; count: number; opened: string };

const most = 1_000;

/**
 * The open groups of a project with at least so many questions, the largest first. `opened`: when a person or readers
 * opened it again; "" for never. That a job gave it back, without a change or with one that was dropped, is no news.
 */
export async function reachedGroups(
  db: Database,
  projectId: string,
  count: number,
): Promise<ReachedGroup[]> {
  return db
    .selectFrom("questionGroups")
    .select(["id", "name", "size as count"])
    .select(({ fn, val, selectFrom }) => {
      const reopened = selectFrom("groupEvents")
        .select((event) => event.fn.max("groupEvents.at").as("at"))
        .whereRef("groupEvents.groupId", "=", "questionGroups.id")
        .where("groupEvents.kind", "=", "reopened");
      return fn.coalesce(reopened, val("")).as("opened");
    })
    .where("projectId", "=", projectId)
    .where("state", "=", "open")
    .where("mergedInto", "=", "")
    .where("size", ">=", count)
    .orderBy("size", "desc")
    .orderBy("id")
    .limit(most)
    .execute();
}
