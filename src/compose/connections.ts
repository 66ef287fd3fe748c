import { openStoredSource } from "../ingest/sync-stored-source.ts";
import { dataPlaces } from "../lib/data-folder.ts";
import type { CheckDeps } from "../projects/connections/check-connection.ts";
import type { ConnectDeps } from "../projects/connections/connect-webhook.ts";
import { hostOfSource } from "./host-of-source.ts";
import type { Parts } from "./parts.ts";
import { repositoryAccess, secretsOf } from "./repository-access.ts";

const checkMs = 20_000;

/** What it takes to connect sources with their forges, and to see what stands in the way. */
export function connectionsOf(
  parts: Pick<Parts, "config" | "db" | "clock" | "hostOf">,
): ConnectDeps & CheckDeps {
  const { config } = parts;
  const place = {
    mirrorFolder: dataPlaces(config.dataFolder).mirrors,
    access: repositoryAccess(parts),
    limits: config.limits,
  };
  return {
    ...secretsOf(parts),
    hostOf: hostOfSource(parts),
    publicUrl: config.publicUrl,
    async readVersion(source) {
      const opened = await openStoredSource(place, source);
      return opened.version(AbortSignal.timeout(checkMs));
    },
  };
}
