import type { ErrorCode } from "../../contract/error.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import { isBrowserMark, makeBrowserMark } from "../../members/browser-mark.ts";
import type { SessionToken } from "../../members/open-session.ts";
import { type NewAct, recordAct, type Unknown } from "../../members/record-act.ts";
import type { MemberRow } from "../../store/access/members.ts";
import type { Database } from "../../store/database.ts";
import type { MemberCaller, RouteRequest } from "../route.ts";
import type { LogInCaller } from "./log-in-limit.ts";
import { markCookie, sessionCookie } from "./session-cookie.ts";

export type EnterDeps = { db: Database; clock: Clock };

/** A browser or a network in which this very member has logged in before does not wait behind strangers. */
export function logInCaller(
  { request, client }: RouteRequest<unknown>,
  member: MemberRow | undefined,
  caller: MemberCaller | undefined,
): LogInCaller {
  const shown = markCookie(client.secure).read(request.headers.get("cookie"));
  const mark = shown !== undefined && member && isBrowserMark(member, shown) ? shown : undefined;
  const isOwn = caller !== undefined && caller.memberId === member?.id;
  return { network: client.network, mark, isOwn, signal: request.signal };
}

/** A member who shows the own password once more waits for nobody else's attempts. */
export function ownAttempt(
  { request, client }: RouteRequest<unknown>,
  { memberId }: MemberCaller,
): LogInCaller {
  return { network: `${client.network} ${memberId}`, signal: request.signal };
}

/** The cookies of somebody who has just come in. */
export function entryCookies(
  { clock }: EnterDeps,
  { client }: RouteRequest<unknown>,
  { session, member }: { session: SessionToken; member: MemberRow },
): string[] {
  const mark = makeBrowserMark(member);
  const cookie = sessionCookie(client.secure).write(session, clock.now());
  return mark ? [cookie, markCookie(client.secure).write(mark)] : [cookie];
}

export function noContent(cookies: string[]): Response {
  const headers = cookies.map((text): [string, string] => ["set-cookie", text]);
  return new Response(null, { status: 204, headers });
}

/** Writes down who came in, and who did not: that it could not is no reason to keep anybody out. */
export async function recordEntry(
  deps: EnterDeps,
  { client, log }: { client: { network: string }; log: Log },
  who: MemberRow | MemberCaller | Unknown,
  act: NewAct,
): Promise<void> {
  try {
    await recordAct(deps, "kind" in who ? who : actorOf(who), { ...act, network: client.network });
  } catch (err) {
    log.error({ err, action: act.action }, "could not write down who came in");
  }
}

/** Whoever tries what is not theirs cannot fill the activity: one line a minute for an email and a network. */
const failureQuietMs = 60_000;

/** Writes down that somebody was refused; being too early or the server's fault is nobody's try. */
export async function recordFailure(
  deps: EnterDeps,
  request: { client: { network: string }; log: Log },
  { claims, action, error }: { claims: string; action: string; error: unknown },
): Promise<void> {
  if (!(error instanceof AppError) || !refusals.has(error.code)) return;
  const who: Unknown = { kind: "unknown", claims };
  await recordEntry(deps, request, who, { action, quietMs: failureQuietMs });
}

const refusals = new Set<ErrorCode>(["unauthenticated", "forbidden", "conflict"]);

function actorOf({ id, role, name, email }: MemberRow) {
  return { kind: "member", memberId: id, role, name: name || email || "" } as const;
}
