import { createHash } from "node:crypto";
import type { OverlayChanges } from "../../git/overlay/overlay.ts";

/** The same for the same changes, and for no others. */
export function fingerprintOf(changes: OverlayChanges): string {
  return createHash("sha256").update(JSON.stringify(changes)).digest("hex");
}
