import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";
import { findMemberOf } from "./member-sessions.ts";
import { isOwner, lockOwners } from "./members.ts";

export type StoredToken = Row<"ownerTokens"> & Pick<Row<"members">, "name" | "email">;

type Rules = {
  /** How many a member may have. */
  most: number;
  /** What has ended before this time is forgotten. */
  endedBefore: string;
  /** The session it was asked for in: still open when it is stored. Left out: the operator asks. */
  sessionId?: string | undefined;
};

/** Anything but "done": nothing was written. */
export async function insertToken(
  db: Database,
  token: Row<"ownerTokens">,
  { most, sessionId, endedBefore }: Rules,
): Promise<"done" | "no owner" | "too many"> {
  return db.transaction().execute(async (trx) => {
    await lockOwners(trx);
    if (!(await isOwner(trx, token.memberId))) return "no owner";
    const member = sessionId === undefined ? undefined : await findMemberOf(trx, sessionId);
    if (sessionId !== undefined && member?.id !== token.memberId) return "no owner";
    await trx
      .deleteFrom("ownerTokens")
      .where(({ or, eb }) =>
        or([eb("revokedAt", "<", endedBefore), eb("expiresAt", "<", endedBefore)]),
      )
      .execute();
    const { tokens } = await trx
      .selectFrom("ownerTokens")
      .select(({ fn }) => fn.countAll<number>().as("tokens"))
      .where("memberId", "=", token.memberId)
      .where("revokedAt", "is", null)
      .where(({ or, eb }) =>
        or([eb("expiresAt", "is", null), eb("expiresAt", ">", token.createdAt)]),
      )
      .executeTakeFirstOrThrow();
    if (Number(tokens) >= most) return "too many";
    await trx.insertInto("ownerTokens").values(token).execute();
    return "done";
  });
}

/** By its hash, where whose it is may act as an owner at this moment. */
export async function findLiveToken(
  db: Database,
  hash: string,
  now: string,
): Promise<StoredToken | undefined> {
  return selectTokens(db)
    .where("ownerTokens.hash", "=", hash)
    .where("ownerTokens.revokedAt", "is", null)
    .where(({ or, eb }) => or([eb("expiresAt", "is", null), eb("expiresAt", ">", now)]))
    .where("members.role", "=", "owner")
    .where("members.disabledAt", "is", null)
    .executeTakeFirst();
}

const mostListed = 1_000;

/** Newest first. */
export async function listTokens(db: Database): Promise<StoredToken[]> {
  return selectTokens(db)
    .limit(mostListed)
    .orderBy("ownerTokens.createdAt", "desc")
    .orderBy("ownerTokens.id", "desc")
    .execute();
}

/** False: there is none with this id. Revoking twice changes nothing. */
export async function markTokenRevoked(db: Database, id: string, at: string): Promise<boolean> {
  const found = await db
    .updateTable("ownerTokens")
    .set(({ fn, ref, val }) => ({ revokedAt: fn.coalesce(ref("revokedAt"), val(at)) }))
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return found !== undefined;
}

export async function markTokenUsed(db: Database, id: string, at: string): Promise<void> {
  await db.updateTable("ownerTokens").set({ lastUsedAt: at }).where("id", "=", id).execute();
}

function selectTokens(db: Database) {
  return db
    .selectFrom("ownerTokens")
    .innerJoin("members", "members.id", "ownerTokens.memberId")
    .selectAll("ownerTokens")
    .select(["members.name", "members.email"]);
}
