import { createHash } from "node:crypto";
import { hasSignature } from "../../forge/hosts/delivery-signature.ts";
import type { Delivery, ForgeHost, HostEvent } from "../../forge/hosts/forge-host.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Log } from "../../lib/log.ts";
import type { Wake } from "../../lib/wake.ts";
import type { SecretOwner } from "../../store/access/secrets.ts";
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
  const { sourceId } = arrived;
  const { event, body } = await verifiedEvent(deps, arrived, {
    owner: { sourceId },
    async host() {
      const source = await findSource(deps.db, sourceId);
      return source && deps.hostOf(source);
    },
  });
  const isNumber = Number.isInteger(event.number) && Math.abs(event.number) <= largestNumber;
  const { about, number } = isNumber ? event : ({ about: "other", number: 0 } as const);
  const isDone = about === "ping" || about === "other";
  const deliveryId = idOf(event, body);
  const at = deps.clock.now().toISOString();
  const isNew = await insertDelivery(deps.db, { sourceId, deliveryId, about, number, isDone }, at);
  if (isNew && !isDone) deps.wake.notify(deliveryWord);
}

type Sender = { owner: SecretOwner; host(): Promise<ForgeHost | undefined> };

/** What a delivery says, where it is signed as was agreed on with this sender. */
export async function verifiedEvent(
  deps: SecretDeps & { log: Log },
  { headers, readBody }: Omit<Arrived, "sourceId">,
  sender: Sender,
): Promise<{ event: HostEvent; body: Uint8Array }> {
  const agreed = hasSignature(headers) ? await agreementOf(deps, sender) : undefined;
  if (!agreed) throw notSigned();
  const body = await readBody();
  const event = agreed.host.readDelivery({ headers, body, secrets: agreed.secrets });
  if (!event) throw notSigned();
  return { event, body };
}

function notSigned(): AppError {
  return new AppError("unauthenticated", "This delivery is not signed as agreed on.");
}

async function agreementOf(deps: SecretDeps & { log: Log }, sender: Sender) {
  // What is wrong with the sender's own secrets is for the log: whoever sends this may be anybody.
  return agreement(deps, sender).catch((err) => {
    if (!(err instanceof AppError)) throw err;
    deps.log.warn({ err, sender: sender.owner }, "a delivery could not be verified");
    return undefined;
  });
}

async function agreement(deps: SecretDeps, { owner, host: find }: Sender) {
  const secrets = await agreedSecrets(deps, owner);
  const host = secrets.length > 0 ? await find() : undefined;
  return host && { host, secrets };
}

async function agreedSecrets(deps: SecretDeps, owner: SecretOwner): Promise<string[]> {
  const stored = await readSecret(deps, owner, "webhook");
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
