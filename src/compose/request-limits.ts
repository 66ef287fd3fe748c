import { createFairLimit } from "../http/access/fair-limit.ts";
import { createRateLimit } from "../http/access/rate-limit.ts";
import { createSharedLimits } from "../http/access/shared-limits.ts";
import type { AppDeps } from "../http/app.ts";
import { dropQuietLimits, spendShared } from "../store/access/shared-limits.ts";
import type { Parts } from "./parts.ts";

/** What one key and one address may ask for in a minute, over all nodes that share a store. */
export function requestLimits(
  parts: Pick<Parts, "config" | "clock" | "db" | "log">,
): AppDeps["limits"] {
  const { config, clock, db, log } = parts;
  const { maxBodyBytes, keyRequestsPerMinute: ofKey, addressRequestsPerMinute: ofAddress } = config;
  const perKey = createFairLimit(ofKey, clock);
  const perAddress = createRateLimit(ofAddress, clock);
  if (config.store.kind === "sqlite") return { maxBodyBytes, perKey, perAddress };
  const shared = createSharedLimits({
    spend: (uses) => spendShared(db, uses),
    dropQuiet: () => dropQuietLimits(db),
    log,
  });
  return {
    maxBodyBytes,
    perKey: shared("key", ofKey, perKey),
    perAddress: shared("address", ofAddress, perAddress),
  };
}
