import { createHash } from "node:crypto";
import { z } from "zod";
import type { Api } from "../api-request.ts";
import { isOneOf } from "../delivery-signature.ts";
import type { Delivery, ForgeHost, HostEvent } from "../forge-host.ts";
import { firstOf, numberedPages } from "../numbered-pages.ts";
import { parseDelivery } from "../parse-delivery.ts";
import { gitlabHook } from "./gitlab-shapes.ts";

export function gitlabWebhook(
  api: Api,
  project: string,
): Pick<ForgeHost, "registerWebhook" | "readDelivery"> {
  const hooks = `${project}/hooks`;
  return {
    async registerWebhook({ url, secret }) {
      const purpose = "make a webhook";
      const schema = gitlabHook;
      const listed = { purpose, path: hooks, schema: z.array(schema), sizeName: "per_page" };
      const known = await firstOf(numberedPages(api, listed), 500);
      const own = known.find((hook) => hook.url === url);
      const wanted = { push_events: true, merge_requests_events: true, note_events: true };
      const body = { url, token: secret, ...wanted, enable_ssl_verification: true };
      await (own
        ? api.call({ purpose, method: "PUT", path: `${hooks}/${own.id}`, body, schema })
        : api.call({ purpose, method: "POST", path: hooks, body, schema }));
    },
    readDelivery: readGitlabDelivery,
  };
}

const numbered = z.object({ iid: z.number().int().nonnegative().nullish() }).nullish();
const payload = z.object({
  object_kind: z.string(),
  object_attributes: numbered,
  merge_request: numbered,
});

/** The secret itself is sent. Each try to deliver one event has the same key; older servers name the event alone, or nothing. */
export function readGitlabDelivery({ headers, body, secrets }: Delivery): HostEvent | undefined {
  if (!isOneOf(headers.get("x-gitlab-token") ?? "", secrets)) return undefined;
  const told = parseDelivery(body, payload);
  const deliveryId =
    headers.get("idempotency-key") ||
    headers.get("x-gitlab-event-uuid") ||
    createHash("sha256").update(body).digest("hex");
  if (told.object_kind === "push") return { deliveryId, about: "push", number: 0 };
  if (told.object_kind === "merge_request") {
    return { deliveryId, about: "pull", number: told.object_attributes?.iid ?? 0 };
  }
  const number = told.object_kind === "note" ? (told.merge_request?.iid ?? 0) : 0;
  return { deliveryId, about: number === 0 ? "other" : "comment", number };
}
