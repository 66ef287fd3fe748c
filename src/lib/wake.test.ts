import { expect, test } from "vitest";
import { createWake } from "./wake.ts";

const never = 60_000;

test("a notification ends the wait of every listener of its key", async () => {
  const wake = createWake();
  const listeners = [wake.listen("a"), wake.listen("a")];
  const waits = listeners.map((listener) => listener.wait(never));
  wake.notify("a");
  await Promise.all(waits);
});

test("a notification between two waits is not lost", async () => {
  const wake = createWake();
  const listener = wake.listen("a");
  wake.notify("a");
  await listener.wait(never);
  wake.notify("a");
  wake.notify("a");
  await listener.wait(never);
  expect(await isOver(listener.wait(30), 5)).toBe(false);
});

test("a reader that checks before it waits misses none of a thousand notifications", async () => {
  const wake = createWake();
  const listener = wake.listen("a");
  let written = 0;
  let read = 0;
  const writer = (async () => {
    for (; written < 1_000; wake.notify("a")) {
      written += 1;
      if (written % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  while (read < 1_000) {
    if (read === written) await listener.wait(never);
    read = written;
    await Promise.resolve();
  }
  await writer;
});

test("a wait ends when its time is over", async () => {
  const start = performance.now();
  await createWake().listen("a").wait(40);
  expect(performance.now() - start).toBeGreaterThan(30);
});

test("another key does not wake", async () => {
  const wake = createWake();
  const wait = wake.listen("a").wait(60);
  wake.notify("b");
  expect(await isOver(wait, 10)).toBe(false);
});

test("closing ends the wait, also one that begins afterwards", async () => {
  const wake = createWake();
  const waiting = wake.listen("a");
  const wait = waiting.wait(never);
  waiting.close();
  await wait;
  const closed = wake.listen("a");
  closed.close();
  await closed.wait(never);
});

test("one listener's end does not silence another of the same key", async () => {
  const wake = createWake();
  const [first, second] = [wake.listen("a"), wake.listen("a")];
  first.close();
  first.close();
  const wait = second.wait(never);
  wake.notify("a");
  await wait;
});

function isOver(wait: Promise<void>, afterMs: number): Promise<boolean> {
  const later = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), afterMs));
  return Promise.race([wait.then(() => true), later]);
}
