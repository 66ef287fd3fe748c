import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

export type ReaderLinkRow = Row<"readerLinks">;

export async function insertReaderLink(db: Database, link: ReaderLinkRow): Promise<void> {
  await db.insertInto("readerLinks").values(link).execute();
}

export async function findReaderLinkByHash(
  db: Database,
  tokenHash: string,
): Promise<ReaderLinkRow | undefined> {
  return db
    .selectFrom("readerLinks")
    .selectAll()
    .where("tokenHash", "=", tokenHash)
    .executeTakeFirst();
}

export async function findReaderLink(db: Database, id: string): Promise<ReaderLinkRow | undefined> {
  return db.selectFrom("readerLinks").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Those that can still be used, newest first. */
export async function listReaderLinks(
  db: Database,
  { projectId, now, limit }: { projectId: string; now: string; limit: number },
): Promise<ReaderLinkRow[]> {
  return db
    .selectFrom("readerLinks")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("revokedAt", "is", null)
    .where("expiresAt", ">", now)
    .orderBy("createdAt", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** False: the project has no such link, or it was taken back before. */
export async function markReaderLinkRevoked(
  db: Database,
  { id, projectId, at }: { id: string; projectId: string; at: string },
): Promise<boolean> {
  const row = await db
    .updateTable("readerLinks")
    .set({ revokedAt: at })
    .where("id", "=", id)
    .where("projectId", "=", projectId)
    .where("revokedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function markReaderLinkUsed(db: Database, id: string, at: string): Promise<void> {
  await db.updateTable("readerLinks").set({ usedAt: at }).where("id", "=", id).execute();
}

/** Links that ended long ago are of no use to anybody. */
export async function dropEndedReaderLinks(db: Database, before: string): Promise<void> {
  await db.deleteFrom("readerLinks").where("expiresAt", "<", before).execute();
}
