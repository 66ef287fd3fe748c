import type { HostOf } from "../projects/connections/host-of.ts";
import { createHosts } from "./create-hosts.ts";
import type { SecretParts } from "./repository-access.ts";

/** The API of the forge that a source's repository is on. */
export function hostOfSource(parts: SecretParts & { hostOf?: HostOf }): HostOf {
  return parts.hostOf ?? createHosts(parts);
}
