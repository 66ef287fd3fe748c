import { expect, test } from "vitest";
import { createLargeReplies } from "./large-replies.ts";

const large = new Uint8Array(1_000_000).fill(7);

function createMaker() {
  const reply = createLargeReplies();
  let made = 0;
  return {
    made: () => made,
    ask: (network: string) =>
      reply(network, async (send) => {
        made += 1;
        return new Response(send(large));
      }),
  };
}

test("all bytes arrive, in pieces", async () => {
  const { ask } = createMaker();
  const response = await ask("a");
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(large);
});

test("who reads none of many replies has a few made, and keeps out nobody else", async () => {
  const { ask, made } = createMaker();
  const unread = Array.from({ length: 20 }, () => ask("a"));
  const other = await ask("b");
  expect((await other.arrayBuffer()).byteLength).toBe(large.length);
  expect(made()).toBeLessThan(10);
  for (const reply of unread) {
    const response = await reply;
    await response.body?.cancel();
  }
  expect(made()).toBe(21);
});

test("more than two hundred waiting are refused, and a failure is told", async () => {
  const { ask } = createMaker();
  const outcomes = Array.from({ length: 201 }, () => ask("a").then(() => "made", String));
  expect(await outcomes.at(-1)).toContain("too many files");
  const reply = createLargeReplies();
  await expect(reply("a", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
});
