import type { Clock } from "../../lib/clock.ts";
import { type AcceptDeps, acceptDelivery } from "../../projects/connections/accept-delivery.ts";
import { createRateLimit } from "../access/rate-limit.ts";
import { readBytes } from "../read-request.ts";
import { publicRoute, type Route, type RouteDocs } from "../route.ts";

/** GitHub sends at most 25 MB, and nearly always less than one: what is larger is left to the polling. */
const maxBytes = 5 * 1024 * 1024;
const perMinute = 300;

export function webhookRoutes(deps: AcceptDeps & { clock: Clock }): Route[] {
  const perSource = createRateLimit(perMinute, deps.clock);
  const perAddress = createRateLimit(perMinute * 4, deps.clock);
  return [
    publicRoute({
      method: "post",
      path: "/v1/webhooks/{sourceId}",
      docs,
      async handle({ request, params, client }) {
        const sourceId = params.sourceId ?? "";
        perAddress.take(client.network);
        // With the address: a stranger who learned the id does not use up what the forge may send.
        perSource.take(`${sourceId} ${client.network}`);
        const readBody = () => readBytes(request, maxBytes);
        await acceptDelivery(deps, { sourceId, headers: new Map(request.headers), readBody });
        return new Response(null, { status: 202 });
      },
    }),
  ];
}

const docs: RouteDocs = {
  tag: "Connections",
  summary: "Take a webhook of a forge",
  description:
    "For GitHub, GitLab, Gitea and Forgejo: a push, an event of a pull request or a comment makes Docent look at the repository. The delivery is verified with the secret that was agreed on, kept, and answered at once; one that was kept before changes nothing. Bodies of more than 5 MB are refused.",
  responses: [
    { status: 202, description: "It is kept, and looked into at once." },
    { status: 401, description: "There is no such source, or the signature is wrong." },
    { status: 413, description: "The body is too large." },
    { status: 429, description: "Too many at once." },
  ],
};
