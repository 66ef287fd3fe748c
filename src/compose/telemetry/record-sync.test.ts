import { expect, test } from "vitest";
import { observedSyncBoard } from "../../ingest/sync-board.ts";
import { createMetrics } from "../../lib/metrics.ts";
import type { Span } from "../../lib/telemetry/span.ts";
import { recordSync } from "./record-sync.ts";

test("a sync is a trace of its phases, one after the other", () => {
  let nowMs = 1_000;
  const spans: Span[] = [];
  const traces = { record: (span: Span) => void spans.push(span) };
  const clock = { now: () => new Date(nowMs) };
  const board = observedSyncBoard(clock, createMetrics(), (ended) => recordSync(traces, ended));
  const entry = board.begin("src_1");
  nowMs = 2_000;
  entry.update({ phase: "reading", done: 1, total: 3 });
  entry.update({ phase: "reading", done: 3, total: 3 });
  nowMs = 5_000;
  entry.end({ failed: true });
  const shown = spans.map(({ name, startMs, endMs, isFailed }) => ({
    name,
    startMs,
    endMs,
    isFailed,
  }));
  expect(shown).toEqual([
    { name: "sync", startMs: 1_000, endMs: 5_000, isFailed: true },
    { name: "sync listing", startMs: 1_000, endMs: 2_000, isFailed: false },
    { name: "sync reading", startMs: 2_000, endMs: 5_000, isFailed: false },
  ]);
  expect(spans[0]?.attributes).toEqual({ "docent.source_id": "src_1", "docent.pages": 3 });
  expect(spans.slice(1).map(({ parentSpanId }) => parentSpanId)).toEqual(
    Array(2).fill(spans[0]?.spanId),
  );
});
