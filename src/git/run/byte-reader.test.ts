import { expect, test } from "vitest";
import { byteReader } from "./byte-reader.ts";

function readerOf(text: string, chunkBytes: number) {
  const bytes = Buffer.from(text);
  let start = 0;
  return byteReader(async () => {
    const chunk = bytes.subarray(start, start + chunkBytes);
    start += chunkBytes;
    return chunk.length > 0 ? chunk : undefined;
  });
}

test("lines and counted bytes come out whole however the chunks fall", async () => {
  for (const chunkBytes of [1, 2, 3, 5, 100]) {
    const reader = readerOf("first\nab\ncd\nlast\n", chunkBytes);
    expect(await reader.line(20)).toBe("first");
    expect((await reader.bytes(5))?.toString()).toBe("ab\ncd");
    expect(await reader.line(20)).toBe("");
    expect(await reader.line(20)).toBe("last");
    expect(await reader.line(20)).toBeUndefined();
  }
});

test("a stream that ends early or a line without end gives nothing", async () => {
  expect(await readerOf("abc", 2).bytes(4)).toBeUndefined();
  expect(await readerOf("abc", 2).line(10)).toBeUndefined();
  expect(await readerOf(`${"x".repeat(50)}\n`, 7).line(10)).toBeUndefined();
  expect((await readerOf("", 1).bytes(0))?.length).toBe(0);
});
