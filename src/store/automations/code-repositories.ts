import { newId } from "../../lib/ids.ts";
import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export type StoredRepository = Row<"codeRepositories">;

export function newRepository(
  projectId: string,
  place: { location: string; branch: string; credential?: string },
  createdAt: string,
): StoredRepository {
  const id = newId("rep");
  return {
    ...{ id, projectId, credential: id, ...place },
    ...{ lookAt: createdAt, checkedAt: null, deliveredAt: null, error: "", createdAt },
  };
}

export async function insertRepository(db: Database, row: StoredRepository): Promise<void> {
  await db.insertInto("codeRepositories").values(row).execute();
}

export async function findRepository(
  db: Database,
  id: string,
): Promise<StoredRepository | undefined> {
  return db.selectFrom("codeRepositories").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function listRepositories(
  db: Database,
  projectId?: string,
): Promise<StoredRepository[]> {
  return db
    .selectFrom("codeRepositories")
    .selectAll()
    .$if(projectId !== undefined, (query) => query.where("projectId", "=", projectId ?? ""))
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
}

export async function deleteRepository(db: Database, id: string): Promise<void> {
  await db.deleteFrom("codeRepositories").where("id", "=", id).execute();
}

/** Takes a look at those that are due for this node. */
export async function claimLooks(
  db: Database,
  { now, until, limit }: { now: string; until: string; limit: number },
): Promise<StoredRepository[]> {
  const due = await db
    .selectFrom("codeRepositories")
    .selectAll()
    .where("lookAt", "<=", now)
    .orderBy("lookAt")
    .limit(limit)
    .execute();
  const claimed: StoredRepository[] = [];
  for (const one of due) {
    const taken = await db
      .updateTable("codeRepositories")
      .set({ lookAt: until })
      .where("id", "=", one.id)
      .where("lookAt", "=", one.lookAt)
      .returning("id")
      .executeTakeFirst();
    if (taken !== undefined) claimed.push(one);
  }
  return claimed;
}

export async function markLooked(
  db: Database,
  id: string,
  looked: Partial<Pick<StoredRepository, "checkedAt" | "error" | "deliveredAt" | "lookAt">>,
): Promise<void> {
  await db.updateTable("codeRepositories").set(looked).where("id", "=", id).execute();
}

/** Puts the next look off, unless somebody has asked for one since this node took its own. */
export async function putOffLook(
  db: Database,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable("codeRepositories")
    .set({ lookAt: to })
    .where("id", "=", id)
    .where("lookAt", "=", from)
    .execute();
}

/** What is to be looked at later than this is looked at now. */
export async function lookNoLaterThan(
  db: Database,
  { now, latest }: { now: string; latest: string },
): Promise<void> {
  await db
    .updateTable("codeRepositories")
    .set({ lookAt: now })
    .where("lookAt", ">", latest)
    .execute();
}

/** Somebody changed what is wanted of it: it is looked at as soon as anybody can. */
export async function lookSoon(db: Database, id: string, now: string): Promise<void> {
  await db
    .updateTable("codeRepositories")
    .set({ lookAt: now })
    .where("id", "=", id)
    .where("lookAt", ">", now)
    .execute();
}
