import type { Database } from "../database.ts";
import { deleteSessionsOf } from "./member-sessions.ts";
import {
  countAbleOwners,
  findOldestOwner,
  insertMember,
  isOwner,
  keepingAnOwner,
  LastOwner,
  lockOwners,
  type MemberRow,
  type WaysIn,
  withdrawHandedOut,
} from "./members.ts";

export type NewSetup = {
  hash: string;
  expiresAt: string;
  at: string;
  /** The owner who hands the link out; null: the operator. */
  issuedBy: string | null;
};

/** Whoever sets a deployment up. */
const firstMemberId = "mem_first";

/** For the oldest owner, who is made where there is none. False: an owner can log in, and nothing was written. */
export async function startSetup(db: Database, setup: NewSetup): Promise<boolean> {
  const values = { ...setupValues(setup), updatedAt: setup.at };
  return db.transaction().execute(async (trx) => {
    await lockOwners(trx);
    if ((await countAbleOwners(trx)) > 0) return false;
    const owner = await findOldestOwner(trx);
    if (!owner) return insertMember(trx, { ...newFirstMember(setup.at), ...values });
    await trx.updateTable("members").set(values).where("id", "=", owner.id).execute();
    return true;
  });
}

function setupValues({ hash, expiresAt, issuedBy }: NewSetup) {
  return { setupHash: hash, setupExpiresAt: expiresAt, setupIssuedBy: issuedBy };
}

function newFirstMember(at: string): MemberRow {
  return {
    ...{ id: firstMemberId, name: "", email: null, provenEmail: null, role: "owner" },
    ...{ passwordHash: null, oidcSubject: null, lastSeenAt: null, disabledAt: null },
    ...{ setupHash: null, setupExpiresAt: null, setupIssuedBy: null, createdAt: at, updatedAt: at },
  };
}

export type Restarted = "done" | "no such member" | "not an owner any more" | "last owner";

/**
 * Takes every way in, every session and every link of a member away, and leaves a token that sets a password. Only the
 * operator lets a disabled member in again by it, or takes the last owner's way in.
 */
export async function restartSetup(
  db: Database,
  { memberId, setup, ways }: { memberId: string; setup: NewSetup; ways: WaysIn },
): Promise<Restarted> {
  const { issuedBy } = setup;
  const outcome = db.transaction().execute(async (trx): Promise<Restarted> => {
    await lockOwners(trx);
    if (issuedBy === null) return restart(trx, memberId, setup);
    if (!(await isOwner(trx, issuedBy))) return "not an owner any more";
    return keepingAnOwner(trx, ways, () => restart(trx, memberId, setup));
  });
  return outcome.catch((error) => {
    if (error instanceof LastOwner) return "last owner";
    throw error;
  });
}

async function restart(trx: Database, memberId: string, setup: NewSetup): Promise<Restarted> {
  const reset = await trx
    .updateTable("members")
    .set({
      ...{ passwordHash: null, oidcSubject: null, updatedAt: setup.at },
      ...(setup.issuedBy === null && { disabledAt: null }),
      ...setupValues(setup),
    })
    .where("id", "=", memberId)
    .returning("id")
    .executeTakeFirst();
  if (!reset) return "no such member";
  await deleteSessionsOf(trx, memberId);
  await withdrawHandedOut(trx, memberId);
  return "done";
}

/** False: the token was used, replaced or withdrawn meanwhile, or the member is disabled; nothing was written. */
export async function finishSetup(
  db: Database,
  input: { setupHash: string; passwordHash: string; at: string },
): Promise<boolean> {
  const { setupHash, passwordHash, at } = input;
  const set = await db
    .updateTable("members")
    .set({
      passwordHash,
      setupHash: null,
      setupExpiresAt: null,
      setupIssuedBy: null,
      updatedAt: at,
    })
    .where("setupHash", "=", setupHash)
    .where("passwordHash", "is", null)
    .where("disabledAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return set !== undefined;
}
