import { expect, test } from "vitest";
import { progressText } from "./sync-sources.ts";

test("a sync shows how far it is, how fast, and how long it will take", () => {
  const text = (done: number, total: number) =>
    progressText("Indexing acme", { phase: "reading", done, total }, 2);
  expect(text(100, 400)).toBe("Indexing acme: 100/400 changed files read, 50 files/s, 6 s left");
  expect(text(400, 400)).toBe("Indexing acme: 400/400 changed files read, 200 files/s");
  expect(text(0, 400)).toBe("Indexing acme: 0/400 changed files read");
});

test("before anything is counted it says what it does", () => {
  expect(progressText("Indexing acme", { phase: "listing", done: 0, total: 0 }, 0)).toBe(
    "Indexing acme: listing files",
  );
});
