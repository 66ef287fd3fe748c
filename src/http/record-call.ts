import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import { recordAct } from "../members/record-act.ts";
import type { Database } from "../store/database.ts";
import type { Client } from "./access/client.ts";
import type { Caller, Route } from "./route.ts";

type Called = {
  route: Route;
  params: Record<string, string>;
  body: unknown;
  client: Client;
  log: Log;
};

/**
 * The one place that writes down what members and admin keys did: everything but a GET of theirs that went well. The doors of
 * the dashboard, where nobody is known before, do so themselves.
 */
export async function recordCall(
  deps: { db: Database; clock: Clock },
  { route, params, body, client, log }: Called,
  actor: Caller | undefined,
  response: Response,
): Promise<void> {
  if (!isAct(route) || !actor || response.status >= 400) return;
  const { projectId: project = "", domain: __, ...parts } = params;
  // A project that is removed is in no column any more.
  const isWhole = route.method === "delete" && Object.keys(parts).length === 0;
  const named = isWhole ? { project } : parts;
  const made = response.headers.get("x-session-id");
  try {
    await recordAct(deps, actor, {
      action: route.docs.summary,
      projectId: actor.projectId,
      target: [...Object.values(named), route.target?.(body) ?? made ?? ""].join(" ").trim(),
      network: client.network,
    });
  } catch (err) {
    log.error({ err, action: route.docs.summary }, "could not write down who did this");
  }
}

/** Asking, searching and rating, which readers may, is none. */
export function isAct({ method, access, isUnrecorded = false }: Route): boolean {
  return method !== "get" && /^(?:admin|member)$/.test(access) && !isUnrecorded;
}
