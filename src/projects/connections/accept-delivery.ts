import { createHash } from "node:crypto";
import { isSignedBy } from "../../forge/hosts/delivery-signature.ts";
import type { Delivery, HostEvent } from "../../forge/hosts/forge-host.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Log } from "../../lib/log.ts";
import type { Wake } from "../../lib/wake.ts";
import { insertDelivery } from "../../store/docs/deliveries.ts";
import { findSource } from "../../store/docs/sources.ts";
import { readSecret, type SecretDeps } from "../secrets/sealed-secrets.ts";
import type { HostOf } from "./host-of.ts";

export type AcceptDeps = SecretDeps & { hostOf: HostOf; wake: Wake; log: Log };

type Arrived = Pick<Delivery, "headers" | "body"> & { sourceId: string };

/** What those who handle deliveries listen to. */
export const deliveryWord = "deliveries";

/**
 * Keeps what a forge tells, and does nothing else: it is only a reason to look, later. A source that does not exist, one
 * without a secret and a wrong signature get one answer, so that nobody learns which it is.
 */
export async function acceptDelivery(deps: AcceptDeps, arrived: Arrived): Promise<void> {
  const event = await readEvent(deps, arrived);
  if (!event) throw new AppError("unauthenticated", "This delivery is not signed as agreed on.");
  const isNumber = Number.isInteger(event.number) && Math.abs(event.number) <= largestNumber;
  const { about, number } = isNumber ? event : ({ about: "other", number: 0 } as const);
  const { sourceId } = arrived;
  const isDone = about === "ping" || about === "other";
  const deliveryId = idOf(event, arrived.body);
  const at = deps.clock.now().toISOString();
  const isNew = await insertDelivery(deps.db, { sourceId, deliveryId, about, number, isDone }, at);
  if (isNew && !isDone) deps.wake.notify(deliveryWord);
}

async function readEvent(deps: AcceptDeps, arrived: Arrived): Promise<HostEvent | undefined> {
  const { sourceId, headers, body } = arrived;
  // What is wrong with the source's own secrets is for the log: whoever sends this may be anybody.
  const agreed = await agreement(deps, sourceId).catch((err) => {
    if (!(err instanceof AppError)) throw err;
    deps.log.warn({ err, sourceId }, "a delivery could not be verified");
    return undefined;
  });
  if (agreed) return agreed.host.readDelivery({ headers, body, secrets: agreed.secrets });
  // As much work as for a wrong signature.
  isSignedBy(body, "", ["none"]);
  return undefined;
}

async function agreement(deps: AcceptDeps, sourceId: string) {
  const source = await findSource(deps.db, sourceId);
  const secrets = await agreedSecrets(deps, sourceId);
  const host = source && secrets.length > 0 ? await deps.hostOf(source) : undefined;
  return host && { host, secrets };
}

async function agreedSecrets(deps: AcceptDeps, sourceId: string): Promise<string[]> {
  const stored = await readSecret(deps, { sourceId }, "webhook");
  if (stored?.kind !== "webhook") return [];
  const { secret, previous } = stored;
  const isGood = previous && previous.until > deps.clock.now().toISOString();
  return isGood ? [secret, previous.secret] : [secret];
}

/** PostgreSQL stores no larger one. */
const largestNumber = 2_147_483_647;
const longestId = 200;

/** Forges that name no delivery are known by what they say. */
function idOf({ deliveryId }: HostEvent, body: Uint8Array): string {
  if (deliveryId !== "" && deliveryId.length <= longestId && !deliveryId.includes("\0"))
    return deliveryId;
  return createHash("sha256").update(deliveryId).update(body).digest("hex");
}
