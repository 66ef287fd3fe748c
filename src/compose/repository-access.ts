import type { Config } from "../config/config.ts";
import type { GitAccess } from "../git/run/git-access.ts";
import type { Clock } from "../lib/clock.ts";
import { dataPlaces } from "../lib/data-folder.ts";
import { createKeyRing } from "../lib/key-ring.ts";
import type { SecretDeps } from "../projects/secrets/sealed-secrets.ts";
import { storedAccess } from "../projects/secrets/stored-access.ts";
import { requireOpenHost } from "../projects/settings/require-open-host.ts";
import type { Database } from "../store/database.ts";
import { appTokenGetter } from "./app-token.ts";

export type SecretParts = { config: Config; db: Database; clock: Clock };

/** What seals and opens the stored secrets. */
export function secretsOf({ config, db, clock }: SecretParts): SecretDeps {
  const file = dataPlaces(config.dataFolder).secretKey;
  return { db, clock, ring: createKeyRing({ given: config.secretKeys, file }) };
}

/** What opens private repositories: the stored secrets, then the settings. */
export function repositoryAccess(parts: SecretParts): GitAccess {
  const { config, clock, db } = parts;
  const appToken = appTokenGetter(clock);
  const { internalHosts } = config;
  return storedAccess({
    ...{ ...secretsOf(parts), settings: config.git, appToken },
    requireOpenHost: (url) => requireOpenHost({ db, internalHosts }, url),
  });
}
