import { expect, test } from "vitest";
import { readLimited } from "./read-limited.ts";

test("a body longer than the limit is not read to its end", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      controller.enqueue(new Uint8Array(1_000));
    },
  });
  expect(await readLimited(new Response(endless), 10_000)).toBeUndefined();
  expect(sent).toBeLessThan(20);
  expect(await readLimited(new Response("é".repeat(5_000)), 10_000)).toBe("é".repeat(5_000));
  expect(await readLimited(new Response(null), 1)).toBe("");
});
