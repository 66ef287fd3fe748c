import type { HostOf } from "../projects/connections/host-of.ts";
import type { Parts } from "./parts.ts";

/** The API of the forge that a source's repository is on. */
export function hostOfSource(parts: Pick<Parts, "hostOf">): HostOf {
  return parts.hostOf ?? (async () => undefined);
}
