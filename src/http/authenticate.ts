import { domainOf } from "../contract/domains.ts";
import { type KeyActor, verifyKey } from "../keys/verify-key.ts";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../store/database.ts";
import type { Access } from "./route.ts";

/** The one place that answers "who": undefined on a public route, else the key's actor, or an error. */
export async function authenticate(
  deps: { db: Database; clock: Clock },
  request: Request,
  access: Access,
  params: Record<string, string>,
): Promise<KeyActor | undefined> {
  if (access === "public") return undefined;
  return verifyKey(deps, {
    key: bearer(request.headers.get("authorization")),
    kind: access,
    project: params.projectId ?? domainOf(params.domain ?? ""),
    origin: request.headers.get("origin") ?? undefined,
  });
}

function bearer(header: string | null): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1];
}
