import type { WebhookConnection } from "../../contract/connections.ts";
import { type Actor, nameOf, requireOwner } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import {
  findRepository,
  markLooked,
  type StoredRepository,
} from "../../store/automations/code-repositories.ts";
import { newSource, type StoredSource } from "../../store/docs/sources.ts";
import { type AcceptDeps, verifiedEvent } from "../connections/accept-delivery.ts";
import { agreeOnWebhook, type ConnectDeps } from "../connections/connect-webhook.ts";
import { type RepositoryAddress, requireCodeRepository } from "./change-code-repositories.ts";

/** Has the forge of a code repository send webhooks; where its account may not, the answer holds the secret, this once. */
export async function connectCodeRepository(
  deps: ConnectDeps,
  actor: Actor,
  address: RepositoryAddress,
): Promise<WebhookConnection> {
  requireOwner(actor);
  const repository = await requireCodeRepository(deps.db, address);
  if (deps.publicUrl === undefined)
    throw new AppError(
      "conflict",
      "Nobody has said where forges reach this server: set DOCENT_PUBLIC_URL and start Docent again. Until then the repository is polled.",
    );
  const url = codeWebhookUrl(deps.publicUrl, repository.id);
  const host = await deps.hostOf(asSource(repository));
  const owner = { name: repository.id };
  return agreeOnWebhook(deps, { host, url, owner, setBy: nameOf(actor) });
}

export function codeWebhookUrl(publicUrl: string, repositoryId: string): string {
  return `${publicUrl}/v1/webhooks/code/${repositoryId}`;
}

/** What adapters of forges are found by. */
export function asSource(repository: StoredRepository): StoredSource {
  const { id, projectId, location, branch, credential, createdAt } = repository;
  const place = { kind: "git" as const, location, branch, subfolder: "", credential };
  return { ...newSource(projectId, place, createdAt), id };
}

type Arrived = {
  repositoryId: string;
  headers: ReadonlyMap<string, string>;
  readBody(): Promise<Uint8Array>;
};

/**
 * Takes a webhook of a code repository: it is only a reason to look, now, so that the same one again does no harm. One
 * that does not exist, one without a secret and a wrong signature get the same reply.
 */
export async function acceptCodeDelivery(
  deps: AcceptDeps & { wakeWord: string },
  { repositoryId, ...arrived }: Arrived,
): Promise<void> {
  const { event } = await verifiedEvent(deps, arrived, {
    owner: { name: repositoryId },
    async host() {
      const repository = await findRepository(deps.db, repositoryId);
      return repository && deps.hostOf(asSource(repository));
    },
  });
  const now = deps.clock.now().toISOString();
  const isNews = event.about === "push" || event.about === "pull";
  await markLooked(deps.db, repositoryId, { deliveredAt: now, ...(isNews && { lookAt: now }) });
  if (isNews) deps.wake.notify(deps.wakeWord);
}
