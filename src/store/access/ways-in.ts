import type { Database } from "../database.ts";
import { deleteSessionsOf } from "./member-sessions.ts";
import { findMemberBy, type MemberRow } from "./members.ts";

/** What was checked before: still so when the change is stored. */
export type Self = { memberId: string; sessionId: string };

export type Binding = {
  memberId: string;
  values: Pick<MemberRow, "oidcSubject" | "provenEmail" | "name" | "updatedAt">;
  /** By whoever has this session, or by an email alone: then the password and every session so far end. */
  by: { sessionId: string } | { passwordHash: string };
};

/** False: the subject is another member's, or what was checked is no longer so; nothing was written. */
export async function bindSubject(
  db: Database,
  { memberId, values, by }: Binding,
): Promise<boolean> {
  return unlessStale(db, async (trx) => {
    if (await findMemberBy(trx, "oidcSubject", values.oidcSubject ?? "")) throw new Stale();
    const change = trx
      .updateTable("members")
      .set({ ...values, ...("passwordHash" in by && { passwordHash: null }) })
      .where("id", "=", memberId)
      .where("oidcSubject", "is", null)
      .where("disabledAt", "is", null);
    if ("sessionId" in by) {
      await mustWrite(change);
      await mustHaveSession(trx, { memberId, sessionId: by.sessionId });
      return;
    }
    await mustWrite(change.where("passwordHash", "=", by.passwordHash));
    await deleteSessionsOf(trx, memberId);
  });
}

/** Leaves the password alone as a way in, and this session alone. */
export async function unbindSubject(
  db: Database,
  { memberId, sessionId }: Self,
  { passwordHash, at }: { passwordHash: string; at: string },
): Promise<boolean> {
  return unlessStale(db, async (trx) => {
    const change = trx
      .updateTable("members")
      .set({ oidcSubject: null, updatedAt: at })
      .where("id", "=", memberId)
      .where("passwordHash", "=", passwordHash);
    await mustWrite(change);
    await mustHaveSession(trx, { memberId, sessionId });
    await deleteSessionsOf(trx, memberId, { butNot: sessionId });
  });
}

/** Ends every other session. False: a reset or another change came first, and nothing was written. */
export async function replacePassword(
  db: Database,
  { memberId, sessionId }: Self,
  { from, to, at }: { from: string | null; to: string; at: string },
): Promise<boolean> {
  return unlessStale(db, async (trx) => {
    const change = trx
      .updateTable("members")
      .set({ passwordHash: to, updatedAt: at })
      .where("id", "=", memberId)
      .where("passwordHash", from === null ? "is" : "=", from);
    await mustWrite(change);
    await mustHaveSession(trx, { memberId, sessionId });
    await deleteSessionsOf(trx, memberId, { butNot: sessionId });
  });
}

class Stale extends Error {}

async function unlessStale(db: Database, work: (trx: Database) => Promise<void>): Promise<boolean> {
  try {
    await db.transaction().execute(work);
    return true;
  } catch (error) {
    if (error instanceof Stale) return false;
    throw error;
  }
}

type Change = { returning(column: "id"): { executeTakeFirst(): Promise<unknown> } };

async function mustWrite(change: Change): Promise<void> {
  if ((await change.returning("id").executeTakeFirst()) === undefined) throw new Stale();
}

/** After the write: a reset at the same moment has then wholly happened, or comes wholly afterwards. */
async function mustHaveSession(db: Database, { memberId, sessionId }: Self): Promise<void> {
  const session = await db
    .selectFrom("memberSessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("memberId", "=", memberId)
    .executeTakeFirst();
  if (!session) throw new Stale();
}
