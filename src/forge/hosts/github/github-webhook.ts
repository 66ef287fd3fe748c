import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import { isSignedBy } from "../delivery-signature.ts";
import type { ForgeHost, HostEvent } from "../forge-host.ts";
import { parseDelivery } from "../parse-delivery.ts";

type Webhook = Pick<ForgeHost, "registerWebhook" | "readDelivery">;

const events = [
  "push",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "issue_comment",
];
const hooks = z.array(
  z.object({ id: z.number(), config: z.object({ url: z.string().optional() }) }),
);

export function githubWebhook(api: Api, repositoryRoot: string): Webhook {
  const root = `${repositoryRoot}/hooks`;
  const purpose = "make a webhook";
  return {
    async registerWebhook({ url, secret }) {
      const config = { url, secret, content_type: "json", insecure_ssl: "0" };
      const body = { active: true, events, config };
      const own = Array.fromAsync(
        api.each({ purpose, path: root, query: { per_page: 100 }, schema: hooks }),
      );
      const old = (await own.catch(notAllowed)).find((hook) => hook.config.url === url);
      const call = { purpose, schema: z.unknown() };
      if (old)
        await api
          .call({ ...call, method: "PATCH", path: `${root}/${old.id}`, body })
          .catch(notAllowed);
      else
        await api
          .call({ ...call, method: "POST", path: root, body: { name: "web", ...body } })
          .catch(notAllowed);
    },
    readDelivery({ headers, body, secrets }) {
      if (!isSignedBy(body, headers.get("x-hub-signature-256") ?? "", secrets)) return undefined;
      const told = parseDelivery(body, payload);
      const number = numberOf(told);
      const deliveryId = headers.get("x-github-delivery") ?? "";
      return { deliveryId, number, about: aboutOf(headers.get("x-github-event") ?? "", number) };
    },
  };
}

/** Whoever may not see webhooks is told that there are none. */
function notAllowed(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== "not_found") throw error;
  throw new AppError(
    "forbidden",
    'GitHub does not let Docent\'s account make a webhook. Give the token or the app this permission: "Webhooks: Read and write"; or add the webhook by hand.',
  );
}

const numbered = z.object({ number: z.number() });
const payload = z.object({
  pull_request: numbered.optional(),
  issue: numbered.extend({ pull_request: z.unknown().optional() }).optional(),
});

function numberOf({ pull_request, issue }: z.infer<typeof payload>): number {
  if (pull_request !== undefined) return pull_request.number;
  return issue?.pull_request === undefined ? 0 : issue.number;
}

function aboutOf(event: string, number: number): HostEvent["about"] {
  if (event === "push" || event === "ping") return event;
  if (number === 0) return "other";
  if (event === "pull_request") return "pull";
  return events.includes(event) ? "comment" : "other";
}
