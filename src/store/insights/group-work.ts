import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";
import { type GroupMove, insertGroupEvent } from "./move-group.ts";

/** A group with the newest job that was started for it, and the newest change of that job. */
export type GroupWork = Pick<Row<"questionGroups">, "projectId" | "state" | "stateSince"> & {
  groupId: string;
  jobId: string;
  jobState: Row<"jobs">["state"];
  change: WorkChange | undefined;
};

export type WorkChange = Pick<
  Row<"changes">,
  "number" | "state" | "headCommit" | "mergeCommit" | "updatedAt"
>;

const most = 1_000;

/** Groups that a job was started for and that are in one of these states, those of the newest jobs first. */
export async function groupsWithWork(
  db: Database,
  states: readonly GroupWork["state"][],
): Promise<GroupWork[]> {
  const rows = await db
    .selectFrom("questionGroups")
    .innerJoin("jobQuestions", (join) =>
      join
        .onRef("jobQuestions.projectId", "=", "questionGroups.projectId")
        .onRef("jobQuestions.groupId", "=", "questionGroups.id"),
    )
    .innerJoin("jobs", "jobs.id", "jobQuestions.jobId")
    .select(["questionGroups.projectId", "questionGroups.state", "questionGroups.stateSince"])
    .select(["questionGroups.id as groupId", "jobs.id as jobId", "jobs.state as jobState"])
    .where("questionGroups.state", "in", states)
    .where("questionGroups.mergedInto", "=", "")
    .orderBy("jobs.createdAt", "desc")
    .orderBy("jobs.ordinal", "desc")
    .limit(most)
    .execute();
  const newest = new Map(rows.toReversed().map((row) => [row.groupId, row]));
  const works: GroupWork[] = [];
  for (const row of newest.values())
    works.push({ ...row, change: await newestChange(db, row.projectId, row.jobId) });
  return works;
}

async function newestChange(
  db: Database,
  projectId: string,
  jobId: string,
): Promise<WorkChange | undefined> {
  return db
    .selectFrom("changes")
    .select(["number", "state", "headCommit", "mergeCommit", "updatedAt"])
    .where("projectId", "=", projectId)
    .where("jobId", "=", jobId)
    .orderBy("number", "desc")
    .executeTakeFirst();
}

/** Tells what happened to a group, unless it tells the same of the same job and change already. */
export async function addGroupEventOnce(
  db: Database,
  { groupId, event, at }: Pick<GroupMove, "groupId" | "event" | "at">,
): Promise<void> {
  if (await hasEvent(db, groupId, event)) return;
  await db.transaction().execute(async (trx) => {
    // The group's row is held first, so that of two nodes the second finds the event.
    await trx
      .updateTable("questionGroups")
      .set(({ ref }) => ({ state: ref("state") }))
      .where("id", "=", groupId)
      .execute();
    if (!(await hasEvent(trx, groupId, event))) await insertGroupEvent(trx, groupId, event, at);
  });
}

async function hasEvent(
  db: Database,
  groupId: string,
  { kind, jobId = "", change = 0 }: GroupMove["event"],
): Promise<boolean> {
  const row = await db
    .selectFrom("groupEvents")
    .select("seq")
    .where("groupId", "=", groupId)
    .where("kind", "=", kind)
    .where("jobId", "=", jobId)
    .where("changeNumber", "=", change)
    .executeTakeFirst();
  return row !== undefined;
}

/** A question of a reader, and the docs it was answered from. */
export type LaterQuestion = Pick<Row<"answers">, "id" | "question" | "revisionId" | "createdAt">;

const mostLater = 200;

/** Questions that joined a group and were asked since, newest first. */
export async function joinedSince(
  db: Database,
  groupId: string,
  since: string,
): Promise<LaterQuestion[]> {
  return db
    .selectFrom("groupedQuestions")
    .innerJoin("answers", "answers.id", "groupedQuestions.answerId")
    .select(["answers.id", "answers.question", "answers.revisionId", "answers.createdAt"])
    .where("groupedQuestions.groupId", "=", groupId)
    .where("groupedQuestions.askedAt", ">", since)
    .orderBy("groupedQuestions.askedAt", "desc")
    .limit(mostLater)
    .execute();
}

/** Questions of readers that the docs answered since, and that nobody complained about; oldest first. */
export async function answeredSince(
  db: Database,
  projectId: string,
  since: string,
): Promise<LaterQuestion[]> {
  return db
    .selectFrom("answers")
    .leftJoin("feedback", "feedback.answerId", "answers.id")
    .select(["answers.id", "answers.question", "answers.revisionId", "answers.createdAt"])
    .where("answers.projectId", "=", projectId)
    .where("answers.createdAt", ">", since)
    .where("answers.answerOutcome", "=", "answered")
    .where("answers.ref", "=", "")
    .where((row) =>
      row.or([row("feedback.rating", "is", null), row("feedback.rating", "!=", "down")]),
    )
    .orderBy("answers.createdAt")
    .orderBy("answers.id")
    .limit(mostLater)
    .execute();
}

export async function revisionRow(
  db: Database,
  revisionId: string,
): Promise<Pick<Row<"revisions">, "commits" | "createdAt"> | undefined> {
  return db
    .selectFrom("revisions")
    .select(["commits", "createdAt"])
    .where("id", "=", revisionId)
    .executeTakeFirst();
}
