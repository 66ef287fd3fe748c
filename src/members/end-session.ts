import { deleteSession, deleteSessionsOf } from "../store/access/member-sessions.ts";
import type { Database } from "../store/database.ts";

type Own = { sessionId: string; memberId: string };

/** From the next request on the session is unknown. True: the member had it. */
export async function endSession(
  { db }: { db: Database },
  { sessionId, memberId }: Own,
): Promise<boolean> {
  return deleteSession(db, { id: sessionId, memberId });
}

/** Ends every session of the caller, this one among them. */
export async function logOutEverywhere({ db }: { db: Database }, { memberId }: Own): Promise<void> {
  await deleteSessionsOf(db, memberId);
}
