import { sql } from "kysely";
import type { Database } from "../database.ts";

export type CentreRow = {
  id: string;
  size: number;
  vector: Uint8Array;
  joinedAt: string;
  isHeld: boolean;
};
export type MemberRow = { id: string; centreId: string; textKey: string; vector: Uint8Array };

/**
 * The centres that questions joined last, newest first, behind the last one read. One is held where people decided
 * something about its group: they closed, noted, merged or split it, or have something written for it.
 */
export async function centresOfProject(
  db: Database,
  projectId: string,
  { after, limit }: { after: Pick<CentreRow, "id" | "joinedAt"> | undefined; limit: number },
): Promise<CentreRow[]> {
  const rows = await db
    .selectFrom("groupCentres")
    .innerJoin("questionGroups", "questionGroups.id", "groupCentres.groupId")
    .select(["groupCentres.id", "groupCentres.size", "groupCentres.vector"])
    .select(["groupCentres.joinedAt", isHeld.as("held")])
    .where("groupCentres.projectId", "=", projectId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(group_centres.joined_at < ${after?.joinedAt} or (group_centres.joined_at = ${after?.joinedAt} and group_centres.id < ${after?.id}))`,
      ),
    )
    .orderBy("groupCentres.joinedAt", "desc")
    .orderBy("groupCentres.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ held, ...row }) => ({ ...row, isHeld: Number(held) === 1 }));
}

const isHeld = sql<number>`case when group_centres.is_parted = 1 or question_groups.state <> 'open' or question_groups.note <> ''
  or exists (select 1 from group_centres other where other.group_id = group_centres.group_id and other.id <> group_centres.id)
  then 1 else 0 end`;

/** Questions of small centres, behind the last one read. */
export async function membersOfCentres(
  db: Database,
  projectId: string,
  { after, limit, mostMembers }: { after: string; limit: number; mostMembers: number },
): Promise<MemberRow[]> {
  return db
    .selectFrom("groupedQuestions")
    .innerJoin("groupCentres", "groupCentres.id", "groupedQuestions.centreId")
    .select(["groupedQuestions.answerId as id", "groupedQuestions.centreId"])
    .select(["groupedQuestions.textKey", "groupedQuestions.vector"])
    .where("groupedQuestions.projectId", "=", projectId)
    .where("groupedQuestions.answerId", ">", after)
    .where("groupCentres.size", "<=", mostMembers)
    .orderBy("groupedQuestions.answerId")
    .limit(limit)
    .execute();
}

/** What was asked last, whatever became of it. */
export async function sampleTexts(
  db: Database,
  projectId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("answers")
    .select(sql<string>`substr(question, 1, 500)`.as("text"))
    .where("projectId", "=", projectId)
    .where("keyId", "!=", "")
    .orderBy("createdAt", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ text }) => text);
}

/** The groups of some centres. */
export async function groupsOfCentres(
  db: Database,
  centreIds: string[],
): Promise<Map<string, string>> {
  if (centreIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("groupCentres")
    .select(["id", "groupId"])
    .where("id", "in", centreIds)
    .execute();
  return new Map(rows.map(({ id, groupId }) => [id, groupId]));
}
