import type { Config } from "../config/config.ts";
import type { GitAccess } from "../git/run/git-access.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { dataPlaces } from "../lib/data-folder.ts";
import { createKeyRing } from "../lib/key-ring.ts";
import type { SecretDeps } from "../projects/secrets/sealed-secrets.ts";
import { storedAccess } from "../projects/secrets/stored-access.ts";
import type { Database } from "../store/database.ts";

export type SecretParts = { config: Config; db: Database; clock: Clock };

/** What seals and opens the stored secrets. */
export function secretsOf({ config, db, clock }: SecretParts): SecretDeps {
  const file = dataPlaces(config.dataFolder).secretKey;
  return { db, clock, ring: createKeyRing({ given: config.secretKeys, file }) };
}

/** What opens private repositories: the stored secrets, then the settings. */
export function repositoryAccess(parts: SecretParts): GitAccess {
  const appToken = async () => {
    throw new AppError("forbidden", "Apps open repositories of GitHub alone.");
  };
  return storedAccess({ ...secretsOf(parts), settings: parts.config.git, appToken });
}
