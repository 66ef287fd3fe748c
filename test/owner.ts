import type { Role } from "../src/contract/members.ts";
import type { Actor } from "../src/lib/actor.ts";
import type { Clock } from "../src/lib/clock.ts";
import { newId } from "../src/lib/ids.ts";
import { openSession } from "../src/members/open-session.ts";
import { unfitHash } from "../src/members/password-hash.ts";
import { findOldestOwner, insertMember, type MemberRow } from "../src/store/access/members.ts";
import type { Database } from "../src/store/database.ts";

type Deps = { db: Database; clock: Clock };

/** A session as after a log-in, without the time a real password takes. */
export async function openOwnerSession(deps: Deps): Promise<string> {
  const owner = await findOldestOwner(deps.db);
  return openSessionOf(deps, owner?.passwordHash ? owner : await addMember(deps, "owner"));
}

/** The same of a new member with this role. */
export async function openMemberSession(deps: Deps, role: Role): Promise<string> {
  return openSessionOf(deps, await addMember(deps, role));
}

export async function addMember(
  { db, clock }: Deps,
  role: Role,
  more: Partial<MemberRow> = {},
): Promise<MemberRow> {
  const at = clock.now().toISOString();
  const id = newId("mem");
  const member: MemberRow = {
    ...{ id, name: `Some ${role}`, email: `${id}@example.com`, role, passwordHash: unfitHash() },
    ...{ oidcSubject: null, setupHash: null, setupExpiresAt: null, createdAt: at, updatedAt: at },
    ...{ lastSeenAt: null, disabledAt: null },
    ...{ provenEmail: `${id}@example.com`, setupIssuedBy: null },
    ...(more.email !== undefined && { provenEmail: more.email }),
    ...more,
  };
  if (!(await insertMember(db, member))) throw new Error("there is such a member already");
  return member;
}

export async function openSessionOf(deps: Deps, member: MemberRow): Promise<string> {
  const proof = { passwordHash: member.passwordHash };
  const session = await openSession(deps, { memberId: member.id, browser: "", proof });
  if (!session) throw new Error("the password changed while the session was opened");
  return session.token;
}

export function member(role: Role): Actor {
  return { kind: "member", memberId: "mem_test", role, name: "" };
}

/** What a page of the dashboard sends with its session. */
export function dashboardHeaders(token: string): Record<string, string> {
  return { cookie: `docent_session=${token}`, "x-docent-dashboard": "1" };
}
