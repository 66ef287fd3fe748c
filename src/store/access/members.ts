import type { Role } from "../../contract/members.ts";
import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";
import { deleteSessionsOf } from "./member-sessions.ts";

export type MemberRow = Row<"members">;
export type NewSetup = { hash: string; expiresAt: string; at: string };

/** Whoever sets a deployment up. */
const firstMemberId = "mem_first";

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

/** Owners who can log in. */
export async function countAbleOwners(db: Database): Promise<number> {
  const { owners } = await db
    .selectFrom("members")
    .select(({ fn }) => fn.countAll<number>().as("owners"))
    .where("role", "=", "owner")
    .where("disabledAt", "is", null)
    .where((either) =>
      either.or([either("passwordHash", "is not", null), either("oidcSubject", "is not", null)]),
    )
    .executeTakeFirstOrThrow();
  return Number(owners);
}

/** Whoever owned the deployment first of those who still do. */
export async function findOldestOwner(db: Database): Promise<MemberRow | undefined> {
  return db
    .selectFrom("members")
    .selectAll()
    .where("role", "=", "owner")
    .orderBy("createdAt")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** For the oldest owner, who is made where there is none. False: an owner can log in, and nothing was written. */
export async function startSetup(db: Database, setup: NewSetup): Promise<boolean> {
  const values = { setupHash: setup.hash, setupExpiresAt: setup.expiresAt, updatedAt: setup.at };
  return db.transaction().execute(async (trx) => {
    await lockOwners(trx);
    if ((await countAbleOwners(trx)) > 0) return false;
    const owner = await findOldestOwner(trx);
    if (!owner) return insertMember(trx, { ...newFirstMember(setup.at), ...values });
    await trx.updateTable("members").set(values).where("id", "=", owner.id).execute();
    return true;
  });
}

function newFirstMember(at: string): MemberRow {
  return {
    ...{ id: firstMemberId, name: "", email: null, role: "owner", createdAt: at, updatedAt: at },
    ...{ passwordHash: null, oidcSubject: null, setupHash: null, setupExpiresAt: null },
    ...{ lastSeenAt: null, disabledAt: null },
  };
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

/** Takes every way in and every session of a member away, and leaves a token that sets a password. */
export async function restartSetup(
  db: Database,
  memberId: string,
  setup: NewSetup,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const reset = await trx
      .updateTable("members")
      .set({
        ...{ passwordHash: null, oidcSubject: null, disabledAt: null, updatedAt: setup.at },
        ...{ setupHash: setup.hash, setupExpiresAt: setup.expiresAt },
      })
      .where("id", "=", memberId)
      .returning("id")
      .executeTakeFirst();
    await deleteSessionsOf(trx, memberId);
    return reset !== undefined;
  });
}

/** False: the token was used or replaced meanwhile, and nothing was written. */
export async function finishSetup(
  db: Database,
  input: { setupHash: string; passwordHash: string; at: string },
): Promise<boolean> {
  const { setupHash, passwordHash, at } = input;
  const set = await db
    .updateTable("members")
    .set({ passwordHash, setupHash: null, setupExpiresAt: null, updatedAt: at })
    .where("setupHash", "=", setupHash)
    .where("passwordHash", "is", null)
    .returning("id")
    .executeTakeFirst();
  return set !== undefined;
}

/** False: somebody else has this email or subject. */
export async function updateMember(
  db: Database,
  id: string,
  values: Partial<Pick<MemberRow, "name" | "email" | "oidcSubject" | "passwordHash">> & {
    updatedAt: string;
  },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    for (const column of ["email", "oidcSubject"] as const) {
      const value = values[column];
      const taken = value ? await findMemberBy(trx, column, value) : undefined;
      if (taken && taken.id !== id) return false;
    }
    await trx.updateTable("members").set(values).where("id", "=", id).execute();
    return true;
  });
}

export type MemberChange = { role: Role } | { disabledAt: string | null } | "remove";

/**
 * Never takes the last owner who can log in away: then nothing is written, and the answer is false. A disabled or
 * removed member is logged out.
 */
export async function changeMember(
  db: Database,
  id: string,
  change: MemberChange,
): Promise<boolean> {
  const outcome = db.transaction().execute(async (trx) => {
    await lockOwners(trx);
    if (change === "remove") await trx.deleteFrom("members").where("id", "=", id).execute();
    else await trx.updateTable("members").set(change).where("id", "=", id).execute();
    if (change !== "remove" && "disabledAt" in change && change.disabledAt !== null)
      await deleteSessionsOf(trx, id);
    if ((await countAbleOwners(trx)) === 0) throw new LastOwner();
    return true;
  });
  return outcome.catch((error) => {
    if (error instanceof LastOwner) return false;
    throw error;
  });
}

class LastOwner extends Error {}

/** A write, so that two changes of owners at the same moment come one after the other. */
async function lockOwners(db: Database): Promise<void> {
  await db.updateTable("members").set({ role: "owner" }).where("role", "=", "owner").execute();
}
