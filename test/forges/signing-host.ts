import { createHmac } from "node:crypto";
import { z } from "zod";
import { isSignedBy } from "../../src/forge/hosts/delivery-signature.ts";
import type { HostEvent } from "../../src/forge/hosts/forge-host.ts";
import { parseDelivery } from "../../src/forge/hosts/parse-delivery.ts";
import type { TestRepository } from "../make-repository.ts";
import { type MemoryHost, memoryHost } from "./memory-host.ts";

const event = z.object({
  about: z.enum(["push", "pull", "comment", "ping", "other"]),
  number: z.int(),
});

export type SigningHost = MemoryHost & {
  /** What was agreed on last. */
  hook: { url: string; secret: string };
};

/** A forge in memory that signs what it sends. */
export function signingHost(origin: TestRepository): SigningHost {
  const host: SigningHost = {
    ...memoryHost(origin),
    hook: { url: "", secret: "" },
    registerWebhook: async (hook) => {
      await host.mood.before("registerWebhook");
      host.hook = hook;
    },
    readDelivery: ({ headers, body, secrets }) => {
      if (!isSignedBy(body, headers.get("x-signature") ?? "", secrets)) return undefined;
      const deliveryId = headers.get("x-delivery") ?? "";
      return { deliveryId, ...parseDelivery(body, event) };
    },
  };
  return host;
}

/** A delivery as that forge sends it. */
export function signedDelivery(
  secret: string,
  { deliveryId, ...told }: Partial<HostEvent>,
): RequestInit {
  const body = JSON.stringify({ about: "push", number: 0, ...told });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return {
    method: "POST",
    headers: { "x-signature": signature, ...(deliveryId && { "x-delivery": deliveryId }) },
    body,
  };
}
