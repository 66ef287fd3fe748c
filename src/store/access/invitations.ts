import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";
import { insertMember, isOwner, lockOwners, type MemberRow } from "./members.ts";

export type InvitationRow = Row<"invitations">;

/** False: whoever invites is an owner no longer, and nothing was written. */
export async function insertInvitation(db: Database, invitation: InvitationRow): Promise<boolean> {
  const { inviterId } = invitation;
  return db.transaction().execute(async (trx) => {
    await lockOwners(trx);
    if (inviterId !== null && !(await isOwner(trx, inviterId))) return false;
    await trx.insertInto("invitations").values(invitation).execute();
    return true;
  });
}

export async function findInvitation(
  db: Database,
  tokenHash: string,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom("invitations")
    .selectAll()
    .where("tokenHash", "=", tokenHash)
    .executeTakeFirst();
}

/** The newest for this email. */
export async function findInvitationFor(
  db: Database,
  email: string,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom("invitations")
    .selectAll()
    .where("email", "=", email)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Newest first; those that have expired are dropped on the way. */
export async function listInvitations(db: Database, now: string): Promise<InvitationRow[]> {
  await db.deleteFrom("invitations").where("expiresAt", "<=", now).execute();
  return db.selectFrom("invitations").selectAll().orderBy("createdAt", "desc").execute();
}

export async function deleteInvitation(db: Database, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom("invitations")
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return gone !== undefined;
}

/** Uses an invitation up for this member. Of several attempts at once, one goes through. */
export async function acceptInvitation(
  db: Database,
  invitation: InvitationRow,
  member: MemberRow,
): Promise<"accepted" | "used" | "taken"> {
  const outcome = db.transaction().execute(async (trx) => {
    if (!(await deleteInvitation(trx, invitation.id))) return "used" as const;
    if (await insertMember(trx, member)) return "accepted" as const;
    throw new Taken();
  });
  return outcome.catch((error) => {
    if (error instanceof Taken) return "taken";
    throw error;
  });
}

class Taken extends Error {}
