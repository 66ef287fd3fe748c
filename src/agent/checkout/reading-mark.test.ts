import { expect, test } from "vitest";
import { markMemory, readingMark } from "./reading-mark.ts";

test("what one side marks the other side reads, whatever the length of the path", () => {
  const memory = markMemory();
  const [thread, watcher] = [readingMark(memory), readingMark(memory)];
  expect(watcher.get()).toBeUndefined();
  thread.set({ how: "many", path: "docs/Übersicht.md" });
  expect(watcher.get()).toEqual({ how: "many", path: "docs/Übersicht.md" });
  const count = watcher.count();
  thread.set({ how: "write", path: `docs/${"é".repeat(10_000)}.md` });
  expect(watcher.get()).toMatchObject({ how: "write", path: expect.stringMatching(/^docs\/é+$/) });
  expect(watcher.count()).not.toBe(count);
  thread.clear();
  expect(watcher.get()).toBeUndefined();
});
