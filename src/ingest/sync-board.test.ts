import { expect, test } from "vitest";
import { createMetrics } from "../lib/metrics.ts";
import { createSyncBoard, observedSyncBoard } from "./sync-board.ts";

function tickingClock() {
  let ms = Date.parse("2030-01-01T12:00:00.000Z");
  return {
    now: () => new Date(ms),
    pass(seconds: number) {
      ms += seconds * 1_000;
    },
  };
}

test("a running sync shows how far it is and how fast, and is gone when it ends", () => {
  const clock = tickingClock();
  const board = createSyncBoard(clock);
  const entry = board.begin("src_1");
  expect(board.of("src_1")).toMatchObject({ phase: "listing", done: 0, pagesPerSecond: 0 });
  clock.pass(4);
  entry.update({ phase: "reading", done: 100, total: 300 });
  expect(board.of("src_1")).toEqual({
    phase: "reading",
    done: 100,
    total: 300,
    startedAt: "2030-01-01T12:00:00.000Z",
    pagesPerSecond: 25,
  });
  entry.end({ failed: false });
  expect(board.of("src_1")).toBeUndefined();
  expect(board.running()).toEqual([]);
});

test("a source fails until it works, and the store has the last word", () => {
  const board = createSyncBoard(tickingClock());
  board.begin("src_1").end({ failed: true });
  board.begin("src_2").end({ failed: true });
  expect(board.failing()).toBe(2);
  board.begin("src_1").end({ failed: false });
  expect(board.failing()).toBe(1);
  board.setFailing([]);
  expect(board.failing()).toBe(0);
});

test("Prometheus sees syncs, their progress, their pages and their time", () => {
  const clock = tickingClock();
  const metrics = createMetrics();
  const board = observedSyncBoard(clock, metrics);
  const entry = board.begin("src_1");
  entry.update({ phase: "reading", done: 50, total: 200 });
  entry.update({ phase: "reading", done: 150, total: 200 });
  expect(metrics.render()).toContain('docent_sync_progress_ratio{source="src_1"} 0.75\n');
  expect(metrics.render()).toContain("docent_sync_running 1\n");
  clock.pass(2);
  entry.update({ phase: "publishing", done: 200, total: 200 });
  entry.end({ failed: true });
  const text = metrics.render();
  expect(text).toContain("docent_sync_pages_total 200\n");
  expect(text).toContain("docent_sync_running 0\n");
  expect(text).toContain("docent_sync_seconds_sum 2\n");
  expect(text).toContain("docent_sources_failing 1\n");
  expect(text).not.toContain("src_1");
});
