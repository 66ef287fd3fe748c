import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { readRuns } from "./read-runs.ts";

type Part = LanguageModelV4StreamPart;
type Read = Awaited<ReturnType<ReadableStreamDefaultReader<Part>["read"]>>;
const text = (delta: string, id = "1"): Part => ({ type: "text-delta", id, delta });
const never = 1_000_000;

test("without a time to gather, every piece is handed on by itself", async () => {
  const source = openSource({ gatherMs: 0 });
  for (const delta of ["Run", " it", "."]) {
    source.push(text(delta));
    expect(await source.next()).toEqual(text(delta));
  }
});

test("pieces that came meanwhile become one, and whatever follows them ends the wait", async () => {
  const source = openSource({ gatherMs: never });
  const next = source.next();
  for (const delta of ["Run", " it", "."]) source.push(text(delta));
  source.push({ type: "text-end", id: "1" });
  expect(await next).toEqual(text("Run it."));
  expect(await source.next()).toEqual({ type: "text-end", id: "1" });
});

test("text that nothing follows is handed on when its time has come", async () => {
  const source = openSource({ gatherMs: 20 });
  source.push(text("Run"));
  expect(await source.next()).toEqual(text("Run"));
});

test("pieces of two texts, or with words of their provider, stay apart", async () => {
  const source = openSource({ gatherMs: never });
  const signed: Part = { type: "text-delta", id: "2", delta: "c", providerMetadata: { a: {} } };
  for (const part of [text("a"), text("b", "2"), signed]) source.push(part);
  source.end();
  expect(await source.rest()).toEqual([text("a"), text("b", "2"), signed]);
});

test("every piece and every ping is a sign of life, and no ping is handed on", async () => {
  const source = openSource({ gatherMs: never });
  for (const part of [text("a"), { type: "ping" } as const, text("b")]) source.push(part);
  source.end();
  expect(await source.rest()).toEqual([text("ab")]);
  expect(source.signs()).toBe(3);
});

test("an abort ends the wait, also when the source hears nothing of it", async () => {
  const source = openSource({ gatherMs: never });
  source.push(text("a"));
  const next = source.next();
  expect(await Promise.race([next, "waiting"])).toBe("waiting");
  source.abort("enough");
  expect(await next).toEqual(text("a"));
  await expect(source.next()).rejects.toBe("enough");
});

test("a fault comes behind what was said before it", async () => {
  const source = openSource({ gatherMs: never });
  source.push(text("a"));
  source.fail(new Error("cut"));
  expect(await source.next()).toEqual(text("a"));
  await expect(source.next()).rejects.toThrow("cut");
});

test("nothing is read ahead without bound", async () => {
  let read = 0;
  const endless = {
    async read() {
      read += 1;
      return { done: false, value: text("x", String(read)) } as const;
    },
  };
  const parts = readRuns({
    attempt: { signal: new AbortController().signal, alive: () => undefined },
    reader: endless,
    gatherMs: () => 0,
  });
  await parts.next();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(read).toBeGreaterThan(1);
  expect(read).toBeLessThan(100);
  await parts.return(undefined);
});

/** A reply whose parts the test sends by hand, to whoever reads or will read them. */
function openSource({ gatherMs }: { gatherMs: number }) {
  const sent: (() => Promise<Read>)[] = [];
  let wake: () => void = () => undefined;
  const send = (step: () => Promise<Read>) => {
    sent.push(step);
    wake();
  };
  async function read(): Promise<Read> {
    const step = sent.shift();
    if (step) return step();
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
    return read();
  }
  const stop = new AbortController();
  let signs = 0;
  const alive = () => {
    signs += 1;
  };
  const attempt = { signal: stop.signal, alive };
  const parts = readRuns({ attempt, reader: { read }, gatherMs: () => gatherMs });
  return {
    push: (value: Part) => send(async () => ({ done: false, value })),
    end: () => send(async () => ({ done: true, value: undefined })),
    fail: (error: Error) => send(() => Promise.reject(error)),
    abort: (reason: string) => stop.abort(reason),
    next: async () => (await parts.next()).value,
    rest: () => Array.fromAsync(parts),
    signs: () => signs,
  };
}
