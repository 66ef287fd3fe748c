import type { EndedSync } from "../../ingest/sync-board.ts";
import { placeBelow, type Traces } from "../../lib/telemetry/span.ts";

/** A sync as spans: the whole of it, and each of its phases. */
export function recordSync(traces: Traces, sync: EndedSync): void {
  const { sourceId, isFailed, startedMs, endedMs, phases, pages } = sync;
  const whole = placeBelow(undefined);
  traces.record({
    ...whole,
    ...{ name: "sync", kind: "internal", isFailed, startMs: startedMs, endMs: endedMs },
    attributes: { "docent.source_id": sourceId, "docent.pages": pages },
  });
  for (const [index, { phase, startMs }] of phases.entries())
    traces.record({
      ...placeBelow(whole),
      ...{ name: `sync ${phase}`, kind: "internal", isFailed: false, startMs },
      endMs: phases[index + 1]?.startMs ?? endedMs,
      attributes: {},
    });
}
