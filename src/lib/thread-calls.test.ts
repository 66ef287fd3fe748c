import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createThreadCalls, type ThreadOptions, TooCostly } from "./thread-calls.ts";

/** A thread that doubles numbers, throws for negative ones, ends at 0 and announces 13. */
function openDoubler(options: Partial<ThreadOptions<number>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "docent-thread-"));
  const library = new URL("./thread-calls.ts", import.meta.url).href;
  const program = join(folder, "doubler.ts");
  writeFileSync(
    program,
    `import { serveCalls } from ${JSON.stringify(library)};
    const notice = serveCalls(async (number) => {
      if (number < 0) throw new Error("too small");
      if (number === 0) process.exit(0);
      if (number === 13) notice("unlucky");
      while (number === 666) Math.sqrt(number);
      if (number === 444) new Array(-1);
      for (const kept = []; number === 999; ) kept.push(new Array(1_000).fill(number));
      if (number === 777) await new Promise((resolve) => setTimeout(resolve, 1_000));
      return number * 2;
    });`,
  );
  const thread = createThreadCalls<number, number>({ program: pathToFileURL(program), ...options });
  onTestFinished(async () => {
    await thread.close();
    rmSync(folder, { recursive: true });
  });
  return thread;
}

test("calls at once each get their own result", async () => {
  const thread = openDoubler();
  const results = await Promise.all([1, 2, 3, 4].map((number) => thread.call(number)));
  expect(results).toEqual([2, 4, 6, 8]);
});

test("what the thread throws is told to the caller, and the thread goes on", async () => {
  const thread = openDoubler();
  await expect(thread.call(-1)).rejects.toThrow("too small");
  expect(await thread.call(2)).toBe(4);
});

test("a thread that ends fails what waits, and the next call starts another", async () => {
  let ends = 0;
  const thread = openDoubler({ onEnd: () => (ends += 1) });
  await expect(thread.call(0)).rejects.toThrow("the thread has ended");
  expect(ends).toBe(1);
  expect(await thread.call(5)).toBe(10);
});

test("a notice reaches its listener", async () => {
  const notices: unknown[] = [];
  const thread = openDoubler({ onNotice: (notice) => notices.push(notice) });
  await thread.call(13);
  expect(notices).toEqual(["unlucky"]);
});

test("an idle thread ends by itself", async () => {
  const ended = Promise.withResolvers<void>();
  const thread = openDoubler({ idleMs: 10, onEnd: ended.resolve });
  expect(await thread.call(1)).toBe(2);
  await ended.promise;
  expect(await thread.call(2)).toBe(4);
});

test("an idle thread that may not end stays", async () => {
  const asked = Promise.withResolvers<void>();
  let ends = 0;
  const thread = openDoubler({
    idleMs: 10,
    mayEnd() {
      asked.resolve();
      return false;
    },
    onEnd: () => {
      ends += 1;
    },
  });
  await thread.call(1);
  await asked.promise;
  expect(await thread.call(2)).toBe(4);
  expect(ends).toBe(0);
});

test("a call that takes too much of the processor's time ends the thread, and the next starts another", async () => {
  const thread = openDoubler({ processorMs: (number) => (number === 666 ? 300 : 60_000) });
  await expect(thread.call(666)).rejects.toThrow(TooCostly);
  expect(await thread.call(2)).toBe(4);
});

test("too much memory and a range that cannot be are too costly, a thread that ends by itself is not", async () => {
  const thread = openDoubler({ memoryLimits: { maxOldGenerationSizeMb: 32 } });
  await expect(thread.call(999)).rejects.toThrow(TooCostly);
  await expect(thread.call(444)).rejects.toThrow(TooCostly);
  await expect(thread.call(0)).rejects.not.toThrow(TooCostly);
});

test("waiting costs nothing of the processor's time", async () => {
  const thread = openDoubler({ processorMs: () => 300 });
  expect(await thread.call(777)).toBe(1_554);
});

test("a call that comes further may take as much again", async () => {
  let reached = 0;
  const timer = setInterval(() => {
    reached += 1;
  }, 20);
  const thread = openDoubler({ processorMs: () => 300, progress: () => reached });
  const endless = thread.call(666);
  const isOver = () => Promise.race([endless.catch(() => true), undefined]);
  while (reached < 100) {
    expect(await isOver()).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  clearInterval(timer);
  await expect(endless).rejects.toThrow("the thread has ended");
});

test("a call that waited behind one that took too much is made again on another thread", async () => {
  const thread = openDoubler({ processorMs: (number) => (number === 666 ? 200 : undefined) });
  const [costly, innocent] = await Promise.allSettled([thread.call(666), thread.call(2)]);
  expect(costly).toMatchObject({ status: "rejected", reason: expect.any(TooCostly) });
  expect(innocent).toEqual({ status: "fulfilled", value: 4 });
});

test("a thread that many calls find too costly at once is told once to end", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const thread = openDoubler({ processorMs: () => 300 });
  const many = await Promise.allSettled(Array.from({ length: 30 }, () => thread.call(666)));
  expect(many.map(({ status }) => status)).toEqual(many.map(() => "rejected"));
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

test("a call at the moment the idle thread ends is answered by another", async () => {
  const thread = openDoubler({ idleMs: 20 });
  await thread.call(1);
  for (const waitMs of [19, 20, 21, 22, 24]) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    expect(await thread.call(3)).toBe(6);
  }
});

test("a request that no thread can be sent fails alone", async () => {
  const thread = openDoubler({ processorMs: () => 10_000 });
  // What cannot be copied, as a text that is too long would be.
  const broken = thread.call((() => undefined) as never);
  await expect(broken).rejects.toThrow("could not be cloned");
  expect(await thread.call(2)).toBe(4);
});
