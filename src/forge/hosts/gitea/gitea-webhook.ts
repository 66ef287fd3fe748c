import { z } from "zod";
import type { Api } from "../api-request.ts";
import { isSignedBy } from "../delivery-signature.ts";
import type { Delivery, ForgeHost, HostEvent } from "../forge-host.ts";
import { firstOf, numberedPages } from "../numbered-pages.ts";
import { parseDelivery } from "../parse-delivery.ts";
import { giteaHook } from "./gitea-shapes.ts";

const events = [
  "push",
  "pull_request",
  "pull_request_sync",
  "pull_request_comment",
  "pull_request_review",
  "issue_comment",
];

export function giteaWebhook(
  api: Api,
  repo: string,
): Pick<ForgeHost, "registerWebhook" | "readDelivery"> {
  const hooks = `${repo}/hooks`;
  return {
    // A secret cannot be changed, only a new webhook has a new one: it is made before the old ones go.
    async registerWebhook({ url, secret }) {
      const purpose = "make a webhook";
      const schema = giteaHook;
      const listed = { purpose, path: hooks, schema: z.array(schema), sizeName: "limit" };
      const known = await firstOf(numberedPages(api, listed), 500);
      const config = { url, content_type: "json", secret };
      const body = { type: "gitea", active: true, events, config };
      await api.call({ purpose, method: "POST", path: hooks, body, schema });
      for (const { id } of known.filter((hook) => hook.config?.url === url)) {
        const path = `${hooks}/${id}`;
        await api.call({ purpose, method: "DELETE", path, schema: z.unknown() });
      }
    },
    readDelivery: readGiteaDelivery,
  };
}

const numbered = z.object({ number: z.number().int().nonnegative() });
const payload = z.object({
  number: z.number().int().nonnegative().optional(),
  pull_request: numbered.nullish(),
  issue: numbered.nullish(),
  is_pull: z.boolean().nullish(),
});

export function readGiteaDelivery({ headers, body, secrets }: Delivery): HostEvent | undefined {
  const header = (name: string) =>
    headers.get(`x-gitea-${name}`) ?? headers.get(`x-forgejo-${name}`) ?? "";
  if (!isSignedBy(body, header("signature"), secrets)) return undefined;
  const told = parseDelivery(body, payload);
  const number = told.pull_request?.number ?? (told.is_pull ? told.issue?.number : undefined) ?? 0;
  return { deliveryId: header("delivery"), about: aboutOf(header("event"), number), number };
}

function aboutOf(event: string, number: number): HostEvent["about"] {
  if (event === "push") return "push";
  if (number === 0) return "other";
  if (event === "issue_comment" || event.startsWith("pull_request_")) {
    return event === "pull_request_sync" ? "pull" : "comment";
  }
  return event === "pull_request" ? "pull" : "other";
}
