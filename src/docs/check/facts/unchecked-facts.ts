import type { PageFacts } from "./page-facts.ts";

/** A page that could not be looked into. */
export function uncheckedFacts(reason: string): PageFacts {
  const anchors = { isOpen: true, headings: [], blockHeadings: [], ids: [], made: [] };
  return { faults: [], nameless: [], links: [], takenIn: [], anchors, notChecked: reason };
}
