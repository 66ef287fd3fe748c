import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { finishSetup } from "../store/access/member-setups.ts";
import { countAbleOwners, findMemberBy, type MemberRow } from "../store/access/members.ts";
import type { Database } from "../store/database.ts";
import { hashToken, openSession, type SessionToken } from "./open-session.ts";
import { hashPassword } from "./password-hash.ts";

export type LoggedIn = { session: SessionToken; member: MemberRow };

/** Uses a set-up link up: its token is all that says who is calling. Logs in. */
export async function setPassword(
  deps: { db: Database; clock: Clock },
  input: { token: string; password: string; browser: string },
): Promise<LoggedIn> {
  const setupHash = hashToken(input.token);
  const member = await requireSetupLink(deps, input.token);
  const now = deps.clock.now().toISOString();
  const passwordHash = await hashPassword(input.password);
  if (!(await finishSetup(deps.db, { setupHash, passwordHash, at: now }))) throw usedUp();
  const { browser } = input;
  const proof = { passwordHash };
  const session = await openSession(deps, { memberId: member.id, browser, proof });
  if (!session) throw usedUp();
  return { session, member: { ...member, passwordHash } };
}

/** Whose link it is. */
export async function requireSetupLink(
  { db, clock }: { db: Database; clock: Clock },
  token: string,
): Promise<MemberRow> {
  const member = await findMemberBy(db, "setupHash", hashToken(token));
  const now = clock.now().toISOString();
  if (!member?.setupExpiresAt || member.setupExpiresAt <= now) throw usedUp();
  if (member.disabledAt === null) return member;
  throw new AppError("forbidden", "Your access was taken away. Ask an owner.");
}

function usedUp(): AppError {
  return new AppError(
    "forbidden",
    'This link was used, replaced or has expired. Ask an owner for a new one. The first owner restarts the server for one, or runs "docent owner reset" when a password is set already.',
  );
}

/** Whether no owner can log in yet, because no password was ever set or it was taken away. */
export async function needsSetup({ db }: { db: Database }): Promise<boolean> {
  return (await countAbleOwners(db)) === 0;
}
