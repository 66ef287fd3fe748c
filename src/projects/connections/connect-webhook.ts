import { randomBytes } from "node:crypto";
import type { WebhookConnection } from "../../contract/connections.ts";
import type { ForgeHost } from "../../forge/hosts/forge-host.ts";
import { type Actor, nameOf, requireRole } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { SecretOwner } from "../../store/access/secrets.ts";
import type { StoredSource } from "../../store/docs/sources.ts";
import { readSecret, type SecretDeps, storeSecret } from "../secrets/sealed-secrets.ts";
import { permitSource } from "../secrets/set-login.ts";
import type { HostOf } from "./host-of.ts";

export type ConnectDeps = SecretDeps & {
  hostOf: HostOf;
  /** Where forges reach this server; undefined where nobody has said. */
  publicUrl: string | undefined;
};

const previousMs = 24 * 60 * 60_000;

/**
 * Agrees on a new secret with the source's forge and has it send webhooks. Where its account may not, a person has to:
 * then the answer holds the secret, this once. What the secret before signed is taken for one more day.
 */
export async function connectWebhook(
  deps: ConnectDeps,
  actor: Actor,
  sourceId: string,
): Promise<WebhookConnection> {
  if (actor.kind === "member") requireRole(actor, "owner");
  const source = await permitSource(deps.db, actor, sourceId);
  const url = webhookUrl(deps.publicUrl, source);
  const host = await deps.hostOf(source);
  return agreeOnWebhook(deps, { host, url, owner: { sourceId }, setBy: nameOf(actor) });
}

type Agreement = {
  host: ForgeHost | undefined;
  url: string;
  owner: SecretOwner;
  setBy: string;
};

/** Makes a new secret and has the forge send webhooks with it. */
export async function agreeOnWebhook(
  deps: SecretDeps,
  { host, url, owner, setBy }: Agreement,
): Promise<WebhookConnection> {
  if (!host) throw new AppError("conflict", noHostText);
  const secret = randomBytes(32).toString("hex");
  await keepSecret(deps, { owner, secret, setBy });
  try {
    await host.registerWebhook({ url, secret });
    return { url, isRegistered: true, secret: "", reason: "" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { url, isRegistered: false, secret, reason: error.message };
  }
}

const noHostText =
  "Docent does not know the forge of this source, or speaks no API of it: webhooks come from GitHub, GitLab, Gitea and Forgejo alone. The source is polled.";

export function webhookUrl(
  publicUrl: string | undefined,
  { id }: Pick<StoredSource, "id">,
): string {
  if (publicUrl !== undefined) return `${publicUrl}/v1/webhooks/${id}`;
  throw new AppError(
    "conflict",
    "Nobody has said where forges reach this server: set DOCENT_PUBLIC_URL and start Docent again. Until then the source is polled.",
  );
}

async function keepSecret(
  deps: SecretDeps,
  { owner, secret, setBy }: { owner: SecretOwner; secret: string; setBy: string },
): Promise<void> {
  // One that cannot be opened any more is no reason to refuse a new one.
  const before = await readSecret(deps, owner, "webhook").catch(() => undefined);
  const until = new Date(deps.clock.now().getTime() + previousMs).toISOString();
  const previous = before?.kind === "webhook" && { secret: before.secret, until };
  const value = { kind: "webhook" as const, secret, ...(previous && { previous }) };
  await storeSecret(deps, { owner, value, setBy });
}
