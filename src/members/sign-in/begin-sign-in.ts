import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { insertSignIn, renewSignIn } from "../../store/access/sign-ins.ts";
import type { Self } from "../../store/access/ways-in.ts";
import type { Database } from "../../store/database.ts";
import { openInvitation } from "../join.ts";
import { hashToken, secretToken } from "../open-session.ts";
import { proveSelf } from "../prove-self.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import { readKept, secretsOf, writeKept } from "./kept-sign-in.ts";

type Deps = { db: Database; clock: Clock };

const validMs = 10 * 60_000;
const preparedMs = 60_000;

/** The next log-in of this browser, within a minute, accepts this invitation. Returns what the browser keeps. */
export async function prepareJoin(deps: Deps, invitation: string): Promise<string> {
  const invitationHash = hashToken(invitation);
  await openInvitation(deps, invitationHash);
  return prepare(deps, { invitationHash, sessionId: null });
}

/** The next log-in of this browser, within a minute, is bound to the account of whoever has this session. */
export async function prepareConnect(deps: Deps, self: Self, password: string): Promise<string> {
  await proveSelf(deps, self, password);
  return prepare(deps, { invitationHash: null, sessionId: self.sessionId });
}

async function prepare(
  { db, clock }: Deps,
  purpose: { invitationHash: string | null; sessionId: string | null },
): Promise<string> {
  const now = clock.now();
  const { token, hash } = secretToken();
  const expiresAt = new Date(now.getTime() + preparedMs).toISOString();
  await insertSignIn(db, { ...purpose, browserHash: hash, expiresAt }, now.toISOString());
  return writeKept({ token, isPrepared: true, nextPath: "" });
}

export type BeginInput = {
  nextPath: string;
  /** What the browser keeps of a log-in that was prepared; undefined: it is to log in and nothing else. */
  prepared: string | undefined;
};

/** Where to send the browser, and what it keeps meanwhile. */
export async function beginSignIn(
  deps: Deps & { provider: IdentityProvider },
  { nextPath, prepared }: BeginInput,
): Promise<{ url: string; kept: string }> {
  const { token, hash } = secretToken();
  if (prepared !== undefined) await renew(deps, prepared, hash);
  const url = await deps.provider.begin(secretsOf({ token }));
  return { url, kept: writeKept({ token, isPrepared: prepared !== undefined, nextPath }) };
}

async function renew({ db, clock }: Deps, prepared: string, to: string): Promise<void> {
  const kept = readKept(prepared);
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + validMs).toISOString();
  const times = { now: now.toISOString(), expiresAt };
  if (kept && (await renewSignIn(db, { from: hashToken(kept.token), to, ...times }))) return;
  throw new AppError("forbidden", "This took too long. Go back and try again.");
}
