import { sql } from "kysely";
import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export type ActRow = Row<"acts">;

export async function insertAct(db: Database, act: ActRow): Promise<void> {
  await db.insertInto("acts").values(act).execute();
}

/** Whether the same was done under the same name from the same network since then. */
export async function hasActSince(db: Database, act: ActRow, since: string): Promise<boolean> {
  const found = await db
    .selectFrom("acts")
    .select("id")
    .where("at", ">", since)
    .where("actorKind", "=", act.actorKind)
    .where("actorId", "=", act.actorId)
    .where("actorName", "=", act.actorName)
    .where("action", "=", act.action)
    .where("network", "=", act.network)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export type ActFilter = {
  text: string;
  actor: string;
  project: string;
  /** Only what is older than this one. */
  after: Pick<ActRow, "at" | "id"> | undefined;
  limit: number;
};

/** Newest first. */
export async function listActs(db: Database, filter: ActFilter): Promise<ActRow[]> {
  const { text, actor, project, after, limit } = filter;
  let query = db.selectFrom("acts").selectAll().orderBy("at", "desc").orderBy("id", "desc");
  if (actor !== "")
    query = query.where(({ or, eb }) =>
      or([eb("actorId", "=", actor), eb("actorName", "=", actor)]),
    );
  if (project !== "")
    query = query.where(({ or, eb }) =>
      or([eb("projectId", "=", project), eb("domain", "=", project)]),
    );
  for (const word of text.toLowerCase().split(/\s+/).filter(Boolean)) {
    const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
    query = query.where(({ or, fn }) =>
      or(
        (["action", "actorName", "target", "domain"] as const).map(
          (column) => sql<boolean>`${fn("lower", [column])} like ${pattern} escape '\\'`,
        ),
      ),
    );
  }
  if (after)
    query = query.where(({ or, and, eb }) =>
      or([eb("at", "<", after.at), and([eb("at", "=", after.at), eb("id", "<", after.id)])]),
    );
  return query.limit(limit).execute();
}

/** Oldest first, so many at a time; returns how many went. */
export async function deleteOldActs(
  db: Database,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const old = db.selectFrom("acts").select("id").where("at", "<", before).limit(limit);
  const gone = await db.deleteFrom("acts").where("id", "in", old).returning("id").execute();
  return gone.length;
}
