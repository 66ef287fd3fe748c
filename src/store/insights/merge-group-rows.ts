import type { DatabaseTransaction } from "../database.ts";
import type { GroupRow } from "./groups.ts";
import { insertGroupEvent } from "./move-group.ts";

export type Merging = {
  from: GroupRow;
  into: GroupRow;
  /** "" for Docent itself. */
  by: string;
  at: string;
};

/** All questions of one group, and those of its kind that come, are the other's from now on. Its id leads there. */
export async function mergeGroupRows(
  trx: DatabaseTransaction,
  { from, into, by, at }: Merging,
): Promise<void> {
  const groupId = into.id;
  await trx.updateTable("groupCentres").set({ groupId }).where("groupId", "=", from.id).execute();
  await trx
    .updateTable("groupedQuestions")
    .set({ groupId })
    .where("groupId", "=", from.id)
    .execute();
  const older = from.firstAskedAt < into.firstAskedAt ? from.firstAskedAt : into.firstAskedAt;
  const later = from.lastAskedAt > into.lastAskedAt ? from.lastAskedAt : into.lastAskedAt;
  await trx
    .updateTable("questionGroups")
    .set({ mergedInto: groupId, size: 0, unanswered: 0, thumbsDown: 0, exampleIds: [] })
    .where("id", "=", from.id)
    .execute();
  await trx
    .updateTable("questionGroups")
    .set(({ eb }) => ({
      size: eb("size", "+", from.size),
      unanswered: eb("unanswered", "+", from.unanswered),
      thumbsDown: eb("thumbsDown", "+", from.thumbsDown),
      firstAskedAt: older,
      lastAskedAt: later,
      isStale: true,
    }))
    .where("id", "=", groupId)
    .execute();
  const text = `“${from.name}” with ${from.size === 1 ? "1 question" : `${from.size} questions`}`;
  await insertGroupEvent(trx, groupId, { kind: "merged", by, text }, at);
}
