import type { Overlay } from "../../git/overlay/overlay.ts";
import { fingerprintOf } from "./fingerprint.ts";

/** Looking twice at the same changes, as finishing does, takes no second look. One that failed is not kept. */
export function onceFor<Found>(
  overlay: Pick<Overlay, "changes">,
  look: () => Promise<Found>,
): () => Promise<Found> {
  let last: { fingerprint: string; found: Promise<Found> } | undefined;
  return () => {
    const fingerprint = fingerprintOf(overlay.changes());
    if (last?.fingerprint === fingerprint) return last.found;
    const found = look();
    last = { fingerprint, found };
    found.catch(() => {
      last = undefined;
    });
    return found;
  };
}
