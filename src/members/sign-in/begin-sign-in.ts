import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { insertSignIn, type SignIn, takeSignIn } from "../../store/access/sign-ins.ts";
import type { Database } from "../../store/database.ts";
import { openInvitation } from "../join.ts";
import { hashToken, secretToken } from "../open-session.ts";
import type { IdentityProvider } from "./identity-provider.ts";

type Deps = { db: Database; clock: Clock };

const validMs = 10 * 60_000;
const preparedMs = 60_000;

/** What a log-in is for besides logging in: accepting an invitation, or binding the provider to a member. */
type Purpose = Pick<SignIn, "invitationHash" | "memberId">;

/** Remembers for a minute what the next log-in of this browser is for; returns what the browser keeps. */
export async function prepareSignIn(
  deps: Deps,
  { invitation, memberId }: { invitation: string | undefined; memberId: string | undefined },
): Promise<string> {
  if (invitation === undefined && memberId === undefined)
    throw new AppError("unauthenticated", "You are not logged in.");
  const invitationHash = invitation === undefined ? null : hashToken(invitation);
  if (invitationHash !== null) await openInvitation(deps, invitationHash);
  const purpose = { invitationHash, memberId: invitationHash === null ? (memberId ?? null) : null };
  const empty = { stateHash: "", nonce: "", verifier: "", nextPath: "" };
  return store(deps, { ...empty, ...purpose }, preparedMs);
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
): Promise<{ url: string; browserToken: string }> {
  const purpose = prepared === undefined ? plain : await preparedPurpose(deps, prepared);
  const [state, nonce, verifier] = [secretToken(), secretToken(), secretToken()];
  const secrets = { state: state.token, nonce: nonce.token, verifier: verifier.token };
  const url = await deps.provider.begin(secrets);
  const kept = { stateHash: state.hash, nonce: nonce.token, verifier: verifier.token, nextPath };
  return { url, browserToken: await store(deps, { ...kept, ...purpose }, validMs) };
}

const plain: Purpose = { invitationHash: null, memberId: null };

async function preparedPurpose({ db, clock }: Deps, prepared: string): Promise<Purpose> {
  const found = await takeSignIn(db, hashToken(prepared));
  const isGood = found?.stateHash === "" && found.expiresAt > clock.now().toISOString();
  if (found && isGood) return { invitationHash: found.invitationHash, memberId: found.memberId };
  throw new AppError("forbidden", "This took too long. Go back and try again.");
}

async function store(
  { db, clock }: Deps,
  signIn: Omit<SignIn, "browserHash" | "expiresAt">,
  forMs: number,
): Promise<string> {
  const now = clock.now();
  const { token, hash } = secretToken();
  const expiresAt = new Date(now.getTime() + forMs).toISOString();
  await insertSignIn(db, { ...signIn, browserHash: hash, expiresAt }, now.toISOString());
  return token;
}
