import type { Role } from "../../contract/members.ts";
import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";
import { deleteSessionsOf } from "./member-sessions.ts";

export type MemberRow = Row<"members">;

export async function findMember(db: Database, id: string): Promise<MemberRow | undefined> {
  return db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findMemberBy(
  db: Database,
  column: "email" | "oidcSubject" | "setupHash",
  value: string,
): Promise<MemberRow | undefined> {
  return db.selectFrom("members").selectAll().where(column, "=", value).executeTakeFirst();
}

/** Oldest first. */
export async function listMembers(db: Database): Promise<MemberRow[]> {
  return db.selectFrom("members").selectAll().orderBy("createdAt").orderBy("id").execute();
}

/** The ways of logging in that are switched on. */
export type WaysIn = { password: boolean; singleSignOn: boolean };
const allWaysIn: WaysIn = { password: true, singleSignOn: true };

/** Owners who can log in by one of these ways. */
export async function countAbleOwners(db: Database, ways: WaysIn = allWaysIn): Promise<number> {
  const { owners } = await db
    .selectFrom("members")
    .select(({ fn }) => fn.countAll<number>().as("owners"))
    .where("role", "=", "owner")
    .where("disabledAt", "is", null)
    .where((either) =>
      either.or([
        ...(ways.password ? [either("passwordHash", "is not", null)] : []),
        ...(ways.singleSignOn ? [either("oidcSubject", "is not", null)] : []),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(owners);
}

/**
 * Does the work unless it takes the last owner away who can log in: then it throws `LastOwner`, and the transaction has
 * to end. Where nobody can by the ways that are switched on, the others count, so that members can still be managed.
 */
export async function keepingAnOwner<Done>(
  trx: Database,
  ways: WaysIn,
  work: () => Promise<Done>,
): Promise<Done> {
  const counted = (await countAbleOwners(trx, ways)) > 0 ? ways : allWaysIn;
  const done = await work();
  if ((await countAbleOwners(trx, counted)) === 0) throw new LastOwner();
  return done;
}

/** Whoever owned the deployment first of those who still do and are not disabled. */
export async function findOldestOwner(db: Database): Promise<MemberRow | undefined> {
  return db
    .selectFrom("members")
    .selectAll()
    .where("role", "=", "owner")
    .where("disabledAt", "is", null)
    .orderBy("createdAt")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** False: there is somebody with this id, email or subject, and nothing was written. */
export async function insertMember(db: Database, member: MemberRow): Promise<boolean> {
  const made = await db
    .insertInto("members")
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** False: somebody else has this email. */
export async function updateMember(
  db: Database,
  id: string,
  values: Partial<Pick<MemberRow, "name" | "email">> & { updatedAt: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const taken = values.email ? await findMemberBy(trx, "email", values.email) : undefined;
    if (taken && taken.id !== id) return false;
    await trx.updateTable("members").set(values).where("id", "=", id).execute();
    return true;
  });
}

export type MemberChange = { role: Role } | { disabledAt: string | null } | "remove";

/**
 * Never takes the last owner who can log in away: then nothing is written, and the answer is false. A disabled or
 * removed member is logged out, and links and tokens of somebody who is an owner no longer let nobody in.
 */
export async function changeMember(
  db: Database,
  { id, change, ways }: { id: string; change: MemberChange; ways: WaysIn },
): Promise<boolean> {
  const outcome = db.transaction().execute(async (trx) => {
    await lockOwners(trx);
    return keepingAnOwner(trx, ways, async () => {
      if (change === "remove") await trx.deleteFrom("members").where("id", "=", id).execute();
      else await trx.updateTable("members").set(change).where("id", "=", id).execute();
      if (change !== "remove" && "disabledAt" in change && change.disabledAt !== null)
        await deleteSessionsOf(trx, id);
      if (!leavesOwner(change)) await withdrawHandedOut(trx, id);
      return true;
    });
  });
  return outcome.catch((error) => {
    if (error instanceof LastOwner) return false;
    throw error;
  });
}

function leavesOwner(change: MemberChange): boolean {
  if (change === "remove") return false;
  return "role" in change ? change.role === "owner" : change.disabledAt === null;
}

/** Invitations and links to set a password that this member has handed out, and tokens that programs act by. */
export async function withdrawHandedOut(db: Database, id: string): Promise<void> {
  await db.deleteFrom("ownerTokens").where("memberId", "=", id).execute();
  await db.deleteFrom("invitations").where("inviterId", "=", id).execute();
  await db
    .updateTable("members")
    .set({ setupHash: null, setupExpiresAt: null, setupIssuedBy: null })
    .where("setupIssuedBy", "=", id)
    .execute();
}

export class LastOwner extends Error {}

/** A write, so that two changes of owners at the same moment come one after the other. */
export async function lockOwners(db: Database): Promise<void> {
  await db.updateTable("members").set({ role: "owner" }).where("role", "=", "owner").execute();
}

/** Whether a member is an owner at this moment; asked under `lockOwners` it stays so until the end. */
export async function isOwner(db: Database, id: string): Promise<boolean> {
  const member = await findMember(db, id);
  return member?.role === "owner" && member.disabledAt === null;
}
