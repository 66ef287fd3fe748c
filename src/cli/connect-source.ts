import { operator } from "../lib/actor.ts";
import { checkConnection } from "../projects/connections/check-connection.ts";
import { connectWebhook } from "../projects/connections/connect-webhook.ts";
import type { StoredSource } from "../store/docs/sources.ts";
import type { StoreInvocation } from "./command.ts";

/** Says what stands between a source and its repository, and has its forge send webhooks where it can be reached. */
export async function connectSource(
  { db, services, remark }: StoreInvocation,
  source: StoredSource,
): Promise<void> {
  if (source.kind !== "git") return;
  const deps = services.connections(db);
  const findings = await checkConnection(deps, operator, source.id);
  for (const { state, text } of findings) if (state === "bad") remark(`  ${text}`);
  if (deps.publicUrl === undefined || !(await deps.hostOf(source).catch(() => undefined))) return;
  const { url, isRegistered, secret, reason } = await connectWebhook(deps, operator, source.id);
  if (isRegistered) return remark("  The forge sends webhooks from now on.");
  remark(`  No webhook could be made: ${reason}`);
  remark(`  To add it by hand: address ${url}, secret ${secret} (shown this once), JSON,`);
  remark("  for pushes, pull requests and comments.");
}
