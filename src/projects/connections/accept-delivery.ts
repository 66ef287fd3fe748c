import { createHash } from "node:crypto";
import { hasSignature } from "../../forge/hosts/delivery-signature.ts";
import type { Delivery, HostEvent } from "../../forge/hosts/forge-host.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Log } from "../../lib/log.ts";
import type { Wake } from "../../lib/wake.ts";
import { insertDelivery } from "../../store/docs/deliveries.ts";
import { findSource } from "../../store/docs/sources.ts";
import { readSecret, type SecretDeps } from "../secrets/sealed-secrets.ts";
import type { HostOf } from "./host-of.ts";

export type AcceptDeps = SecretDeps & { hostOf: HostOf; wake: Wake; log: Log };

type Arrived = Pick<Delivery, "headers"> & {
  sourceId: string;
  /** Called only where there is something to verify: a stranger's body is not even read. */
  readBody(): Promise<Uint8Array>;
};

/** What those who handle deliveries listen to. */
export const deliveryWord = "deliveries";

/**
 * Keeps what a forge tells, and does nothing else: it is only a reason to look, later. A source that does not exist, one
 * without a secret and a wrong signature get the same reply.
 */
export async function acceptDelivery(deps: AcceptDeps, arrived: Arrived): Promise<void> {
  const agreed = hasSignature(arrived.headers) ? await agreementOf(deps, arrived) : undefined;
  if (!agreed) throw notSigned();
  const { headers, sourceId } = arrived;
  const body = await arrived.readBody();
  const event = agreed.host.readDelivery({ headers, body, secrets: agreed.secrets });
  if (!event) throw notSigned();
  const isNumber = Number.isInteger(event.number) && Math.abs(event.number) <= largestNumber;
  const { about, number } = isNumber ? event : ({ about: "other", number: 0 } as const);
  const isDone = about === "ping" || about === "other";
  const deliveryId = idOf(event, body);
  const at = deps.clock.now().toISOString();
  const isNew = await insertDelivery(deps.db, { sourceId, deliveryId, about, number, isDone }, at);
  if (isNew && !isDone) deps.wake.notify(deliveryWord);
}

function notSigned(): AppError {
  return new AppError("unauthenticated", "This delivery is not signed as agreed on.");
}

async function agreementOf(deps: AcceptDeps, { sourceId }: Arrived) {
  // What is wrong with the source's own secrets is for the log: whoever sends this may be anybody.
  return agreement(deps, sourceId).catch((err) => {
    if (!(err instanceof AppError)) throw err;
    deps.log.warn({ err, sourceId }, "a delivery could not be verified");
    return undefined;
  });
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
