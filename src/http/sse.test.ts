import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type SseEvent, type SseOptions, sse } from "./sse.ts";

function options(more: Partial<SseOptions> = {}): SseOptions {
  return {
    headers: {},
    keepAliveMs: 5_000,
    withIds: false,
    faultEvent: () => ({ type: "error", errorText: "It broke off." }),
    onClose: () => undefined,
    ...more,
  };
}

async function* events(...values: unknown[]): AsyncGenerator<SseEvent> {
  for (const [index, event] of values.entries()) yield { seq: index + 1, event };
}

function readerOf(response: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (!response.body) throw new Error("the response has no body");
  return response.body.getReader();
}

test("each event is one data line, and the stream ends with DONE", async () => {
  const text = await sse(events({ a: 1 }, { b: "line\nbreak" }), options()).text();
  expect(text).toBe('data: {"a":1}\n\ndata: {"b":"line\\nbreak"}\n\ndata: [DONE]\n\n');
});

test("ids are written when they are asked for", async () => {
  const text = await sse(events({ a: 1 }), options({ withIds: true })).text();
  expect(text).toBe('id: 1\ndata: {"a":1}\n\ndata: [DONE]\n\n');
});

test("own headers stand beside those of the format", () => {
  const { headers } = sse(events(), options({ headers: { "x-thread-id": "thr_1" } }));
  expect(headers.get("content-type")).toMatch(/^text\/event-stream/);
  expect(headers.get("cache-control")).toBe("no-cache");
  expect(headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
  expect(headers.get("x-accel-buffering")).toBe("no");
  expect(headers.get("x-thread-id")).toBe("thr_1");
});

test("silence is filled with comments, and no event is lost by them", async () => {
  async function* slow(): AsyncGenerator<SseEvent> {
    yield { seq: 1, event: 1 };
    await sleep(70);
    yield { seq: 2, event: 2 };
  }
  const text = await sse(slow(), options({ keepAliveMs: 20 })).text();
  const lines = text.split("\n\n").filter((line) => line !== "");
  expect(lines.filter((line) => line === ": keep-alive").length).toBeGreaterThanOrEqual(2);
  expect(lines.filter((line) => line.startsWith("data"))).toEqual([
    "data: 1",
    "data: 2",
    "data: [DONE]",
  ]);
});

test("a reader that does not read holds the source back", async () => {
  let produced = 0;
  async function* endless(): AsyncGenerator<SseEvent> {
    for (;;) yield { seq: produced++, event: "x".repeat(1_000) };
  }
  const reader = readerOf(sse(endless(), options({ keepAliveMs: 5 })));
  await sleep(50);
  expect(produced).toBeLessThanOrEqual(3);
  for (let count = 0; count < 10; count += 1) await reader.read();
  expect(produced).toBeLessThanOrEqual(14);
  await reader.cancel();
});

test("a reader that leaves closes the source and is reported", async () => {
  let closed = false;
  let left = 0;
  async function* endless(): AsyncGenerator<SseEvent> {
    try {
      for (let seq = 1; ; seq += 1) yield { seq, event: seq };
    } finally {
      closed = true;
    }
  }
  const onClose = () => {
    left += 1;
  };
  const reader = readerOf(sse(endless(), options({ onClose })));
  await reader.read();
  await reader.cancel();
  expect({ closed, left }).toEqual({ closed: true, left: 1 });
});

test("a reader can leave while the source is silent", async () => {
  const leave = new AbortController();
  async function* silent(): AsyncGenerator<SseEvent> {
    yield { seq: 1, event: 1 };
    await new Promise((resolve) => leave.signal.addEventListener("abort", resolve));
  }
  const reader = readerOf(sse(silent(), options({ onClose: () => leave.abort() })));
  await reader.read();
  await reader.cancel();
  expect(leave.signal.aborted).toBe(true);
});

test("the end of the source is reported once", async () => {
  let ended = 0;
  const onClose = () => {
    ended += 1;
  };
  await sse(events(1), options({ onClose })).text();
  expect(ended).toBe(1);
});

test("a source that fails ends the stream with one event and without an id", async () => {
  async function* failing(): AsyncGenerator<SseEvent> {
    yield { seq: 1, event: 1 };
    throw new Error("secret of the store");
  }
  const text = await sse(failing(), options({ withIds: true })).text();
  expect(text).toBe(
    'id: 1\ndata: 1\n\ndata: {"type":"error","errorText":"It broke off."}\n\ndata: [DONE]\n\n',
  );
});
