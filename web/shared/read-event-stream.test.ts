import { expect, test } from "vitest";
import { readEventStream } from "./read-event-stream.ts";

test("events are read with the id that was last given", async () => {
  expect(await read(["id: 7\ndata: {}\n\n: keep-alive\n\ndata:[DONE]\n\n"])).toEqual([
    { id: "7", data: "{}" },
    { id: "7", data: "[DONE]" },
  ]);
});

test("events cut anywhere, even inside a character, are put together again", async () => {
  const bytes = new TextEncoder().encode("id: 1\r\ndata: “é” 漢\r\n\r\n");
  const single = [...bytes].map((byte) => new Uint8Array([byte]));
  expect(await collect(single)).toEqual([{ id: "1", data: "“é” 漢" }]);
});

test("several data lines are one event", async () => {
  expect(await read(["data: a\ndata: b\n\n"])).toEqual([{ id: "", data: "a\nb" }]);
});

test("an event without its blank line is not handed on", async () => {
  expect(await read(["data: half"])).toEqual([]);
});

test("an event without end is refused", async () => {
  await expect(read(Array(9).fill("x".repeat(1_000_000)))).rejects.toThrow("too long");
});

function read(chunks: string[]) {
  return collect(chunks.map((chunk) => new TextEncoder().encode(chunk)));
}

async function collect(chunks: Uint8Array[]) {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const batches = await Array.fromAsync(readEventStream(stream));
  return batches.flat();
}
