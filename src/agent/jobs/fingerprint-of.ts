import { createHash } from "node:crypto";
import type { Overlay } from "../../git/overlay/overlay.ts";

/** The same for the same changes, and for no others. */
export function fingerprintOf(overlay: Overlay): string {
  return createHash("sha256").update(JSON.stringify(overlay.changes())).digest("hex");
}
