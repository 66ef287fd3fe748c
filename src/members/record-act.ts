import { email } from "../contract/members.ts";
import { type Actor, nameOf } from "../lib/actor.ts";
import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { type ActRow, hasActSince, insertAct } from "../store/access/acts.ts";
import { findKey } from "../store/access/keys.ts";
import type { Database } from "../store/database.ts";
import { findProject } from "../store/docs/projects.ts";

export type NewAct = {
  /** In words; never what was sent. */
  action: string;
  projectId?: string;
  target?: string;
  /** As the request came from it; stored shortened. */
  network?: string;
  /** What a stranger can repeat: the same again within this time is left out. */
  quietMs?: number;
};

/** Whoever is not known: nobody, or an email that was claimed. */
export type Unknown = { kind: "unknown"; claims: string };

/** Writes down who did what. */
export async function recordAct(
  deps: { db: Database; clock: Clock },
  actor: Actor | Unknown,
  { action, projectId = "", target = "", network = "", quietMs = 0 }: NewAct,
): Promise<void> {
  const project = projectId === "" ? undefined : await findProject(deps.db, projectId);
  const now = deps.clock.now();
  const act: ActRow = {
    id: newId("act"),
    at: now.toISOString(),
    ...(await actorOf(deps.db, actor)),
    action,
    projectId,
    domain: project?.domain ?? "",
    target: shorten(target),
    network: shortNetwork(network),
  };
  const since = new Date(now.getTime() - quietMs).toISOString();
  if (quietMs > 0 && (await hasActSince(deps.db, act, since))) return;
  await insertAct(deps.db, act);
}

async function actorOf(
  db: Database,
  actor: Actor | Unknown,
): Promise<Pick<ActRow, "actorKind" | "actorId" | "actorName">> {
  if (actor.kind === "unknown") {
    // People type passwords into the field of the email: what is no email is not kept.
    const actorName = shorten(email.safeParse(actor.claims).data ?? "");
    return { actorKind: "unknown", actorId: "", actorName };
  }
  if (actor.kind === "member" && actor.token) {
    const actorName = shorten(`${nameOf(actor)}: ${actor.token.label}`);
    return { actorKind: "token", actorId: actor.memberId, actorName };
  }
  if (actor.kind === "member")
    return { actorKind: "member", actorId: actor.memberId, actorName: nameOf(actor) };
  if (actor.kind === "operator")
    return { actorKind: "operator", actorId: "", actorName: "operator" };
  const key = await findKey(db, actor.keyId);
  return { actorKind: "admin", actorId: actor.keyId, actorName: key?.label || actor.keyId };
}

const longestText = 200;

/** What somebody may have made up: short, and without what no store takes. */
function shorten(text: string): string {
  return text.slice(0, longestText).toWellFormed().replaceAll("\0", "");
}

/** The last part of an address is a person's; the network is enough to tell home from abroad. */
export function shortNetwork(network: string): string {
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(network);
  if (four) return `${four[1]}.0/24`;
  const six = /^([0-9a-f]{1,4}:[0-9a-f]{1,4}:[0-9a-f]{1,4}):[0-9a-f]{1,4}::\/64$/.exec(network);
  return six ? `${six[1]}::/48` : "";
}
