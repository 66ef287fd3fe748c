import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";

type MemberRow = Row<"members">;
export type MemberSession = Row<"memberSessions">;

/** What was checked before a session is opened: still so when it is stored. */
export type SessionProof = Pick<MemberRow, "passwordHash"> | Pick<MemberRow, "oidcSubject">;

/** False: the member is gone or disabled, or what was checked is no longer so; nothing was written. */
export async function insertSession(
  db: Database,
  session: MemberSession,
  proof: SessionProof,
): Promise<boolean> {
  const [column, value] =
    "passwordHash" in proof
      ? (["passwordHash", proof.passwordHash] as const)
      : (["oidcSubject", proof.oidcSubject] as const);
  return db.transaction().execute(async (trx) => {
    // A write, so that a reset at the same moment comes wholly before or wholly after this.
    const same = await trx
      .updateTable("members")
      .set({ lastSeenAt: session.createdAt })
      .where("id", "=", session.memberId)
      .where("disabledAt", "is", null)
      .where(column, "=", value)
      .returning("id")
      .executeTakeFirst();
    if (!same) return false;
    await trx.insertInto("memberSessions").values(session).execute();
    return true;
  });
}

export type FoundSession = MemberSession & Pick<MemberRow, "role" | "name" | "email">;

/** By its token, or by the one before the last rotation. Nobody who is disabled has one. */
export async function findSession(
  db: Database,
  tokenHash: string,
): Promise<FoundSession | undefined> {
  return db
    .selectFrom("memberSessions")
    .innerJoin("members", "members.id", "memberSessions.memberId")
    .selectAll("memberSessions")
    .select(["members.role", "members.name", "members.email"])
    .where("members.disabledAt", "is", null)
    .where((expression) =>
      expression.or([
        expression("tokenHash", "=", tokenHash),
        expression("previousHash", "=", tokenHash),
      ]),
    )
    .executeTakeFirst();
}

/** Whose session it is, by its id. */
export async function findMemberOf(
  db: Database,
  sessionId: string,
): Promise<MemberRow | undefined> {
  return db
    .selectFrom("members")
    .innerJoin("memberSessions", "memberSessions.memberId", "members.id")
    .selectAll("members")
    .where("memberSessions.id", "=", sessionId)
    .executeTakeFirst();
}

/** The one used last comes first. */
export async function listSessionsOf(db: Database, memberId: string): Promise<MemberSession[]> {
  return db
    .selectFrom("memberSessions")
    .selectAll()
    .where("memberId", "=", memberId)
    .orderBy("lastUsedAt", "desc")
    .orderBy("id")
    .execute();
}

/** False: another request was first, and nothing was written. */
export async function rotateSession(
  db: Database,
  input: { from: string; to: string; at: string; previousUntil: string },
): Promise<boolean> {
  const rotated = await db
    .updateTable("memberSessions")
    .set({
      tokenHash: input.to,
      previousHash: input.from,
      previousUntil: input.previousUntil,
      rotatedAt: input.at,
      lastUsedAt: input.at,
    })
    .where("tokenHash", "=", input.from)
    .returning("id")
    .executeTakeFirst();
  return rotated !== undefined;
}

export async function markSessionUsed(
  db: Database,
  { id, memberId }: Pick<MemberSession, "id" | "memberId">,
  at: string,
): Promise<void> {
  await db.updateTable("memberSessions").set({ lastUsedAt: at }).where("id", "=", id).execute();
  await db.updateTable("members").set({ lastSeenAt: at }).where("id", "=", memberId).execute();
}

/** True when the member had it. */
export async function deleteSession(
  db: Database,
  { id, memberId }: { id: string; memberId: string },
): Promise<boolean> {
  const gone = await db
    .deleteFrom("memberSessions")
    .where("id", "=", id)
    .where("memberId", "=", memberId)
    .returning("id")
    .executeTakeFirst();
  return gone !== undefined;
}

export async function deleteSessionsOf(
  db: Database,
  memberId: string,
  { butNot = "" }: { butNot?: string } = {},
): Promise<void> {
  await db
    .deleteFrom("memberSessions")
    .where("memberId", "=", memberId)
    .where("id", "!=", butNot)
    .execute();
}

export async function deleteEndedSessions(
  db: Database,
  ended: { now: string; unusedSince: string },
): Promise<void> {
  await db
    .deleteFrom("memberSessions")
    .where((expression) =>
      expression.or([
        expression("expiresAt", "<=", ended.now),
        expression("lastUsedAt", "<=", ended.unusedSince),
      ]),
    )
    .execute();
}
